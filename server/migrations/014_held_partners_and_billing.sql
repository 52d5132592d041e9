-- A partner whose payouts wait, and why: earnings go on, and nothing of them is paid until somebody releases them.
alter table partner_programs
  add column payout_hold_reason text,
  add column payouts_held_at timestamptz,
  add column payouts_held_by text,
  add constraint partner_programs_hold check (
    (payout_hold_reason is null) = (payouts_held_at is null) and (payouts_held_at is null) = (payouts_held_by is null));

-- Whether a sale was decided to pay a commission, and what a lead paid: without them a commission that is gone is
-- missed by nobody. Null: recorded by a version that did not say.
alter table sale_events add column has_commission boolean;

alter table lead_events
  add column commission_cents bigint,
  add column commission_currency text check (commission_currency in ('USD', 'EUR', 'VND')),
  add constraint lead_events_commission check ((commission_cents is null) = (commission_currency is null));

-- Whom an invoice is written to.
alter table programs
  add column legal_name text,
  add column legal_address text,
  add column tax_id text;

-- A credit note takes an invoice back, line by line. What both say of the two parties is as it was when they were issued.
alter table invoices
  add column kind text not null default 'invoice',
  add column voids_invoice_id bigint,
  add column void_reason text,
  add column voided_at timestamptz,
  add column issuer_address text,
  add column issuer_tax_id text,
  add column billed_name text,
  add column billed_address text,
  add column billed_tax_id text,
  add constraint invoices_kind_check check (kind in ('invoice', 'credit_note')),
  add constraint invoices_voids foreign key (program_id, voids_invoice_id) references invoices (program_id, id),
  add constraint invoices_voids_once unique (program_id, voids_invoice_id),
  add constraint invoices_credit_note check (
    (kind = 'credit_note') = (voids_invoice_id is not null) and (kind = 'credit_note') = (void_reason is not null)),
  add constraint invoices_voided check (voided_at is null or kind = 'invoice');

-- A month has one invoice that stands.
alter table invoices drop constraint invoices_program_id_month_key;

create unique index invoices_month on invoices (program_id, month) where kind = 'invoice' and voided_at is null;

-- A line of a credit note is the opposite of the line it takes back, whichever sign that had.
alter table invoice_lines
  drop constraint invoice_lines_kind_check,
  drop constraint invoice_lines_check,
  drop constraint invoice_lines_check1,
  drop constraint invoice_lines_check2,
  add constraint invoice_lines_kind_check check (kind in ('fee', 'credit', 'void')),
  add constraint invoice_lines_fee_sign check (kind <> 'fee' or (amount_cents > 0 and usd_cents >= 0)),
  add constraint invoice_lines_credit_sign check (kind <> 'credit' or (amount_cents < 0 and usd_cents <= 0)),
  add constraint invoice_lines_void_sign check (kind <> 'void' or (amount_cents <> 0 and amount_cents * usd_cents >= 0)),
  add constraint invoice_lines_rate check ((kind = 'fee') = (exchange_rate is not null));

-- Commissions that were decided before their history was kept get the one row that says so, and every one that is
-- past pending has a history then.
insert into commission_changes (program_id, commission_id, from_status, to_status, from_amount_cents, to_amount_cents,
  actor, reason, changed_at)
select c.program_id, c.id, 'pending', c.status, c.amount_cents, c.amount_cents - c.reversed_cents, 'system',
  'decided before the history was kept', coalesce(c.rejected_at, c.approved_at, c.created_at)
from commissions c
where (c.status <> 'pending' or c.reversed_cents > 0) and not exists (
  select 1 from commission_changes h where h.program_id = c.program_id and h.commission_id = c.id);
