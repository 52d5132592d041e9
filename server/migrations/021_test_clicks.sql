-- Live clicks are listed by their primary key; only the few test clicks need an index of their own.
create index click_events_test on click_events (program_id, received_at, id) where is_test;
