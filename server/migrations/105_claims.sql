-- What a partner believes to be his, of an order or of a day, until the team decides or he takes it back.
create table claims (
  program_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  -- One of the two: the id of an order as the partner typed it, or a day in the program's time zone.
  transaction_id text,
  day text,
  -- In the partner's words; null once the customer was erased.
  note text,
  state text not null default 'open',
  -- What it became.
  sale_id bigint,
  -- What the team said to the partner.
  words text,
  -- A person of the team, or a management key.
  decided_by text,
  created_at timestamptz not null,
  -- Decided, or taken back.
  closed_at timestamptz,
  primary key (program_id, id),
  -- A sale is claimed with success once.
  unique (program_id, sale_id),
  constraint claims_state_check check (state in ('open', 'accepted', 'rejected', 'withdrawn')),
  check ((transaction_id is null) = (day is not null)),
  check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  check ((state = 'accepted') = (sale_id is not null)),
  check ((state = 'open') = (closed_at is null)),
  check ((state in ('accepted', 'rejected')) = (decided_by is not null))
);

alter table claims add foreign key (program_id, partner_id) references partner_programs (program_id, partner_id);

alter table claims add foreign key (program_id, sale_id) references sale_events (program_id, id);

-- Open at once: one for each order and each day of a partner.
create unique index claims_open_order on claims (program_id, partner_id, transaction_id)
  where state = 'open' and transaction_id is not null;

create unique index claims_open_day on claims (program_id, partner_id, day) where state = 'open' and day is not null;

create index claims_newest on claims (program_id, created_at, id);

create index claims_partner on claims (program_id, partner_id, created_at, id);

create index claims_order on claims (program_id, transaction_id) where transaction_id is not null;

create trigger audit after update on claims
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('claim', 'id', '{created_at,closed_at,transaction_id,note,words}', '{}', '{}');
