-- Answers of calls that were sent with an Idempotency-Key, for a day: written in the transaction of what the call
-- changed, so that one is never there without the other. The program is 0 where the call names none. The answer is
-- encrypted under APP_SECRET: some hold a secret that is shown once.
create table idempotent_answers (
  program_id bigint not null,
  actor text not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  answer text,
  created_at timestamptz not null,
  primary key (program_id, actor, operation, key)
);

create index idempotent_answers_old on idempotent_answers (program_id, created_at);
