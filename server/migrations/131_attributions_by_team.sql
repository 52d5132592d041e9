-- Customers whom a member of the team gave to a partner, from that day on. What a customer did before stays with its row and
-- partner: the customer goes on as a new row, which takes over the names, and `continued_by` leads to it.
create table customer_attributions (
  program_id bigint not null,
  id bigint generated always as identity,
  -- The row from that day on.
  customer_id bigint not null,
  -- The row until then; null: nobody knew the customer.
  previous_customer_id bigint,
  partner_id bigint not null,
  previous_partner_id bigint,
  -- Null once the person was erased.
  reason text check (reason <> '' and char_length(reason) <= 500),
  -- A person of the team, or a management key.
  actor_id text not null,
  attributed_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, customer_id)
);

alter table customer_attributions add foreign key (program_id, customer_id) references customers (program_id, id);

create trigger audit after insert on customer_attributions
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('customer', 'customer_id', '{id,attributed_at,actor_id}', '{reason}', '{}');

alter table customers add column continued_by bigint;

alter table customers add column attributed_by_team boolean not null default false;

create index customers_continued on customers (program_id, continued_by) where continued_by is not null;

-- Whom the team attributes is known by its key before any signup is reported.
alter table customers drop constraint customers_check3;

alter table customers add constraint customers_named_after_signup
  check (customer_key is null or signup_at is not null or attributed_by_team);
