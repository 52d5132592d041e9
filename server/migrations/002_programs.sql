-- Programs and what belongs to them before the first click. From here on `program_id` is the tenant:
-- it stands first in every primary key, unique key and foreign key of program data.

create table programs (
  id bigint generated always as identity primary key,
  workspace_id text not null references workspaces (id),
  name text not null,
  status text not null default 'active' check (status in ('active', 'paused', 'archived')),
  time_zone text not null default 'UTC',
  lead_auth_policy text not null default 'server_verified'
    check (lead_auth_policy in ('server_verified', 'browser_allowed')),
  payment_tracking_mode text not null default 'processor_connect'
    check (payment_tracking_mode in ('processor_connect', 's2s')),
  attribution_window_days integer not null default 60 check (attribution_window_days between 1 and 365),
  cookie_window_days integer not null default 60 check (cookie_window_days between 1 and 365),
  hold_period_days integer not null default 30 check (hold_period_days between 0 and 365),
  platform_fee_bps integer not null check (platform_fee_bps between 0 and 10000),
  per_lead_amount_cents bigint check (per_lead_amount_cents > 0),
  per_lead_currency text check (per_lead_currency in ('USD', 'EUR', 'VND')),
  processor_connection_status text not null default 'not_connected',
  processor_account_id text,
  processor_charges_enabled boolean not null default false,
  processor_payouts_enabled boolean not null default false,
  processor_details_submitted boolean not null default false,
  processor_connected_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((per_lead_amount_cents is null) = (per_lead_currency is null))
);

create index programs_workspace on programs (workspace_id, created_at, id);

-- The key itself names its program, so a lookup reaches one tenant. Only its SHA-256 is kept.
-- `retired_at` may lie in the future: until then the key works (rotation with grace).
create table api_keys (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  mode text not null check (mode in ('live', 'test')),
  key_hash bytea not null,
  masked text not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  last_used_at timestamptz,
  primary key (program_id, id),
  unique (program_id, key_hash)
);

create table partners (
  workspace_id text not null references workspaces (id),
  id bigint generated always as identity,
  name text not null,
  email text not null,
  created_at timestamptz not null,
  primary key (workspace_id, id),
  unique (workspace_id, email)
);

create table partner_programs (
  program_id bigint not null references programs (id),
  partner_id bigint not null,
  workspace_id text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null,
  decided_at timestamptz,
  primary key (program_id, partner_id),
  foreign key (workspace_id, partner_id) references partners (workspace_id, id)
);

create index partner_programs_created on partner_programs (program_id, created_at, partner_id);

create table links (
  program_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  code text not null,
  status text not null default 'active' check (status in ('active', 'inactive')),
  created_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, code),
  foreign key (program_id, partner_id) references partner_programs (program_id, partner_id)
);

create index links_partner on links (program_id, partner_id);

-- A link code is unique in the whole installation; this small table says which program it leads to.
create table link_codes (
  code text primary key,
  program_id bigint not null,
  link_id bigint not null,
  foreign key (program_id, link_id) references links (program_id, id)
);

-- A change of policy is a new row; the row before it gets `superseded_at`. A commission keeps the
-- row it was made under. `product_id` null is the program's default. `hold_days` null: the program's.
create table commission_policies (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  product_id text,
  version integer not null check (version > 0),
  type text not null check (type in ('percent', 'flat')),
  rate_bps integer check (rate_bps between 0 and 10000),
  amount_cents bigint check (amount_cents >= 0),
  currency text check (currency in ('USD', 'EUR', 'VND')),
  duration text not null default 'lifetime' check (duration in ('lifetime', 'first_sale', 'months')),
  duration_months integer check (duration_months between 1 and 120),
  hold_days integer check (hold_days between 0 and 365),
  created_at timestamptz not null,
  superseded_at timestamptz,
  primary key (program_id, id),
  unique nulls not distinct (program_id, product_id, version),
  check ((type = 'percent') = (rate_bps is not null)),
  check ((type = 'flat') = (amount_cents is not null and currency is not null)),
  check ((duration = 'months') = (duration_months is not null))
);

create unique index commission_policies_current on commission_policies (program_id, product_id)
  nulls not distinct where superseded_at is null;
