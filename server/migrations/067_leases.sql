-- Who is at a work that one process does at a time, and until when by the clock of the database. A process that is gone
-- stops renewing its row, and another one takes it when it has run out.
create table leases (
  name text primary key,
  holder uuid not null,
  until timestamptz not null
);
