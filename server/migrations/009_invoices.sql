-- Invoices of the platform fees: one per program and calendar month, in USD, numbered without gaps, never changed
-- once issued. What happens to a fee afterwards is a line of the next one.

-- What of a fee was invoiced so far, less what was credited, and what that came to in US cents.
alter table platform_fees add column invoiced_cents bigint not null default 0;

alter table platform_fees add column invoiced_usd_cents numeric(38, 0) not null default 0;

alter table platform_fees add constraint platform_fees_invoiced check (invoiced_cents between 0 and amount_cents);

alter table platform_fees add constraint platform_fees_invoiced_usd
  check (invoiced_usd_cents >= 0 and (invoiced_cents > 0 or invoiced_usd_cents = 0));

create index platform_fees_due on platform_fees (program_id, created_at, id)
  where amount_cents - reversed_cents <> invoiced_cents;

-- `month` is the first day of the month; `period_to` is the first instant after it. Names are as they were.
create table invoices (
  program_id bigint not null references programs (id),
  id bigint generated always as identity,
  sequence integer not null check (sequence > 0),
  month date not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  time_zone text not null,
  issuer text not null,
  program_name text not null,
  workspace_name text not null,
  exchange_rates jsonb not null,
  lines integer not null default 0 check (lines >= 0),
  total_usd_cents numeric(38, 0) not null default 0,
  issued_by text not null,
  issued_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, sequence),
  unique (program_id, month),
  check (period_from < period_to and period_to <= issued_at)
);

create index invoices_newest on invoices (program_id, issued_at, id);

-- A line is what one fee adds to an invoice, or, as a credit, takes off it. `charged_at` is when the fee was made;
-- a credit has no rate: it takes back what its fee was invoiced at.
create table invoice_lines (
  program_id bigint not null,
  invoice_id bigint not null,
  fee_id bigint not null,
  sale_id bigint not null,
  kind text not null check (kind in ('fee', 'credit')),
  amount_cents bigint not null,
  currency text not null check (currency in ('USD', 'EUR', 'VND')),
  exchange_rate text,
  usd_cents numeric(38, 0) not null,
  charged_at timestamptz not null,
  primary key (program_id, invoice_id, fee_id),
  foreign key (program_id, invoice_id) references invoices (program_id, id),
  foreign key (program_id, fee_id) references platform_fees (program_id, id),
  foreign key (program_id, sale_id) references sale_events (program_id, id),
  check ((kind = 'fee') = (amount_cents > 0 and usd_cents >= 0)),
  check ((kind = 'credit') = (amount_cents < 0 and usd_cents <= 0)),
  check ((kind = 'fee') = (exchange_rate is not null))
);

create index invoice_lines_newest on invoice_lines (program_id, invoice_id, charged_at, fee_id);

create index invoice_lines_fee on invoice_lines (program_id, fee_id);
