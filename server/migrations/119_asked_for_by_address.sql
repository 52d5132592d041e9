-- What was told of a partner's approval, and what one address applied for and was invited to: the keys of the tables lead through
-- those of all others. Who has made indexes of these names before (create index concurrently) keeps nobody waiting here.
create index if not exists outbox_events_approved on outbox_events (program_id, (data ->> 'partner_id'))
  where type = 'partner.approved';

create index if not exists applications_email on applications (email, program_id);

create index if not exists join_invitations_of_email on join_invitations (email, program_id) where email is not null;
