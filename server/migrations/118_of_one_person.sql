-- The archived clicks of one partner, and the invitations of one address: the keys of the tables lead through those of all others.
-- Who has made indexes of these names before (create index concurrently) keeps nobody waiting here.
create index if not exists archived_clicks_partner on archived_clicks (program_id, partner_id, slot);

create index if not exists join_invitations_email on join_invitations (program_id, email) where email is not null;
