-- One refund has two reporters, the processor and the merchant. What each said is kept, and what of it counts.

-- `amount_cents` is what the row added to (or, of a failed refund, took from) what counts as refunded; `reported_cents`
-- is what the report said, where that is another amount: a refund that the other reporter told of before adds nothing.
alter table refund_events add column reported_cents bigint check (reported_cents > 0);

alter table refund_events drop constraint refund_events_amount_cents_check;

alter table refund_events add constraint refund_events_amount_cents_check
  check (amount_cents >= 0 and (amount_cents > 0 or reported_cents is not null));

-- The sale turned out to be the same payment as another one: nothing of it is left, whatever else is reported.
alter table refund_events add column voids_sale boolean not null default false;

update refund_events set voids_sale = true
  where source = 'processor' and kind = 'refund' and refund_id = reason and refund_id like 'the same payment as sale %';

-- What of the payment's sale has been refunded by all that the processor reported, in cents of the sale. An invoice
-- or order that was paid is one payment, whoever else the same payment intent or charge paid: its id is `bill_id`.
-- `amount_from` says which event the amount is of: a checkout's is a price, an invoice's is what the customer paid.
alter table processor_payments add column refunded_cents bigint check (refunded_cents >= 0);

alter table processor_payments add column bill_id text;

-- A sale that was made of the payment is worth what the payment was; one that the merchant reported, what it said.
alter table processor_payments add column made_sale boolean not null default false;

alter table processor_payments add column amount_from text check (amount_from in ('checkout', 'intent', 'invoice'));

update processor_payments as y set refunded_cents = greatest(0, r.cents)
  from (
    select r.program_id, r.sale_id,
      sum(case r.kind when 'failed_refund' then -r.amount_cents::numeric else r.amount_cents::numeric end) as cents
    from refund_events r join (
      select e.program_id, e.sale_id, max(e.id) as id from refund_events e
      where e.source = 'processor' and e.kind <> 'dispute' group by e.program_id, e.sale_id
    ) l on l.program_id = r.program_id and l.sale_id = r.sale_id and r.id <= l.id
    where r.kind <> 'dispute' group by r.program_id, r.sale_id
  ) r
  where r.program_id = y.program_id and r.sale_id = y.sale_id;

update processor_payments as y set bill_id = r.reference
  from (
    select n.program_id, n.payment_id, min(n.reference) as reference
    from payment_references n where n.reference like 'in\_%' group by n.program_id, n.payment_id
  ) r
  where r.program_id = y.program_id and r.payment_id = y.id and y.processor = 'stripe';

-- A payment intent or charge that paid several bills belongs to one payment by `payment_references`; the others are here.
create table payment_shares (
  program_id bigint not null references programs (id),
  reference text not null,
  payment_id bigint not null,
  primary key (program_id, reference, payment_id),
  foreign key (program_id, payment_id) references processor_payments (program_id, id)
);

create index payment_shares_payment on payment_shares (program_id, payment_id);

-- What each charge of a payment was: refunds are taken back in proportion of it.
create table processor_charges (
  program_id bigint not null references programs (id),
  charge_id text not null,
  payment_id bigint not null,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  primary key (program_id, charge_id),
  foreign key (program_id, payment_id) references processor_payments (program_id, id)
);

create index processor_charges_payment on processor_charges (program_id, payment_id);

-- A refund with an id is one refund, without one the total of its charge so far.
alter table processor_refunds drop constraint processor_refunds_check;

alter table processor_refunds add constraint processor_refunds_check check (kind = 'refund' or refund_id is not null);

alter table processor_refunds add column currency text;

alter table processor_refunds add column event_id text;

-- Reports that wait for a person: they could not be read, or nobody can say what they come to.
create table kept_events (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  processor text not null,
  event_id text not null,
  type text not null,
  reason text not null check (reason in ('unreadable', 'currency_differs', 'amount_differs', 'another_program')),
  object_id text,
  amount_cents bigint,
  currency text,
  sale_id bigint,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  primary key (program_id, id),
  unique (program_id, processor, event_id)
);

create index kept_events_newest on kept_events (program_id, created_at, id);

-- Which program had an account when: what happened then is that program's.
create table processor_connections (
  program_id bigint not null references programs (id),
  processor text not null,
  account_id text not null,
  connected_at timestamptz not null,
  ended_at timestamptz,
  primary key (program_id, processor, account_id, connected_at)
);

create index processor_connections_account on processor_connections (processor, account_id, connected_at);

insert into processor_connections (program_id, processor, account_id, connected_at)
  select a.program_id, a.processor, a.account_id, a.connected_at from processor_accounts a;

-- Who a subscription or a customer of the processor is, as a checkout said that cost nothing: the payments come later.
create table processor_introductions (
  program_id bigint not null references programs (id),
  reference text not null,
  click_id text,
  customer_key text,
  email_hash bytea,
  created_at timestamptz not null,
  primary key (program_id, reference)
);

-- The history of a commission is in the order in which its changes were applied, whatever their clocks said.
drop index commission_changes_commission;

create index commission_changes_commission on commission_changes (program_id, commission_id, id);

-- By how much the whole commission became another one because its sale did; the rest of a change was taken or given back.
alter table commission_changes add column restated_cents bigint not null default 0;
