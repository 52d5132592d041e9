-- A generic reference that the merchant sent along with a payment: at most the key of a customer that exists.
alter table processor_payments add column reference_key text;

alter table processor_introductions add column reference_key text;

-- Since when a completed checkout waits for its money; null: it is paid, or nothing said that it is complete.
alter table processor_payments add column unpaid_since timestamptz;

-- `conversion` is the merchant's own price of a checkout that was presented in another currency, `charge` what was
-- captured of a checkout's price so far.
alter table processor_payments drop constraint processor_payments_amount_from_check;

alter table processor_payments add constraint processor_payments_amount_from_check
  check (amount_from in ('checkout', 'conversion', 'charge', 'intent', 'invoice'));

-- What was authorized and released without being captured is neither revenue nor a refund.
alter table processor_charges add column released_cents bigint not null default 0;

alter table processor_charges add check (released_cents >= 0);

alter table processor_charges drop constraint processor_charges_amount_cents_check;

alter table processor_charges add constraint processor_charges_amount_cents_check
  check (amount_cents >= 0 and (amount_cents > 0 or released_cents > 0));

-- Whether the payment goes by a name that refunds and disputes use: its payment intent or charge, not only its invoice.
alter table processor_payments add column is_linked boolean not null default false;

update processor_payments as y set is_linked = true
where y.bill_id is not null and exists (
  select from payment_references r
  where r.program_id = y.program_id and r.payment_id = y.id and r.reference ~ '^(pi|ch|py)_');

-- Values of our metadata that were ignored because no id looks so, by their names; null: none.
alter table processor_events add column placeholders jsonb;

create index processor_events_placeholders on processor_events (program_id, received_at) where placeholders is not null;
