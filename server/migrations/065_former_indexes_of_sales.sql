-- What the indexes of 057 and 064 replace. It wants the table to itself for a moment, which the making of an index does not:
-- so it is a migration of its own, of one table, that can be tried again when somebody reads the table at length.
alter table sale_events drop constraint if exists sale_events_program_id_is_test_transaction_id_key;

drop index if exists sale_events_customer;
