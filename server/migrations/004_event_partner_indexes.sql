-- What a page of partners has brought is counted from the events of just those partners.

create index click_events_partner on click_events (program_id, partner_id, received_at) where not is_test;

create index sale_events_partner on sale_events (program_id, partner_id, reported_at) where not is_test;
