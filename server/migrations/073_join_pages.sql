-- How people join a program: who may, what its page says, what it asks, and its terms.
create table join_pages (
  program_id bigint not null,
  mode text not null,
  -- Markdown.
  words text not null,
  -- [{id, kind, text, required, choices}]: an id stays the same for as long as its question is there.
  questions jsonb not null,
  -- The version in force; none, where there are no terms.
  terms_version integer,
  updated_at timestamptz not null,
  primary key (program_id),
  constraint join_pages_mode_check check (mode in ('open', 'approval', 'invitation'))
);

alter table join_pages add foreign key (program_id) references programs (id);

create trigger audit after insert or update or delete on join_pages
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('join_page', 'program_id', '{updated_at}', '{}', '{}');

-- A version is never changed: somebody may have accepted it.
create table join_terms (
  program_id bigint not null,
  version integer not null,
  words text not null,
  created_at timestamptz not null,
  primary key (program_id, version),
  check (version > 0)
);

alter table join_terms add foreign key (program_id) references programs (id);
