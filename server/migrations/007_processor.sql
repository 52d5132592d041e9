-- A program's account at a payment processor, and the payments that arrive from it by webhook.

-- An account belongs to one program; this small table leads from its id to the program. A program that connected
-- by hand has a webhook secret of its own, encrypted under APP_SECRET; else the platform's secret signs.
-- `reported_at` is the processor's time of the newest report about the account: an older one changes nothing.
create table processor_accounts (
  processor text not null,
  account_id text not null,
  program_id bigint not null references programs (id),
  connected_by text not null check (connected_by in ('oauth', 'manual')),
  webhook_secret text,
  is_live boolean not null,
  connected_at timestamptz not null,
  reported_at timestamptz,
  primary key (processor, account_id),
  unique (program_id),
  check ((connected_by = 'manual') = (webhook_secret is not null))
);

alter table programs add constraint programs_processor_connection_status
  check (processor_connection_status in ('not_connected', 'connected', 'disconnected'));

-- Every event of a processor, once: its row is what a redelivery waits for and then finds.
create table processor_events (
  program_id bigint not null references programs (id),
  processor text not null,
  event_id text not null,
  type text not null,
  is_live boolean not null,
  outcome text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  primary key (program_id, processor, event_id)
);

-- One row per payment the processor told of, whatever it is called in each event (its names are below).
-- `announced`: so far only a refund or a link between names was heard of it. `unattributed`: nobody's yet, with the
-- reason; the reason stays when it is attributed later.
create table processor_payments (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  processor text not null,
  state text not null check (state in ('announced', 'attributed', 'unattributed', 'dismissed')),
  reason text check (reason in
    ('no_customer', 'window_expired', 'unsupported_currency', 'partner_not_approved', 'program_inactive')),
  transaction_id text,
  amount_cents bigint check (amount_cents > 0),
  tax_amount_cents bigint,
  currency text,
  sale_type text check (sale_type in ('payment', 'subscription')),
  is_recurring boolean,
  subscription_id text,
  subscription_interval text check (subscription_interval in ('monthly', 'quarterly', 'annual')),
  product_id text,
  click_id text,
  customer_key text,
  email_hash bytea,
  processor_customer_id text,
  occurred_at timestamptz,
  sale_id bigint,
  decided_by text,
  created_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, sale_id),
  foreign key (program_id, sale_id) references sale_events (program_id, id),
  check ((state = 'attributed') = (sale_id is not null)),
  check (state not in ('unattributed', 'dismissed') or (reason is not null and transaction_id is not null
    and amount_cents is not null and currency is not null and sale_type is not null and is_recurring is not null
    and occurred_at is not null))
);

create index processor_payments_kept on processor_payments (program_id, created_at, id) where reason is not null;

create index processor_payments_state on processor_payments (program_id, state, created_at, id) where reason is not null;

-- The names of a payment: its checkout session, invoice, payment intent, charge.
create table payment_references (
  program_id bigint not null references programs (id),
  reference text not null,
  payment_id bigint not null,
  primary key (program_id, reference),
  foreign key (program_id, payment_id) references processor_payments (program_id, id)
);

create index payment_references_payment on payment_references (program_id, payment_id);

-- Refunds and disputes as the processor told of them; without `applied_at` they wait for the sale.
-- A refund's amount is the total refunded of its charge so far; a payment in parts has several charges.
create table processor_refunds (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  payment_id bigint not null,
  kind text not null check (kind in ('refund', 'failed_refund', 'dispute')),
  refund_id text,
  charge_id text,
  amount_cents bigint not null check (amount_cents > 0),
  is_withdrawn boolean not null,
  reason text,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (program_id, id),
  foreign key (program_id, payment_id) references processor_payments (program_id, id),
  check ((kind = 'refund') = (refund_id is null))
);

create index processor_refunds_payment on processor_refunds (program_id, payment_id, occurred_at, id);

create index customers_processor on customers (program_id, processor_customer_id, created_at, id)
  where processor_customer_id is not null;

alter table sale_events drop constraint sale_events_attributed_by_check;

alter table sale_events add constraint sale_events_attributed_by_check
  check (attributed_by in ('customer_key', 'click_id', 'email', 'processor_customer_id', 'manual'));
