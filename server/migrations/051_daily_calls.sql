-- What became of every live track call that names a program, by its local day: each is counted in one bucket. Counted in
-- the processes and added in groups; what a process had not added when it was killed is missing.
create table daily_calls (
  program_id bigint not null,
  day date not null,
  call text not null check (call in ('click', 'lead', 'sale', 'refund')),
  bucket text not null check (bucket in (
    'counted', 'bot', 'unknown_link', 'inactive_link', 'partner_not_approved', 'program_closed',
    'settled', 'provisional', 'repeat',
    'with_commission', 'no_policy', 'policy_ended', 'duplicate', 'window_expired', 'unsupported_currency',
    'applied', 'sale_not_found',
    'no_attribution', 'unauthorized', 'refused', 'failed')),
  calls bigint not null check (calls > 0),
  primary key (program_id, day, call, bucket)
);

alter table daily_calls add foreign key (program_id) references programs (id);
