-- Money after the sale: refunds and disputes are events of their own, the sale keeps what they come to, and the
-- commission and the fee keep what of them was taken back. What was paid out is never rewritten: what is owed is
-- `amount_cents - reversed_cents - paid_cents`, which a refund after the payment makes negative.

-- A dispute that was won gets `withdrawn_at` and no longer counts; a refund that failed is a row that takes back.
create table refund_events (
  program_id bigint not null,
  id bigint generated always as identity,
  is_test boolean not null,
  sale_id bigint not null,
  kind text not null check (kind in ('refund', 'failed_refund', 'dispute')),
  refund_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  reason text,
  source text not null check (source in ('merchant', 'dashboard', 'processor')),
  actor_user_id text,
  received_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (program_id, id),
  unique (program_id, sale_id, kind, refund_id),
  foreign key (program_id, sale_id) references sale_events (program_id, id),
  check (kind = 'dispute' or withdrawn_at is null)
);

create index refund_events_newest on refund_events (program_id, received_at, id);

alter table commissions add column reversed_cents bigint not null default 0;

alter table commissions add column paid_cents bigint not null default 0 check (paid_cents between 0 and amount_cents);

alter table commissions add column approved_at timestamptz;

-- A rejected commission is reversed for good: no refund that fails and no dispute that is won brings it back.
alter table commissions add column rejected_at timestamptz;

alter table commissions add constraint commissions_reversed check (reversed_cents between 0 and amount_cents);

alter table commissions add constraint commissions_reversed_whole check (status <> 'reversed' or reversed_cents = amount_cents);

alter table commissions add constraint commissions_rejected check (rejected_at is null or status = 'reversed');

update commissions as c set approved_at = c.hold_until where c.status = 'approved';

alter table platform_fees add column reversed_cents bigint not null default 0;

alter table platform_fees add constraint platform_fees_reversed check (reversed_cents between 0 and amount_cents);

-- Who may approve: the job at the end of the hold, or only a person.
alter table programs add column commission_approval text not null default 'automatic'
  check (commission_approval in ('automatic', 'review'));

drop index commissions_due;

create index commissions_due on commissions (program_id, hold_until) where status = 'pending';

-- Every change of a commission: who, when, from, to, why. Amounts are what was left of it before and after.
create table commission_changes (
  program_id bigint not null,
  id bigint generated always as identity,
  commission_id bigint not null,
  from_status text not null,
  to_status text not null,
  from_amount_cents bigint not null,
  to_amount_cents bigint not null,
  actor text not null check (actor in ('system', 'user', 'merchant', 'processor')),
  actor_user_id text,
  reason text not null,
  changed_at timestamptz not null,
  primary key (program_id, id),
  foreign key (program_id, commission_id) references commissions (program_id, id),
  check ((actor = 'user') = (actor_user_id is not null))
);

create index commission_changes_commission on commission_changes (program_id, commission_id, changed_at, id);

-- Where a merchant wants to be told. The secrets are encrypted under APP_SECRET; the previous one signs too until its date.
create table webhook_endpoints (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  url text not null,
  event_types text[] not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_reason text,
  primary key (program_id, id)
);

-- What there is to tell, written in the transaction of what happened (only for programs that want it told).
create table outbox_events (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  message_id uuid not null default gen_random_uuid(),
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  dispatched_at timestamptz,
  primary key (program_id, id),
  unique (program_id, message_id)
);

create index outbox_events_waiting on outbox_events (created_at, id) where dispatched_at is null;
