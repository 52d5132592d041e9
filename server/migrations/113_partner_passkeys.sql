-- A passkey that a partner signs in with instead of a link. What is kept of it is public: it signs nobody in.
create table partner_passkeys (
  id bigint primary key generated always as identity,
  account_id bigint not null,
  -- In base64url, as browsers say it.
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it was used, where it counts: it never goes back.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (name <> ''),
  -- Kept by its maker on several devices.
  is_synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz
);

alter table partner_passkeys add foreign key (account_id) references partner_accounts (id);

create index partner_passkeys_account on partner_passkeys (account_id);

-- What a passkey has to sign: drawn for one ceremony, and good once.
create table partner_passkey_challenges (
  challenge_hash bytea primary key,
  -- Of the session that adds a passkey; null where somebody signs in, who is nobody yet.
  session_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

alter table partner_passkey_challenges add foreign key (session_id) references partner_sessions (id) on delete cascade;

create index partner_passkey_challenges_session on partner_passkey_challenges (session_id);

create index partner_passkey_challenges_ended on partner_passkey_challenges (expires_at);
