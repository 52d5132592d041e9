-- The events and what they lead to: click -> lead (customer) -> sale -> commission and fee -> daily statistics.
-- Every instant is written by the application, in milliseconds: what was compared is what is stored.

-- `received_at` is the time inside the UUIDv7, so that a click id alone prunes to one partition.
create table click_events (
  program_id bigint not null,
  received_at timestamptz not null,
  click_uuid uuid not null,
  id bigint generated always as identity,
  is_test boolean not null,
  link_id bigint,
  partner_id bigint,
  affiliate_url text,
  page_url text,
  page_title text,
  referrer_url text,
  session_id text,
  user_agent text,
  screen_resolution text,
  viewport_size text,
  language text,
  timezone text,
  additional_data jsonb,
  primary key (program_id, received_at, click_uuid),
  check (is_test or (link_id is not null and partner_id is not null))
) partition by range (received_at);

create table click_events_default partition of click_events default;

create index click_events_newest on click_events (program_id, is_test, received_at, id);

-- A customer is born provisional (browser lead of a program that wants server-verified leads) or settled.
-- `signup_at` is set when its lead settles; `sale_count` is what concurrent sales compare and set.
create table customers (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  customer_key text,
  email_hash bytea,
  processor_customer_id text,
  status text not null check (status in ('provisional', 'lead', 'conversion')),
  partner_id bigint not null,
  link_id bigint not null,
  click_uuid uuid not null,
  clicked_at timestamptz not null,
  signup_at timestamptz,
  first_sale_at timestamptz,
  first_purchase_at timestamptz,
  sale_count integer not null default 0 check (sale_count >= 0),
  created_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, customer_key),
  foreign key (program_id, partner_id) references partner_programs (program_id, partner_id),
  check (status <> 'lead' or signup_at is not null),
  check ((status = 'conversion') = (sale_count > 0)),
  check ((sale_count > 0) = (first_sale_at is not null and first_purchase_at is not null)),
  check (customer_key is null or signup_at is not null)
);

create index customers_click on customers (program_id, click_uuid, created_at, id);

create index customers_email on customers (program_id, email_hash, created_at, id) where email_hash is not null;

create index customers_newest on customers (program_id, created_at, id);

create index customers_signup on customers (program_id, signup_at) where signup_at is not null;

create index customers_first_purchase on customers (program_id, first_purchase_at) where first_purchase_at is not null;

create index customers_partner on customers (program_id, partner_id);

create table lead_events (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  is_test boolean not null,
  customer_id bigint,
  state text not null check (state in ('provisional', 'settled')),
  source text not null check (source in ('browser', 'server')),
  settled_by text check (settled_by in ('browser', 'server', 'payment')),
  received_at timestamptz not null,
  settled_at timestamptz,
  session_id text,
  page_url text,
  additional_data jsonb,
  primary key (program_id, id),
  unique (program_id, customer_id),
  foreign key (program_id, customer_id) references customers (program_id, id),
  check (is_test = (customer_id is null)),
  check ((state = 'settled') = (settled_at is not null)),
  check ((state = 'settled') = (settled_by is not null))
);

create index lead_events_newest on lead_events (program_id, is_test, received_at, id);

-- `reported_at` is `occurred_at` when sent, else `received_at`: the day a sale is reported on.
create table sale_events (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  is_test boolean not null,
  transaction_id text not null,
  amount_cents bigint check (amount_cents > 0),
  currency text not null check (currency in ('USD', 'EUR', 'VND')),
  tax_amount_cents bigint check (tax_amount_cents >= 0 and tax_amount_cents <= amount_cents),
  sale_type text not null check (sale_type in ('payment', 'subscription')),
  is_recurring boolean not null,
  subscription_id text,
  subscription_interval text check (subscription_interval in ('monthly', 'quarterly', 'annual')),
  product_id text,
  occurred_at timestamptz,
  provider text,
  provider_payment_id text,
  additional_data jsonb,
  customer_id bigint,
  partner_id bigint,
  attributed_by text check (attributed_by in ('customer_key', 'click_id')),
  click_uuid uuid,
  clicked_at timestamptz,
  status text not null default 'paid' check (status in ('paid', 'refunded')),
  refunded_cents bigint not null default 0 check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  received_at timestamptz not null,
  reported_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, is_test, transaction_id),
  foreign key (program_id, customer_id) references customers (program_id, id),
  check (is_test = (customer_id is null)),
  check (is_test or (amount_cents is not null and partner_id is not null and attributed_by is not null)),
  check (status <> 'refunded' or refunded_cents = amount_cents)
);

create index sale_events_newest on sale_events (program_id, is_test, received_at, id);

create index sale_events_reported on sale_events (program_id, reported_at) where not is_test;

create index sale_events_customer on sale_events (program_id, customer_id) where customer_id is not null;

create table commissions (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('sale', 'lead')),
  sale_id bigint,
  lead_id bigint,
  customer_id bigint not null,
  partner_id bigint not null,
  policy_id bigint,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null check (currency in ('USD', 'EUR', 'VND')),
  status text not null default 'pending' check (status in ('pending', 'approved', 'paid', 'reversed')),
  hold_until timestamptz not null,
  created_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, sale_id),
  unique (program_id, lead_id),
  foreign key (program_id, sale_id) references sale_events (program_id, id),
  foreign key (program_id, lead_id) references lead_events (program_id, id),
  foreign key (program_id, customer_id) references customers (program_id, id),
  foreign key (program_id, partner_id) references partner_programs (program_id, partner_id),
  foreign key (program_id, policy_id) references commission_policies (program_id, id),
  check ((kind = 'sale') = (sale_id is not null and policy_id is not null)),
  check ((kind = 'lead') = (lead_id is not null))
);

create index commissions_newest on commissions (program_id, created_at, id);

create index commissions_partner on commissions (program_id, partner_id, created_at, id);

create table platform_fees (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  sale_id bigint not null,
  rate_bps integer not null check (rate_bps between 0 and 10000),
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null check (currency in ('USD', 'EUR', 'VND')),
  created_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, sale_id),
  foreign key (program_id, sale_id) references sale_events (program_id, id)
);

-- One row per program, local day, currency and shard; written in the transaction of the event it counts.
-- Counts without money stand under ISO 4217's code for "no currency", XXX. Sums are numeric: they never overflow.
create table daily_stats (
  program_id bigint not null references programs (id),
  day date not null,
  currency text not null check (currency in ('XXX', 'USD', 'EUR', 'VND')),
  shard smallint not null check (shard >= 0),
  clicks bigint not null default 0,
  leads bigint not null default 0,
  conversions bigint not null default 0,
  partners bigint not null default 0,
  sales bigint not null default 0,
  revenue_cents numeric(38, 0) not null default 0,
  commission_cents numeric(38, 0) not null default 0,
  primary key (program_id, day, currency, shard)
);
