-- Accounts, sessions and workspaces. better-auth owns the rows; the names are ours
-- (the mapping stands in src/sign-in/auth.adapter.ts).

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  active_workspace_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index sessions_user on sessions (user_id);

create table accounts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index accounts_user on accounts (user_id);

create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index verifications_identifier on verifications (identifier);

create table workspaces (
  id text primary key,
  name text not null,
  slug text not null unique,
  logo text,
  metadata text,
  created_at timestamptz not null
);

-- A membership is active or suspended; a suspended member keeps the row and loses every permission.
create table workspace_members (
  id text primary key,
  workspace_id text not null references workspaces (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
  status text not null default 'active' check (status in ('active', 'suspended')),
  created_at timestamptz not null,
  unique (workspace_id, user_id)
);

create index workspace_members_user on workspace_members (user_id);

create table workspace_invitations (
  id text primary key,
  workspace_id text not null references workspaces (id) on delete cascade,
  email text not null,
  role text,
  status text not null,
  expires_at timestamptz not null,
  inviter_id text not null references users (id) on delete cascade,
  created_at timestamptz not null
);

create index workspace_invitations_workspace on workspace_invitations (workspace_id);

create index workspace_invitations_email on workspace_invitations (email);
