-- Mails: each is a row, written in the transaction of what it tells of, and sent afterwards, once for one cause and one
-- recipient. They are few, so they lie together on the coordinator of a cluster, and one look finds what is due.
create table mails (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('invitation', 'password_reset', 'webhook_disabled', 'invoice_issued')),
  cause text not null,
  recipient text not null,
  -- The same in every attempt.
  message_id text not null,
  -- Whose log shows it; a mail about an account itself stands in nobody's.
  workspace_id text,
  program_id bigint,
  -- What its text is made of, but for a secret in it, which is sealed and gone once it was sent, or never will be.
  data jsonb not null,
  secret text,
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed', 'withdrawn')),
  -- A claim is a lease, as those of webhooks: `attempts` counts claims.
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  last_attempt_at timestamptz,
  last_code integer,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null,
  -- From then on it is not sent any more: what it says may hold no longer, or was told by another.
  expires_at timestamptz not null,
  unique (cause, recipient),
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((state = 'sent') = (sent_at is not null)),
  check (state = 'pending' or claimed_until is null),
  check (state = 'pending' or secret is null)
);

alter table mails add foreign key (workspace_id) references workspaces (id) on delete cascade;

alter table mails add foreign key (program_id) references workspace_programs (program_id) on delete cascade;

create index mails_due on mails (next_attempt_at, id) where state = 'pending';

create index mails_newest on mails (workspace_id, created_at, id);

create index mails_old on mails (created_at, id);

-- How many mails were tried for a recipient in an hour, whichever process tried.
create table mail_hours (
  recipient text not null,
  hour timestamptz not null,
  mails integer not null,
  primary key (recipient, hour)
);

-- Who wants no mail of a kind about a program any more.
create table mail_opt_outs (
  program_id bigint not null,
  recipient text not null,
  kind text not null check (kind in ('webhook_disabled')),
  created_at timestamptz not null,
  primary key (program_id, recipient, kind)
);

alter table mail_opt_outs add foreign key (program_id) references workspace_programs (program_id) on delete cascade;
