-- Payouts: what a partner has earned and not been paid yet, taken together and sent as one amount. A batch makes one
-- payout per partner and currency; each freezes what of every commission it pays. What a refund takes back meanwhile
-- changes the commission, not the payout: the next one takes it up.

-- `manual`: commissions that somebody marked as paid; their payouts are born paid.
create table payout_batches (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('batch', 'manual')),
  created_by text not null,
  created_at timestamptz not null,
  primary key (program_id, id)
);

-- Sums are numeric: they never overflow. Only positive payouts are made: a negative balance waits.
create table payouts (
  program_id bigint not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  partner_id bigint not null,
  currency text not null check (currency in ('USD', 'EUR', 'VND')),
  amount_cents numeric(38, 0) not null check (amount_cents > 0),
  commissions integer not null check (commissions > 0),
  status text not null default 'open' check (status in ('open', 'paid', 'cancelled')),
  reference text,
  created_at timestamptz not null,
  closed_by text,
  closed_at timestamptz,
  primary key (program_id, id),
  unique (program_id, batch_id, partner_id, currency),
  foreign key (program_id, batch_id) references payout_batches (program_id, id),
  foreign key (program_id, partner_id) references partner_programs (program_id, partner_id),
  check ((status = 'open') = (closed_at is null)),
  check ((closed_at is null) = (closed_by is null)),
  check (reference is null or status = 'paid')
);

create index payouts_newest on payouts (program_id, created_at, id);

create index payouts_partner on payouts (program_id, partner_id, created_at, id);

-- What a payout pays of a commission, or takes back of it. `earned_at` is when the commission was made.
create table payout_items (
  program_id bigint not null,
  payout_id bigint not null,
  commission_id bigint not null,
  amount_cents bigint not null,
  earned_at timestamptz not null,
  primary key (program_id, payout_id, commission_id),
  foreign key (program_id, payout_id) references payouts (program_id, id),
  foreign key (program_id, commission_id) references commissions (program_id, id)
);

create index payout_items_newest on payout_items (program_id, payout_id, earned_at, commission_id);

create index payout_items_commission on payout_items (program_id, commission_id);

-- The open payout that holds a commission: while it is there, no other payout takes the commission.
alter table commissions add column payout_id bigint;

alter table commissions add constraint commissions_payout
  foreign key (program_id, payout_id) references payouts (program_id, id);

-- The balances of a partner are summed from this index alone.
create index commissions_balance on commissions (program_id, partner_id, currency, status)
  include (amount_cents, reversed_cents, paid_cents);

-- What the next payout takes: approved commissions, and paid or reversed ones of which something is owed, either way.
create index commissions_payable on commissions (program_id, partner_id, currency, id)
  where payout_id is null and (status = 'approved'
    or (status in ('paid', 'reversed') and amount_cents - reversed_cents <> paid_cents));
