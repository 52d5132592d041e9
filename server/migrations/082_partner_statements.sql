-- What a partner earned, lost and was paid in a month of the program's time zone, in one currency: written once the month is
-- over, and never changed. What comes later, or was still under way, stands in a later month.
create table partner_statements (
  program_id bigint not null,
  partner_id bigint not null,
  -- YYYY-MM
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'XXX'),
  time_zone text not null,
  opening_cents numeric(38, 0) not null,
  earned_cents numeric(38, 0) not null,
  taken_back_cents numeric(38, 0) not null,
  paid_cents numeric(38, 0) not null,
  closing_cents numeric(38, 0) not null,
  lines integer not null check (lines > 0),
  closed_at timestamptz not null,
  primary key (program_id, partner_id, month, currency),
  check (opening_cents + earned_cents - taken_back_cents - paid_cents = closing_cents)
);

alter table partner_statements add foreign key (program_id, partner_id)
  references partner_programs (program_id, partner_id);

-- How one commission went in the month: what it earned, what of that was taken back (less what was given again), what was paid.
create table partner_statement_lines (
  program_id bigint not null,
  partner_id bigint not null,
  month text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'XXX'),
  commission_id bigint not null,
  earned_cents bigint not null,
  taken_back_cents bigint not null,
  paid_cents bigint not null,
  primary key (program_id, partner_id, month, currency, commission_id),
  check (earned_cents <> 0 or taken_back_cents <> 0 or paid_cents <> 0)
);

alter table partner_statement_lines add foreign key (program_id, partner_id, month, currency)
  references partner_statements (program_id, partner_id, month, currency);

alter table partner_statement_lines add foreign key (program_id, commission_id) references commissions (program_id, id);

create index partner_statement_lines_commission on partner_statement_lines (program_id, commission_id);

-- The months of a program that have all their statements. They are closed in their order.
create table partner_statement_months (
  program_id bigint not null,
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  closed_at timestamptz not null,
  primary key (program_id, month)
);

alter table partner_statement_months add foreign key (program_id) references programs (id);

create function refuse_statement_change() returns trigger language plpgsql as $$
begin
  raise exception 'a statement that was made is never changed or deleted';
end
$$;

create trigger written_once before update or delete on partner_statements
  for each statement execute function refuse_statement_change();

create trigger written_once before update or delete on partner_statement_lines
  for each statement execute function refuse_statement_change();
