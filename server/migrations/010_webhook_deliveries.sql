-- Telling merchants: each message of the outbox becomes one delivery per endpoint that wants it, and a delivery is
-- sent until it is answered with 2xx or given up.

-- Since when nothing but failures came from it. A success sets it back.
alter table webhook_endpoints add column failing_since timestamptz;

-- A claim is a lease: who holds it sends, and when its process dies another one sends the same message again.
-- `attempts` counts claims, so that a message that kills its process is not sent forever.
create table webhook_deliveries (
  program_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  event_id bigint not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  created_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, event_id, endpoint_id),
  foreign key (program_id, endpoint_id) references webhook_endpoints (program_id, id) on delete cascade,
  foreign key (program_id, event_id) references outbox_events (program_id, id),
  check ((state = 'pending') = (next_attempt_at is not null)),
  check ((state = 'delivered') = (delivered_at is not null)),
  check (state = 'pending' or claimed_until is null)
);

create index webhook_deliveries_due on webhook_deliveries (program_id, endpoint_id, next_attempt_at, id)
  where state = 'pending';

create index webhook_deliveries_claimed on webhook_deliveries (program_id, endpoint_id, claimed_until)
  where claimed_until is not null;

create index webhook_deliveries_newest on webhook_deliveries (program_id, endpoint_id, created_at, id);

create index webhook_deliveries_old on webhook_deliveries (created_at);

create index outbox_events_old on outbox_events (dispatched_at) where dispatched_at is not null;
