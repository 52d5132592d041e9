-- The mails to an address, whichever program they are of, and what a team was mailed of who applied: they are exported to a person,
-- and erased with an account. Who has made indexes of these names before (create index concurrently) keeps nobody waiting here.
create index if not exists mails_to on mails (recipient, created_at, id);

create index if not exists mails_of_applicant on mails ((data ->> 'email')) where kind = 'new_application';
