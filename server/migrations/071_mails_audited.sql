-- Sending a mail again is a change of its workspace; all other changes of a mail are the service's own doing.
-- As before, with mails, so that processes of the release before go on with it.
create or replace function audit_change() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  acting jsonb := current_setting('affiliate.acting')::jsonb;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  thing jsonb := coalesce(became, was);
  program bigint := case when tg_argv[0] = 'program' then thing ->> 'id' else thing ->> 'program_id' end;
  workspace text := case when tg_argv[0] = 'workspace' then thing ->> 'id' else thing ->> 'workspace_id' end;
  is_of_workspace boolean := tg_argv[0] in
      ('workspace', 'member', 'invitation', 'management_key', 'processor_account', 'mail')
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

create trigger audit after update on mails
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('mail', 'id', '{attempts,next_attempt_at,claimed_until,last_attempt_at,expires_at}', '{secret}', '{}');
