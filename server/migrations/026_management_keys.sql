-- Credentials of programs that call the management API: each belongs to a workspace, or to one program of it, and never
-- may more than the person who made it may now. A key that was revoked stays, so that the audit log can name it.
create table management_keys (
  id bigint primary key generated always as identity,
  workspace_id text not null,
  program_id bigint,
  name text not null,
  permissions text[] not null check (permissions <> '{}'),
  key_hash bytea not null unique,
  masked text not null,
  made_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);

create index management_keys_newest on management_keys (workspace_id, created_at, id);

alter table management_keys add foreign key (workspace_id) references workspaces (id) on delete cascade;

alter table management_keys add foreign key (program_id) references workspace_programs (program_id) on delete cascade;

alter table management_keys add foreign key (made_by) references users (id) on delete cascade;

create trigger audit after insert or update or delete on management_keys
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('management_key', 'id', '{created_at,last_used_at,key_hash}', '{}', '{}');

-- Which key did it, where no person did.
alter table audit_log add column key_id bigint;

alter table program_audit_log add column key_id bigint;

create index audit_log_key on audit_log (workspace_id, key_id, written_at, id) where key_id is not null;

create index program_audit_log_key on program_audit_log (workspace_id, key_id, written_at, id) where key_id is not null;

-- The history of a commission names a key too: its `actor_user_id` is then `key:` and the number of the key.
alter table commission_changes drop constraint commission_changes_actor_check;

alter table commission_changes add constraint commission_changes_actor_check
  check (actor in ('system', 'user', 'key', 'merchant', 'processor'));

alter table commission_changes drop constraint commission_changes_check;

alter table commission_changes add constraint commission_changes_check
  check ((actor in ('user', 'key')) = (actor_user_id is not null));

-- As before, with the key. Processes of the version before go on with it: they name none.
create or replace function audit_change() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  acting jsonb := current_setting('affiliate.acting')::jsonb;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  thing jsonb := coalesce(became, was);
  program bigint := case when tg_argv[0] = 'program' then thing ->> 'id' else thing ->> 'program_id' end;
  workspace text := case when tg_argv[0] = 'workspace' then thing ->> 'id' else thing ->> 'workspace_id' end;
  is_of_workspace boolean := tg_argv[0] in ('workspace', 'member', 'invitation', 'management_key', 'processor_account')
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
      (program_id, at, workspace_id, user_id, key_id, action, target_type, target_id, before, after, request_id)
    values (
      program, (acting ->> 'at')::timestamptz, workspace, acting ->> 'user_id', (acting ->> 'key_id')::bigint,
      acting ->> 'action', tg_argv[0], thing ->> tg_argv[1], was, became, acting ->> 'request_id');
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
      (at, workspace_id, program_id, user_id, key_id, action, target_type, target_id, before, after, request_id)
    values (
      (acting ->> 'at')::timestamptz, workspace, program, acting ->> 'user_id', (acting ->> 'key_id')::bigint,
      acting ->> 'action', tg_argv[0], thing ->> tg_argv[1], was, became, acting ->> 'request_id');
  end if;
  return null;
end
$$;
