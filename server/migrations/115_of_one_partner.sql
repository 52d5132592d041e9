-- The mails and the application of one partner. Who has made indexes of these names before (create index concurrently) keeps
-- nobody waiting here.
create index if not exists mails_of_recipient on mails (program_id, recipient, created_at, id)
  where program_id is not null;

create index if not exists applications_of_partner on applications (program_id, partner_id)
  where partner_id is not null;
