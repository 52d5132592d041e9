-- Who signs in as a partner: whoever reads the mail of an address. His partners are the rows of `partners` with it, in
-- whichever workspace; an account is made when he first signs in. Nothing of it belongs to one program, so on a cluster it
-- lies on the coordinator.
create table partner_accounts (
  id bigint primary key generated always as identity,
  -- Trimmed, in lower case, as that of a partner. Gone when he closed the account.
  email text unique,
  -- Of his dates; those of a report are of its program.
  time_zone text,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((email is null) = (closed_at is not null))
);

-- A link that was asked for, by anybody, for an address that may be nobody's: whoever it reaches is asked about then.
create table partner_sign_in_links (
  token_hash bytea primary key,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  -- Of one that the team copied: for which partner.
  workspace_id text,
  partner_id bigint,
  check ((workspace_id is null) = (partner_id is null))
);

alter table partner_sign_in_links add foreign key (workspace_id) references workspaces (id) on delete cascade;

create index partner_sign_in_links_email on partner_sign_in_links (email);

create index partner_sign_in_links_ended on partner_sign_in_links (expires_at);

create trigger audit after insert on partner_sign_in_links
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('partner', 'partner_id', '{created_at,token_hash,email,spent_at}', '{}', '{}');

create table partner_sessions (
  id bigint primary key generated always as identity,
  account_id bigint not null,
  token_hash bytea not null unique,
  -- By a link that the team of a workspace copied: then it shows what is of this workspace, and nothing else.
  workspace_id text,
  -- Browser and system, in words.
  device text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null
);

alter table partner_sessions add foreign key (account_id) references partner_accounts (id);

alter table partner_sessions add foreign key (workspace_id) references workspaces (id) on delete cascade;

create index partner_sessions_account on partner_sessions (account_id);

create index partner_sessions_ended on partner_sessions (expires_at);

create index partners_of_address on partners (email);
