-- What a program says of its partners' portal: whose pages may show it in a frame, and how many links a partner makes himself.
create table portal_settings (
  program_id bigint not null,
  embed_origins text[] not null default '{}' check (cardinality(embed_origins) <= 10),
  -- Null: as many as the service allows.
  own_links integer check (own_links between 0 and 200),
  updated_at timestamptz not null,
  primary key (program_id)
);

alter table portal_settings add foreign key (program_id) references programs (id);

create trigger audit after insert or update or delete on portal_settings
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('portal_settings', 'program_id', '{updated_at}', '{}', '{}');
