-- Links by which somebody outside reads one story for a day. The token is kept as its hash; what was asked goes with the
-- row when the link has ended. The audit log names neither.
create table story_links (
  program_id bigint not null,
  id bigint generated always as identity,
  token_hash bytea not null,
  asked_by text not null check (asked_by in ('transactionId', 'customerKey', 'clickId', 'emailHash')),
  asked text not null,
  made_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (program_id, id)
);

alter table story_links add foreign key (program_id) references programs (id);

create unique index story_links_token on story_links (program_id, token_hash);

create index story_links_ended on story_links (expires_at);

create trigger audit after insert or update or delete on story_links
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('story_link', 'id', '{created_at,token_hash,asked,made_by}', '{}', '{}');
