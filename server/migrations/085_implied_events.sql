-- Which types of events a processor has sent, and what of the received ones implies others that never arrived.
create index processor_events_type on processor_events (program_id, type, received_at);

create index processor_payments_unlinked on processor_payments (program_id, created_at)
  where bill_id is not null and not is_linked and sale_id is not null;

create index processor_payments_unpaid on processor_payments (program_id, unpaid_since) where unpaid_since is not null;

create index processor_refunds_waiting on processor_refunds (program_id, payment_id) where applied_at is null;
