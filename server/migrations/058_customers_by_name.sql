-- As 057, for customers by how their key begins, and for those of a partner, newest first.
create unique index if not exists customers_key on customers (program_id, customer_key text_pattern_ops);

create index if not exists customers_partner_newest on customers (program_id, partner_id, created_at, id);
