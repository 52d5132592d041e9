-- The sales and the commissions of a customer, newest first: a page of them is read, however many there are. Who has made
-- indexes of these names before (without keeping writers waiting, by "create index concurrently") keeps nobody waiting here.
create index if not exists sale_events_customer_newest on sale_events (program_id, customer_id, received_at, id)
  where customer_id is not null;

create index if not exists commissions_customer on commissions (program_id, customer_id, created_at, id);
