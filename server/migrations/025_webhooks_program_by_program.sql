-- What is to be told, and what is old, is looked for program by program.

drop index outbox_events_waiting;

create index outbox_events_waiting on outbox_events (program_id, created_at, id) where dispatched_at is null;

drop index outbox_events_old;

create index outbox_events_old on outbox_events (program_id, dispatched_at) where dispatched_at is not null;

drop index webhook_deliveries_old;

create index webhook_deliveries_old on webhook_deliveries (program_id, created_at);
