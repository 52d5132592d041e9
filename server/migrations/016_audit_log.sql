-- Every change that a person or a command makes, written by the database itself in the transaction of the change.
-- Who acts is said once per transaction, in the setting affiliate.acting (platform/acting-dialect.ts). What happens
-- without it (visitors, merchants' servers, processors, jobs) is no change by anybody and leaves no row.

create table audit_log (
  -- Its order is the order of the log; clocks may differ.
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null where no workspace has what was changed.
  workspace_id text,
  program_id bigint,
  -- Null: somebody at the command line. No foreign key: the row outlives whom it names.
  user_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  request_id text
);

create index audit_log_workspace on audit_log (workspace_id, id);

create index audit_log_user on audit_log (workspace_id, user_id, id);

create index audit_log_action on audit_log (workspace_id, action, id);

create index audit_log_at on audit_log (workspace_id, at, id);

create index audit_log_member on audit_log (workspace_id, target_id) where target_type = 'member';

create function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only: its rows are never changed or deleted';
end
$$;

create trigger append_only before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_log_change();

-- What a row shows of these columns: a secret that there is one, an address no more than its origin (its path may be a
-- secret), a number that JavaScript would round its digits.
create function audit_shown(whole jsonb, columns text[], secrets text[], addresses text[]) returns jsonb
  language sql immutable as $$
  select jsonb_object_agg(key, case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when key = any (addresses)
      then to_jsonb(regexp_replace(value #>> '{}', '^([a-z]+://)([^/?#]*@)?([^/?#]*).*$', '\1\3'))
    when jsonb_typeof(value) = 'number' and length(value::text) > 15 then to_jsonb(value::text)
    else value
  end)
  from jsonb_each(whole) where key = any (columns)
$$;

-- Arguments: what the changed thing is called, the column of its id, the columns that are left out, those that are
-- secret, and those that are addresses. An update that changes nothing else leaves no row.
create function audit_change() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  acting jsonb := current_setting('affiliate.acting')::jsonb;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  thing jsonb := coalesce(became, was);
  program bigint := case when tg_table_name = 'programs' then thing ->> 'id' else thing ->> 'program_id' end;
  workspace text := case when tg_table_name = 'workspaces' then thing ->> 'id' else thing ->> 'workspace_id' end;
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
  insert into audit_log
    (at, workspace_id, program_id, user_id, action, target_type, target_id, before, after, request_id)
  values (
    (acting ->> 'at')::timestamptz,
    coalesce(workspace, (select p.workspace_id from programs p where p.id = program)),
    program,
    acting ->> 'user_id',
    acting ->> 'action',
    tg_argv[0],
    thing ->> tg_argv[1],
    audit_shown(was, changed, tg_argv[3]::text[], tg_argv[4]::text[]),
    audit_shown(became, changed, tg_argv[3]::text[], tg_argv[4]::text[]),
    acting ->> 'request_id');
  return null;
end
$$;

create trigger audit after insert or update or delete on workspaces
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('workspace', 'id', '{created_at}', '{}', '{}');

create trigger audit after insert or update or delete on workspace_members
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('member', 'user_id', '{id,created_at}', '{}', '{}');

-- The id of an invitation is its secret.
create trigger audit after insert or update or delete on workspace_invitations
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('invitation', 'email', '{id,created_at}', '{}', '{}');

create trigger audit after insert or update or delete on programs
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('program', 'id', '{created_at,updated_at}', '{}', '{}');

create trigger audit after insert or update or delete on api_keys
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('api_key', 'id', '{created_at,last_used_at,key_hash}', '{}', '{}');

create trigger audit after insert or update or delete on commission_policies
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('commission_policy', 'id', '{created_at}', '{}', '{}');

create trigger audit after insert or update or delete on partners
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('partner', 'id', '{created_at}', '{}', '{}');

create trigger audit after insert or update or delete on partner_programs
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('partner', 'partner_id', '{created_at}', '{}', '{}');

create trigger audit after insert or update or delete on links
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('link', 'id', '{created_at}', '{}', '{}');

-- What a payout does to its commissions stands in the payout; this row is for who approved or rejected one.
create trigger audit after update of status on commissions
  for each row when (
    current_setting('affiliate.acting', true) <> ''
    and new.status is distinct from old.status and new.status <> 'paid')
  execute function audit_change('commission', 'id', '{created_at}', '{}', '{}');

create trigger audit after insert or update or delete on refund_events
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('refund', 'id', '{received_at}', '{}', '{}');

create trigger audit after update on processor_payments
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('payment', 'id', '{created_at,email_hash}', '{}', '{}');

create trigger audit after update of settled_at on kept_events
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('processor_event', 'id', '{created_at}', '{}', '{}');

create trigger audit after insert or update or delete on processor_accounts
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('processor_account', 'account_id', '{reported_at}', '{webhook_secret}', '{}');

create trigger audit after insert or update or delete on payout_batches
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('payout_batch', 'id', '{created_at}', '{}', '{}');

create trigger audit after insert or update or delete on payouts
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('payout', 'id', '{created_at}', '{}', '{}');

create trigger audit after insert or update or delete on invoices
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('invoice', 'id', '{issued_at}', '{}', '{}');

create trigger audit after insert or update or delete on webhook_endpoints
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change(
    'webhook', 'id', '{created_at,failing_since}', '{secret,previous_secret}', '{url}');

-- A test and another attempt that somebody asks for; how an attempt went is in the delivery itself.
create trigger audit after insert or update on webhook_deliveries
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change(
    'webhook_delivery', 'id',
    '{created_at,claimed_until,attempts,first_attempt_at,last_attempt_at,last_status,last_error,last_answer,delivered_at}',
    '{}', '{}');
