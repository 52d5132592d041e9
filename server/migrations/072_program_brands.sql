-- What people outside see of a program: the name in its address, its colour, its logo, and who answers its mails.

-- A name is one program's in the whole installation; this small table says whose.
create table program_slugs (
  slug text primary key,
  program_id bigint not null unique,
  created_at timestamptz not null,
  check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
);

alter table program_slugs add foreign key (program_id) references workspace_programs (program_id) on delete cascade;

create table program_brands (
  program_id bigint not null,
  slug text,
  colour text not null,
  reply_to text,
  -- SHA-256 of the logo, which stands in its address.
  logo_digest text,
  updated_at timestamptz not null,
  primary key (program_id),
  check (colour ~ '^#[0-9a-f]{6}$')
);

alter table program_brands add foreign key (program_id) references programs (id);

create trigger audit after insert or update or delete on program_brands
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('brand', 'program_id', '{updated_at}', '{}', '{}');

create table program_logos (
  program_id bigint not null,
  media_type text not null,
  bytes bytea not null,
  digest text not null,
  created_at timestamptz not null,
  primary key (program_id),
  check (octet_length(bytes) <= 65536)
);

alter table program_logos add foreign key (program_id) references programs (id);
