-- The claims of a state, and how many are open, which the navigation asks again and again. Who has made an index of this name
-- before (create index concurrently) keeps nobody waiting here.
create index if not exists claims_state on claims (program_id, state, created_at, id);
