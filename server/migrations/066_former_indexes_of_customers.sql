-- As 065, of what the indexes of 058 replace.
alter table customers drop constraint if exists customers_program_id_customer_key_key;

drop index if exists customers_partner;
