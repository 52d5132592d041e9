-- A payment that could not be attributed says so itself. It follows from its reason, so that a process of the version
-- before, which may still run beside this one, keeps it right too.
alter table processor_payments
  add column was_unattributed boolean not null generated always as (reason is not null) stored;

drop index processor_payments_kept;

drop index processor_payments_state;

create index processor_payments_kept on processor_payments (program_id, created_at, id) where was_unattributed;

create index processor_payments_state on processor_payments (program_id, state, created_at, id) where was_unattributed;
