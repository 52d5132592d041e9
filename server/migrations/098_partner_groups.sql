-- Partners of a program may belong to a group, which may have commission policies of its own. What a sale pays follows the
-- group that its partner is in when the sale is decided.
create table partner_groups (
  program_id bigint not null,
  id bigint generated always as identity,
  name text not null check (name <> ''),
  created_at timestamptz not null,
  -- From then on nobody is in it, and its policies are ended.
  ended_at timestamptz,
  primary key (program_id, id)
);

alter table partner_groups add foreign key (program_id) references programs (id);

-- A name is taken by one group at a time, whatever its case.
create unique index partner_groups_name on partner_groups (program_id, lower(name)) where ended_at is null;

alter table partner_programs add column group_id bigint;

alter table partner_programs add foreign key (program_id, group_id) references partner_groups (program_id, id);

create index partner_programs_group on partner_programs (program_id, group_id, partner_id) where group_id is not null;

-- Which group a partner was in, and since when: a sale of the past is explained by the group of its time. In the order of
-- the changes, which `seq` says, not a clock.
create table partner_group_changes (
  program_id bigint not null,
  partner_id bigint not null,
  seq integer not null check (seq > 0),
  group_id bigint,
  at timestamptz not null,
  primary key (program_id, partner_id, seq)
);

alter table partner_group_changes add foreign key (program_id, partner_id)
  references partner_programs (program_id, partner_id);

alter table partner_group_changes add foreign key (program_id, group_id) references partner_groups (program_id, id);

alter table commission_policies add column group_id bigint;

alter table commission_policies add foreign key (program_id, group_id) references partner_groups (program_id, id);

alter table commission_policies drop constraint commission_policies_program_id_product_id_version_key;

alter table commission_policies add constraint commission_policies_version
  unique nulls not distinct (program_id, group_id, product_id, version);

drop index commission_policies_current;

create unique index commission_policies_current on commission_policies (program_id, group_id, product_id)
  nulls not distinct where superseded_at is null;

create trigger audit after insert or update or delete on partner_groups
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('partner_group', 'id', '{created_at}', '{}', '{}');
