-- Sales are searched by how their transaction_id begins. The unique key goes by bytes now, in which it can be looked for
-- whatever the collation of the database is; equality is the same. Who has made an index of this name before (without
-- keeping writers waiting, by "create unique index concurrently") keeps nobody waiting here.
create unique index if not exists sale_events_transaction
  on sale_events (program_id, is_test, transaction_id text_pattern_ops);

-- The sales of a partner, newest first.
create index if not exists sale_events_partner_newest on sale_events (program_id, partner_id, received_at, id)
  where not is_test;
