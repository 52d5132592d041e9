-- A look at what one partner has in one program, without a session of the partner's own: by a member of the team who only
-- looks (`view`), or in a frame of the program's own pages (`embed`). Who gets in has a ticket that works once and for a
-- minute; of its bearer's token there is a hash.
create table partner_visits (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('view', 'embed')),
  workspace_id text not null,
  program_id bigint not null,
  partner_id bigint not null,
  -- Who opened it: it ends when he may not open it any more.
  user_id text,
  key_id bigint,
  ticket_hash bytea not null unique,
  ticket_ends_at timestamptz not null,
  -- Once the ticket is spent.
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) <> (key_id is null)),
  check (ticket_ends_at <= expires_at)
);

alter table partner_visits add foreign key (workspace_id) references workspaces (id) on delete cascade;

alter table partner_visits add foreign key (user_id) references users (id) on delete cascade;

alter table partner_visits add foreign key (key_id) references management_keys (id) on delete cascade;

create index partner_visits_user on partner_visits (workspace_id, user_id);

create index partner_visits_ended on partner_visits (expires_at);
