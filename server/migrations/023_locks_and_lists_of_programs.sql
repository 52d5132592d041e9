-- What a cluster cannot have are locks that belong to one node and lists that ask every node.

-- One e-mail may belong to several customers of a program, so no unique key can guard it: calls about one queue on the
-- row of its bucket.
create table lead_locks (
  program_id bigint not null references programs (id),
  bucket smallint not null,
  primary key (program_id, bucket)
);

-- Which programs a workspace has, for lists of programs. It follows programs: `stats verify` compares.
create table workspace_programs (
  program_id bigint primary key,
  workspace_id text not null references workspaces (id),
  created_at timestamptz not null
);

create index workspace_programs_newest on workspace_programs (workspace_id, created_at, program_id);

insert into workspace_programs (program_id, workspace_id, created_at)
select p.id, p.workspace_id, p.created_at from programs p;
