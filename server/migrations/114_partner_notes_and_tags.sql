-- What the team writes down about a partner, for itself alone.
create table partner_notes (
  program_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  -- A person of the team, or a management key.
  author_id text not null,
  text text not null check (text <> '' and char_length(text) <= 2000),
  -- Grows with each edit: whoever edits names the one seen.
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  edited_at timestamptz,
  edited_by text,
  primary key (program_id, id),
  check ((edited_at is null) = (edited_by is null)),
  check ((edited_at is null) = (version = 1))
);

alter table partner_notes add foreign key (program_id, partner_id)
  references partner_programs (program_id, partner_id);

create index partner_notes_newest on partner_notes (program_id, partner_id, created_at, id);

-- That a note was written, changed or taken away, and never what it says.
create trigger audit after insert or update or delete on partner_notes
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('partner_note', 'id', '{created_at,edited_at}', '{text}', '{}');

-- Words by which the team sorts its partners, in the one spelling in which they are compared.
create table partner_tags (
  program_id bigint not null,
  partner_id bigint not null,
  tag text not null check (tag <> '' and char_length(tag) <= 40),
  primary key (program_id, partner_id, tag)
);

alter table partner_tags add foreign key (program_id, partner_id)
  references partner_programs (program_id, partner_id);

create index partner_tags_of_program on partner_tags (program_id, tag, partner_id);

create trigger audit after insert or update or delete on partner_tags
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('partner', 'partner_id', '{}', '{}', '{}');
