-- Track calls that were not recorded, with what their callers sent: written beside the answer, kept for a time. A duplicate
-- is one row per transaction, with its count.
create table refusals (
  program_id bigint not null,
  id bigint generated always as identity,
  call text not null check (call in ('click', 'lead', 'sale', 'refund')),
  is_test boolean not null,
  -- The API's error code, or the reason why a call that was answered as a success was not counted.
  code text not null,
  message text not null,
  field text,
  -- As sent, cut to what can be kept; an e-mail address never.
  transaction_id text,
  customer_key text,
  click_id text,
  link_code text,
  amount text,
  currency text,
  -- The API key that the call was made with; null where it had none that could be used.
  key_id bigint,
  is_authenticated boolean not null,
  request_id text not null,
  count integer not null default 1 check (count > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (program_id, id)
);

alter table refusals add foreign key (program_id) references programs (id);

create unique index refusals_duplicate on refusals (program_id, is_test, transaction_id)
  where code = 'duplicate_transaction';

create index refusals_newest on refusals (program_id, last_at, id);

create index refusals_transaction on refusals (program_id, transaction_id) where transaction_id is not null;

create index refusals_customer on refusals (program_id, customer_key) where customer_key is not null;

create index refusals_click on refusals (program_id, click_id) where click_id is not null;
