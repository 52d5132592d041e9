-- Made for a database that is spread over several machines (docs/scale.md), and the same on one. What is changed of a
-- program is written down beside the program; audit_log keeps what belongs to a workspace, and all that was written
-- before. Both draw their ids from one sequence.

create sequence audit_ids;

select setval('audit_ids', (select coalesce(max(a.id), 0) + 1 from audit_log a), false);

alter table audit_log alter column id drop identity;

alter table audit_log alter column id set default nextval('audit_ids');

-- When the database wrote the row, whatever the clocks of the processes say: it is the order of the log. Ids of several
-- machines are not.
alter table audit_log
  add column written_at timestamptz not null default date_trunc('milliseconds', clock_timestamp());

drop trigger append_only on audit_log;

update audit_log as a set written_at = o.written_at
from (select b.id, max(b.at) over (order by b.id) as written_at from audit_log b) o
where o.id = a.id;

-- Two triggers, because a cluster has the rows of a table in other places than its name.
create trigger append_only before update or delete on audit_log
  for each statement execute function refuse_audit_log_change();

create trigger append_only_truncate before truncate on audit_log
  for each statement execute function refuse_audit_log_change();

drop index audit_log_workspace;

drop index audit_log_user;

drop index audit_log_action;

create index audit_log_workspace on audit_log (workspace_id, written_at, id);

create index audit_log_user on audit_log (workspace_id, user_id, written_at, id);

create index audit_log_action on audit_log (workspace_id, action, written_at, id);

create table program_audit_log (
  program_id bigint not null,
  id bigint not null default nextval('audit_ids'),
  at timestamptz not null,
  written_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  workspace_id text not null,
  user_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  primary key (program_id, id)
);

create index program_audit_log_workspace on program_audit_log (workspace_id, written_at, id);

create index program_audit_log_user on program_audit_log (workspace_id, user_id, written_at, id);

create index program_audit_log_action on program_audit_log (workspace_id, action, written_at, id);

create index program_audit_log_at on program_audit_log (workspace_id, at, id);

create trigger append_only before update or delete on program_audit_log
  for each statement execute function refuse_audit_log_change();

create trigger append_only_truncate before truncate on program_audit_log
  for each statement execute function refuse_audit_log_change();

-- As before, but for where the row goes. Tables that a cluster has whole on every node are changed on every node; only
-- the coordinator writes that down, because the log of a workspace is there.
create or replace function audit_change() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  acting jsonb := current_setting('affiliate.acting')::jsonb;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  thing jsonb := coalesce(became, was);
  program bigint := case when tg_argv[0] = 'program' then thing ->> 'id' else thing ->> 'program_id' end;
  workspace text := case when tg_argv[0] = 'workspace' then thing ->> 'id' else thing ->> 'workspace_id' end;
  is_of_workspace boolean := tg_argv[0] in ('workspace', 'member', 'invitation', 'processor_account')
    or (tg_argv[0] = 'partner' and program is null);
  is_copy boolean := false;
  changed text[] := array(
    select key from jsonb_object_keys(thing) key
    where key <> all (tg_argv[2]::text[]) and (was -> key) is distinct from (became -> key));
begin
  if tg_op = 'UPDATE' and changed = '{}' then
    return null;
  end if;
  if tg_op <> 'UPDATE' then
    was := jsonb_strip_nulls(was);
    became := jsonb_strip_nulls(became);
  end if;
  was := audit_shown(was, changed, tg_argv[3]::text[], tg_argv[4]::text[]);
  became := audit_shown(became, changed, tg_argv[3]::text[], tg_argv[4]::text[]);
  if not is_of_workspace then
    if workspace is null then
      select p.workspace_id into workspace from programs p where p.id = program;
    end if;
    insert into program_audit_log
      (program_id, at, workspace_id, user_id, action, target_type, target_id, before, after, request_id)
    values (
      program, (acting ->> 'at')::timestamptz, workspace, acting ->> 'user_id', acting ->> 'action',
      tg_argv[0], thing ->> tg_argv[1], was, became, acting ->> 'request_id');
    return null;
  end if;
  if to_regclass('pg_catalog.pg_dist_local_group') is not null then
    execute 'select groupid <> 0 from pg_catalog.pg_dist_local_group' into is_copy;
  end if;
  if not is_copy then
    if workspace is null then
      select w.workspace_id into workspace from workspace_programs w where w.program_id = program;
    end if;
    insert into audit_log
      (at, workspace_id, program_id, user_id, action, target_type, target_id, before, after, request_id)
    values (
      (acting ->> 'at')::timestamptz, workspace, program, acting ->> 'user_id', acting ->> 'action',
      tg_argv[0], thing ->> tg_argv[1], was, became, acting ->> 'request_id');
  end if;
  return null;
end
$$;
