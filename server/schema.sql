-- The migrated schema, generated from migrations/ by `npm run schema`. Do not edit.
-- The service creates monthly partitions of click_events, which are not shown.

CREATE OR REPLACE FUNCTION public.audit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET "TimeZone" TO 'UTC'
AS $function$
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

  if current_setting('affiliate.erasing', true) = 'on' or (tg_op = 'UPDATE' and changed = '{}') then
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
$function$;

CREATE OR REPLACE FUNCTION public.audit_shown(whole jsonb, columns text[], secrets text[], addresses text[])
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select jsonb_object_agg(key, case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when key = any (addresses)
      then to_jsonb(regexp_replace(value #>> '{}', '^([a-z]+://)([^/?#]*@)?([^/?#]*).*$', '\1\3'))
    when jsonb_typeof(value) = 'number' and length(value::text) > 15 then to_jsonb(value::text)
    else value
  end)
  from jsonb_each(whole) where key = any (columns)
$function$;

CREATE OR REPLACE FUNCTION public.keep_program_clock()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.sandbox <> old.sandbox then
    raise exception 'program %: the sandbox setting cannot be changed after creation', old.id;
  end if;
  if new.clock_ahead_ms < old.clock_ahead_ms then
    raise exception 'the clock of program % never goes back', old.id;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_due_days()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.days_due_from := date '1900-01-01';
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_audit_log_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and current_setting('affiliate.erasing', true) = 'on' then
    return null;
  end if;
  raise exception 'audit_log is append-only: its rows are never changed or deleted';
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_issued_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin

  if tg_op = 'UPDATE' and tg_level = 'ROW' and to_jsonb(old) - tg_argv[1]::text[] = to_jsonb(new) - tg_argv[1]::text[] then
    return new;
  end if;
  raise exception '% is never changed or deleted once it is issued', tg_argv[0];
end
$function$;

CREATE OR REPLACE FUNCTION public.refuse_statement_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a statement that was made is never changed or deleted';
end
$function$;

CREATE OR REPLACE FUNCTION public.save_clicks(p_program_id bigint, p_ahead_ms bigint, p_links json, p_absent json, p_events json, p_days json, p_lost json, p_dimensions json, p_clicks json, p_shard smallint)
 RETURNS text
 LANGUAGE plpgsql
 SET enable_seqscan TO 'off'
AS $function$
declare
  noted bigint;
begin

  if p_days is not null or p_lost is not null or p_ahead_ms is not null then
    perform from programs p where p.id = p_program_id for key share skip locked;
    if not found then
      return 'busy';
    end if;
  end if;
  if p_ahead_ms is not null then
    perform from programs p where p.id = p_program_id and p.clock_ahead_ms = p_ahead_ms;
    if not found then
      return 'changed';
    end if;
  end if;
  if p_absent is not null then
    perform from link_codes c where lower(c.code collate "C") in (select json_array_elements_text(p_absent));
    if found then
      return 'changed';
    end if;
  end if;
  perform from json_to_recordset(p_links) as known (link_id bigint, link_status text, partner_id bigint,
    partner_status text, program_status text, closed_to_new_referrals boolean, cookie_window_days integer, time_zone text)
  where not exists (
    select from links l
    join program_enrollments pp on pp.program_id = p_program_id and pp.partner_id = l.partner_id
    join programs p on p.id = p_program_id
    where l.program_id = p_program_id and l.id = known.link_id
      and l.status = known.link_status and l.partner_id = known.partner_id and pp.status = known.partner_status
      and p.status = known.program_status and p.closed_to_new_referrals = known.closed_to_new_referrals
      and p.cookie_window_days = known.cookie_window_days and p.time_zone = known.time_zone);
  if found then
    return 'changed';
  end if;

  if p_dimensions is not null then

    insert into click_dimensions (program_id, month, id, rest, affiliate_url, page_url, page_title, landing_page, sub_id,
      referrer_url, referrer_site, user_agent, browser, os, device, language, language_code, country, timezone,
      screen_resolution, viewport_size)
    select p_program_id, d.month, d.id, d.rest, d.affiliate_url, d.page_url, d.page_title, d.landing_page, d.sub_id,
      d.referrer_url, d.referrer_site, d.user_agent, d.browser, d.os, d.device, d.language, d.language_code, d.country,
      d.timezone, d.screen_resolution, d.viewport_size
    from json_to_recordset(p_dimensions) as d (month date, id integer, rest bigint, affiliate_url text, page_url text,
      page_title text, landing_page text, sub_id text, referrer_url text, referrer_site text, user_agent text,
      browser text, os text, device text, language text, language_code text, country text, timezone text,
      screen_resolution text, viewport_size text)
    order by d.month, d.id
    on conflict (program_id, month, id) do nothing;
    perform from json_to_recordset(p_dimensions) as d (month date, id integer, rest bigint)
    join click_dimensions k on k.program_id = p_program_id and k.month = d.month and k.id = d.id
    where k.rest <> d.rest;
    if found then
      return 'collided';
    end if;
  end if;

  if p_events is not null then

    insert into click_event_ids as known (program_id, event_hash, received_at, click_uuid)
    select p_program_id, e.event_hash, e.received_at, e.click_uuid
    from json_to_recordset(p_events) as e (event_hash uuid, received_at timestamptz, click_uuid uuid)
    order by e.event_hash
    on conflict (program_id, event_hash) do update
      set received_at = excluded.received_at, click_uuid = excluded.click_uuid
      where excluded.received_at - known.received_at >= interval '24 hours';

    select count(*) into noted from json_to_recordset(p_events) as e (event_hash uuid, click_uuid uuid)
    join click_event_ids k
      on k.program_id = p_program_id and k.event_hash = e.event_hash and k.click_uuid = e.click_uuid;
    if noted < json_array_length(p_events) then

      delete from click_event_ids k where k.program_id = p_program_id and (k.event_hash, k.click_uuid) in (
        select e.event_hash, e.click_uuid
        from json_to_recordset(p_events) as e (event_hash uuid, click_uuid uuid, is_new boolean) where e.is_new);
      return 'repeated';
    end if;
  end if;

  if p_days is not null then
    insert into daily_stats as s (program_id, day, currency, shard,
      clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
    select p_program_id, d.day, 'XXX', p_shard, sum(d.clicks), 0, 0, 0, 0, 0, 0
    from json_to_recordset(p_days) as d (day date, clicks bigint)
    group by d.day
    order by d.day
    on conflict (program_id, day, currency, shard) do update set clicks = s.clicks + excluded.clicks;

    insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard, clicks)
    select p_program_id, d.day, d.partner_id, d.link_id, 'XXX', p_shard, d.clicks
    from json_to_recordset(p_days) as d (day date, partner_id bigint, link_id bigint, clicks bigint)
    order by d.day, d.partner_id, d.link_id
    on conflict (program_id, day, partner_id, link_id, currency, shard) do update set clicks = s.clicks + excluded.clicks;

    insert into click_events as e (program_id, received_at, click_uuid, link_id, partner_id, page_id, referrer_id,
      device_id, day, screen_width, screen_height, viewport_width, viewport_height, capture_method, is_test,
      session_uuid, session_id, consent, additional_data)
    select p_program_id, c.received_at, c.click_uuid, c.link_id, c.partner_id, c.page_id, c.referrer_id, c.device_id,
      c.day, c.screen_width, c.screen_height, c.viewport_width, c.viewport_height, c.capture_method, false,
      c.session_uuid, c.session_id, c.consent, c.additional_data
    from json_to_recordset(p_clicks) as c (received_at timestamptz, click_uuid uuid, link_id bigint, partner_id bigint,
      page_id integer, referrer_id integer, device_id integer, day date, screen_width smallint, screen_height smallint,
      viewport_width smallint, viewport_height smallint, capture_method smallint, session_uuid uuid, session_id text,
      consent text, additional_data jsonb);
  end if;

  if p_lost is not null then
    insert into uncounted_clicks as u (program_id, partner_id, clicks, last_at)
    select p_program_id, l.partner_id, l.clicks, l.last_at
    from json_to_recordset(p_lost) as l (partner_id bigint, clicks bigint, last_at timestamptz)
    order by l.partner_id
    on conflict (program_id, partner_id) do update
      set clicks = u.clicks + excluded.clicks, last_at = greatest(u.last_at, excluded.last_at);
  end if;
  return 'saved';
end
$function$;

CREATE OR REPLACE FUNCTION public.save_sales(p_program_id bigint, p_ahead_ms bigint, p_time_zone text, p_shard smallint, p_sales jsonb, p_stats jsonb, p_lock_wait text)
 RETURNS TABLE(place integer, sale_id bigint, commission_id bigint)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  one record;
  sale_ids bigint[];
  commission_ids bigint[];
  payment_ids bigint[];
  account text;
  published text[] := '{}';
  usual_lock_wait text := current_setting('lock_timeout');
begin


  perform from programs p where p.id = p_program_id and p.time_zone = p_time_zone
    and (p_ahead_ms is null or p.clock_ahead_ms = p_ahead_ms) for key share;
  if not found then
    raise exception 'the time zone or the clock of program % has changed', p_program_id
      using errcode = 'serialization_failure';
  end if;

  if p_lock_wait is not null then
    perform set_config('lock_timeout', p_lock_wait, true);
  end if;

  for one in
    select r.customer_id, r.sale_count, r.continued_by, r.received_at, r.reported_at, r.reported_day
    from jsonb_to_recordset(p_sales) as r (customer_id bigint, sale_count integer, continued_by bigint,
      received_at timestamptz, reported_at timestamptz, reported_day date)
    order by r.customer_id, r.sale_count
  loop
    update customers as c
    set sale_count = c.sale_count + 1, status = 'conversion',
      first_sale_at = coalesce(c.first_sale_at, one.received_at),
      first_purchase_at = coalesce(c.first_purchase_at, one.reported_at),
      first_purchase_day = case when c.first_purchase_at is null then one.reported_day else c.first_purchase_day end
    where c.program_id = p_program_id and c.id = one.customer_id and c.sale_count = one.sale_count
      and c.continued_by is not distinct from one.continued_by and c.erased_at is null;
    if not found then
      raise exception 'customer % has another sale or partner by now, or was erased', one.customer_id
        using errcode = 'serialization_failure';
    end if;
  end loop;

  select array_agg(nextval('sale_events_id_seq') order by r.place),
    array_agg(case when r.commission_cents is not null then nextval('commissions_id_seq') end order by r.place)
  into sale_ids, commission_ids
  from jsonb_to_recordset(p_sales) as r (place integer, commission_cents bigint);

  insert into sale_events (program_id, id, is_test, transaction_id, amount_cents, currency, tax_amount_cents, sale_type,
    is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider, provider_payment_id,
    additional_data, customer_id, partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at,
    reported_day, decision_code, policy_id, decision_facts, coupon_code, coupon_id, browser, landing_page)
  overriding system value
  select p_program_id, sale_ids[r.place], false, r.transaction_id, r.amount_cents, r.currency, r.tax_amount_cents,
    r.sale_type, r.is_recurring, r.subscription_id, r.subscription_interval, r.product_id, r.occurred_at, r.provider,
    r.provider_payment_id, r.additional_data, r.customer_id, r.partner_id, r.attributed_by, r.click_uuid, r.clicked_at,
    r.received_at, r.reported_at, r.reported_day, r.decision_code, r.policy_id, r.decision_facts, r.coupon_code,
    r.coupon_id, r.browser, r.landing_page
  from jsonb_to_recordset(p_sales) as r (place integer, transaction_id text, amount_cents bigint, currency text,
    tax_amount_cents bigint, sale_type text, is_recurring boolean, subscription_id text, subscription_interval text,
    product_id text, occurred_at timestamptz, provider text, provider_payment_id text, additional_data jsonb,
    customer_id bigint, partner_id bigint, attributed_by text, click_uuid uuid, clicked_at timestamptz,
    received_at timestamptz, reported_at timestamptz, reported_day date, decision_code text, policy_id bigint,
    decision_facts jsonb, coupon_code text, coupon_id bigint, browser text, landing_page text)
  order by r.transaction_id;

  insert into commissions (program_id, id, kind, sale_id, customer_id, partner_id, policy_id, amount_cents, currency,
    hold_until, created_at, created_day)
  overriding system value
  select p_program_id, commission_ids[r.place], 'sale', sale_ids[r.place], r.customer_id, r.partner_id, r.policy_id,
    r.commission_cents, r.currency, r.hold_until, r.received_at, r.received_day
  from jsonb_to_recordset(p_sales) as r (place integer, customer_id bigint, partner_id bigint, policy_id bigint,
    commission_cents bigint, currency text, hold_until timestamptz, received_at timestamptz, received_day date)
  where r.commission_cents is not null;

  insert into platform_fees (program_id, sale_id, rate_bps, amount_cents, currency, created_at)
  select p_program_id, sale_ids[r.place], r.fee_rate_bps, r.fee_cents, r.currency, r.received_at
  from jsonb_to_recordset(p_sales)
    as r (place integer, fee_rate_bps integer, fee_cents bigint, currency text, received_at timestamptz);


  select a.processor into account from processor_accounts a where a.program_id = p_program_id;
  if account is not null then
    select array_agg(nextval('processor_payments_id_seq') order by r.place) into payment_ids
    from jsonb_to_recordset(p_sales) as r (place integer);

    insert into processor_payments (program_id, id, processor, state, transaction_id, sale_id, created_at)
    overriding system value
    select p_program_id, payment_ids[r.place], account, 'attributed', r.transaction_id, sale_ids[r.place], r.received_at
    from jsonb_to_recordset(p_sales)
      as r (place integer, transaction_id text, received_at timestamptz, is_payment_known boolean)
    where not r.is_payment_known
    order by r.transaction_id;

    insert into payment_references (program_id, reference, payment_id, is_from_sale)
    select p_program_id, n.reference, payment_ids[r.place], n.is_from_sale
    from jsonb_to_recordset(p_sales) as r (place integer, transaction_id text, provider text, payment_name text,
      is_payment_known boolean, is_name_taken boolean)
    cross join lateral (values
      (r.transaction_id, false, not r.is_name_taken),
      (r.payment_name, true, r.payment_name <> r.transaction_id and coalesce(r.provider, account) = account)
    ) as n (reference, is_from_sale, is_new)
    where not r.is_payment_known and n.is_new
    order by n.reference;
  end if;

  for one in
    select w.event_types from webhook_endpoints w where w.program_id = p_program_id and w.disabled_at is null
  loop
    published := published || one.event_types;
  end loop;
  if published && array['sale.created', 'commission.created'] then
    insert into outbox_events (program_id, type, data, created_at)
    select p_program_id, e.type, e.data, r.received_at
    from jsonb_to_recordset(p_sales) as r (place integer, transaction_id text, amount_cents bigint, currency text,
      customer_id bigint, partner_id bigint, commission_cents bigint, hold_until timestamptz, received_at timestamptz)
    cross join lateral (values
      (1, 'sale.created', jsonb_build_object('sale_id', sale_ids[r.place], 'transaction_id', r.transaction_id,
        'amount_cents', r.amount_cents, 'currency', r.currency, 'customer_id', r.customer_id,
        'partner_id', r.partner_id, 'commission_id', commission_ids[r.place])),
      (2, 'commission.created', jsonb_build_object('commission_id', commission_ids[r.place],
        'partner_id', r.partner_id, 'sale_id', sale_ids[r.place], 'customer_id', r.customer_id,
        'amount_cents', r.commission_cents, 'currency', r.currency,
        'hold_until', to_char(r.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    ) as e (step, type, data)
    where e.type = any (published) and (e.type = 'sale.created' or commission_ids[r.place] is not null)
    order by r.place, e.step;
  end if;




  for one in
    select r.erased_transaction from jsonb_to_recordset(p_sales) as r (transaction_id text, erased_transaction text)
    where r.erased_transaction <> r.transaction_id
  loop
    perform from sale_events s
    where s.program_id = p_program_id and s.is_test = false and s.transaction_id = one.erased_transaction;
    if found then
      raise exception 'a transaction_id of these sales is that of an erased sale'
        using errcode = 'serialization_failure';
    end if;
  end loop;

  perform set_config('lock_timeout', usual_lock_wait, true);
  insert into daily_stats as s (program_id, day, currency, shard,
    clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
  select p_program_id, d.day, d.currency, p_shard,
    0, 0, sum(d.conversions), 0, sum(d.sales), sum(d.revenue_cents), sum(d.commission_cents)
  from jsonb_to_recordset(p_stats)
    as d (day date, currency text, conversions bigint, sales bigint, revenue_cents numeric, commission_cents numeric)
  group by d.day, d.currency
  order by d.day, d.currency
  on conflict (program_id, day, currency, shard) do update set
    conversions = s.conversions + excluded.conversions,
    sales = s.sales + excluded.sales,
    revenue_cents = s.revenue_cents + excluded.revenue_cents,
    commission_cents = s.commission_cents + excluded.commission_cents;

  insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard,
    conversions, sales, revenue_cents, commission_cents)
  select p_program_id, d.day, d.partner_id, d.link_id, d.currency, p_shard,
    sum(d.conversions), sum(d.sales), sum(d.revenue_cents), sum(d.commission_cents)
  from jsonb_to_recordset(p_stats) as d (day date, partner_id bigint, link_id bigint, currency text,
    conversions bigint, sales bigint, revenue_cents numeric, commission_cents numeric)
  group by d.day, d.partner_id, d.link_id, d.currency
  order by d.day, d.partner_id, d.link_id, d.currency
  on conflict (program_id, day, partner_id, link_id, currency, shard) do update set
    conversions = s.conversions + excluded.conversions,
    sales = s.sales + excluded.sales,
    revenue_cents = s.revenue_cents + excluded.revenue_cents,
    commission_cents = s.commission_cents + excluded.commission_cents;

  return query
  select s.place::integer, s.sale_id, s.commission_id
  from unnest(sale_ids, commission_ids) with ordinality as s (sale_id, commission_id, place);
end
$function$;

CREATE OR REPLACE FUNCTION public.sum_commissions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  factor integer := tg_argv[0];
  one record;
begin
  for one in
    select c.program_id, c.partner_id, coalesce(c.created_day, '-infinity') as day, c.currency, c.kind, c.status,
      count(*) as commissions, sum(c.amount_cents) as amount_cents, sum(c.reversed_cents) as reversed_cents,
      sum(c.paid_cents) as paid_cents, count(*) filter (where p.is_payable) as payable,
      coalesce(sum(c.amount_cents - c.reversed_cents - c.paid_cents) filter (where p.is_payable), 0) as payable_cents
    from changed_rows c
    cross join lateral (select c.payout_id is null and (c.status = 'approved' or (c.status in ('paid', 'reversed')
      and c.amount_cents - c.reversed_cents <> c.paid_cents)) as is_payable) p
    group by 1, 2, 3, 4, 5, 6
  loop
    insert into commission_sum_entries (program_id, partner_id, day, currency, kind, status, commissions,
      amount_cents, reversed_cents, paid_cents, payable, payable_cents)
    values (one.program_id, one.partner_id, one.day, one.currency, one.kind, one.status, factor * one.commissions,
      factor * one.amount_cents, factor * one.reversed_cents, factor * one.paid_cents, factor * one.payable,
      factor * one.payable_cents);
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.sum_customers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into customer_sum_entries (program_id, partner_id, status, customers)
    values (old.program_id, old.partner_id, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into customer_sum_entries (program_id, partner_id, status, customers)
    values (new.program_id, new.partner_id, new.status, 1);
  end if;
  return null;
end
$function$;

create table accounts (
  id text not null,
  user_id text not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
create index accounts_user ON public.accounts USING btree (user_id);

create table api_keys (
  program_id bigint not null,
  id bigint not null generated always as identity,
  mode text not null,
  key_hash bytea not null,
  masked text not null,
  created_at timestamp with time zone not null,
  retired_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint api_keys_pkey PRIMARY KEY (program_id, id),
  constraint api_keys_program_id_key_hash_key UNIQUE (program_id, key_hash),
  constraint api_keys_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint api_keys_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text])))
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.api_keys FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('api_key', 'id', '{created_at,last_used_at,key_hash}', '{}', '{}');

create table application_steps (
  program_id bigint not null,
  application_id bigint not null,
  step integer not null,
  kind text not null,
  actor_id text,
  message text,
  answers jsonb,
  at timestamp with time zone not null,
  constraint application_steps_pkey PRIMARY KEY (program_id, application_id, step),
  constraint application_steps_program_id_application_id_fkey FOREIGN KEY (program_id, application_id) REFERENCES applications(program_id, id) ON DELETE CASCADE,
  constraint application_steps_kind_check CHECK ((kind = ANY (ARRAY['applied'::text, 'applied_again'::text, 'info_requested'::text, 'answered'::text, 'approved'::text, 'rejected'::text])))
);

create table applications (
  program_id bigint not null,
  id bigint not null generated always as identity,
  email text not null,
  name text not null,
  website text,
  answers jsonb not null,
  terms_version integer,
  invitation_id bigint,
  partner_id bigint,
  status text not null,
  version integer not null,
  steps integer not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  language text not null default 'en'::text,
  constraint applications_pkey PRIMARY KEY (program_id, id),
  constraint applications_program_id_email_key UNIQUE (program_id, email),
  constraint applications_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint applications_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint applications_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'pt-BR'::text, 'vi'::text]))),
  constraint applications_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'info_requested'::text, 'approved'::text, 'rejected'::text]))),
  constraint applications_steps_check CHECK ((steps > 0)),
  constraint applications_version_check CHECK ((version > 0))
);
create index applications_email ON public.applications USING btree (email, program_id);
create index applications_newest ON public.applications USING btree (program_id, created_at, id);
create index applications_of_partner ON public.applications USING btree (program_id, partner_id) WHERE (partner_id IS NOT NULL);
create index applications_rejected ON public.applications USING btree (changed_at) WHERE (status = 'rejected'::text);
create index applications_waiting ON public.applications USING btree (program_id, created_at, id) WHERE (status = 'pending'::text);
create index applications_words ON public.applications USING gin (to_tsvector('simple'::regconfig, translate(((((name || ' '::text) || email) || ' '::text) || COALESCE(website, ''::text)), '@._-+/:&<>'::text, '          '::text))) WITH (fastupdate=off);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.applications FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('application', 'id', '{created_at,changed_at,steps,version}', '{}', '{}');

create table archived_clicks (
  program_id bigint not null,
  slot timestamp with time zone not null,
  partner_id bigint not null,
  clicks bigint not null,
  link_id bigint not null,
  day date,
  constraint archived_clicks_pkey PRIMARY KEY (program_id, slot, partner_id, link_id),
  constraint archived_clicks_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint archived_clicks_clicks_check CHECK ((clicks > 0))
);
create index archived_clicks_partner ON public.archived_clicks USING btree (program_id, partner_id, slot);

create table audit_log (
  id bigint not null default nextval('audit_ids'::regclass),
  at timestamp with time zone not null,
  workspace_id text,
  program_id bigint,
  user_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  written_at timestamp with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  key_id bigint,
  constraint audit_log_pkey PRIMARY KEY (id)
);
create index audit_log_action ON public.audit_log USING btree (workspace_id, action, written_at, id);
create index audit_log_at ON public.audit_log USING btree (workspace_id, at, id);
create index audit_log_key ON public.audit_log USING btree (workspace_id, key_id, written_at, id) WHERE (key_id IS NOT NULL);
create index audit_log_member ON public.audit_log USING btree (workspace_id, target_id) WHERE (target_type = 'member'::text);
create index audit_log_user ON public.audit_log USING btree (workspace_id, user_id, written_at, id);
create index audit_log_workspace ON public.audit_log USING btree (workspace_id, written_at, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();

create table claims (
  program_id bigint not null,
  id bigint not null generated always as identity,
  partner_id bigint not null,
  transaction_id text,
  day text,
  note text,
  state text not null default 'open'::text,
  sale_id bigint,
  message text,
  decided_by text,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint claims_pkey PRIMARY KEY (program_id, id),
  constraint claims_program_id_sale_id_key UNIQUE (program_id, sale_id),
  constraint claims_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint claims_program_id_sale_id_fkey FOREIGN KEY (program_id, sale_id) REFERENCES sale_events(program_id, id),
  constraint claims_check CHECK (((transaction_id IS NULL) = (day IS NOT NULL))),
  constraint claims_check1 CHECK (((state = 'approved'::text) = (sale_id IS NOT NULL))),
  constraint claims_check2 CHECK (((state = 'open'::text) = (closed_at IS NULL))),
  constraint claims_check3 CHECK (((state = ANY (ARRAY['approved'::text, 'rejected'::text])) = (decided_by IS NOT NULL))),
  constraint claims_day_check CHECK ((day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'::text)),
  constraint claims_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text])))
);
create index claims_newest ON public.claims USING btree (program_id, created_at, id);
create unique index claims_open_day ON public.claims USING btree (program_id, partner_id, day) WHERE ((state = 'open'::text) AND (day IS NOT NULL));
create unique index claims_open_order ON public.claims USING btree (program_id, partner_id, transaction_id) WHERE ((state = 'open'::text) AND (transaction_id IS NOT NULL));
create index claims_order ON public.claims USING btree (program_id, transaction_id) WHERE (transaction_id IS NOT NULL);
create index claims_partner ON public.claims USING btree (program_id, partner_id, created_at, id);
create index claims_state ON public.claims USING btree (program_id, state, created_at, id);
CREATE TRIGGER audit AFTER UPDATE ON public.claims FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('claim', 'id', '{created_at,closed_at,transaction_id,note,message}', '{}', '{}');

create table click_archives (
  program_id bigint not null,
  month date not null,
  part integer not null,
  place text,
  name text,
  manifest_sha256 text,
  clicks bigint not null,
  test_clicks bigint not null,
  keys_hash numeric not null,
  latest_test_id bigint,
  latest_test_at timestamp with time zone,
  archived_at timestamp with time zone not null,
  dropped_at timestamp with time zone,
  constraint click_archives_pkey PRIMARY KEY (program_id, month, part),
  constraint click_archives_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint click_archives_check CHECK ((((name IS NULL) = (place IS NULL)) AND ((name IS NULL) = (manifest_sha256 IS NULL)))),
  constraint click_archives_check1 CHECK (((name IS NOT NULL) OR (dropped_at IS NOT NULL))),
  constraint click_archives_check2 CHECK (((latest_test_id IS NULL) = (latest_test_at IS NULL))),
  constraint click_archives_clicks_check CHECK ((clicks >= 0)),
  constraint click_archives_part_check CHECK ((part > 0)),
  constraint click_archives_test_clicks_check CHECK ((test_clicks >= 0))
);

create table click_dimensions (
  program_id bigint not null,
  month date not null,
  id integer not null,
  rest bigint not null,
  affiliate_url text,
  page_url text,
  page_title text,
  landing_page text,
  sub_id text,
  referrer_url text,
  referrer_site text,
  user_agent text,
  browser text,
  os text,
  device text,
  language text,
  language_code text,
  country text,
  timezone text,
  screen_resolution text,
  viewport_size text,
  constraint click_dimensions_pkey PRIMARY KEY (program_id, month, id),
  constraint click_dimensions_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);

create table click_event_ids (
  program_id bigint not null,
  event_hash uuid not null,
  received_at timestamp with time zone not null,
  click_uuid uuid not null,
  constraint click_event_ids_pkey PRIMARY KEY (program_id, event_hash)
);
create index click_event_ids_old ON public.click_event_ids USING btree (received_at);

create table click_events (
  program_id bigint not null,
  received_at timestamp with time zone not null,
  click_uuid uuid not null,
  id bigint not null generated always as identity,
  link_id bigint,
  partner_id bigint,
  page_id integer,
  referrer_id integer,
  device_id integer,
  day date,
  screen_width smallint,
  screen_height smallint,
  viewport_width smallint,
  viewport_height smallint,
  capture_method smallint,
  is_test boolean not null,
  session_uuid uuid,
  session_id text,
  consent text,
  additional_data jsonb,
  seen_at timestamp with time zone,
  polled_at timestamp with time zone,
  constraint click_events_pkey PRIMARY KEY (program_id, received_at, click_uuid),
  constraint click_events_capture_method_check CHECK (((capture_method >= 1) AND (capture_method <= 2))),
  constraint click_events_check CHECK ((is_test OR ((link_id IS NOT NULL) AND (partner_id IS NOT NULL)))),
  constraint click_events_seen_at_check CHECK ((is_test OR ((seen_at IS NULL) AND (polled_at IS NULL))))
) partition by RANGE (received_at);
create index click_events_partner ON ONLY public.click_events USING btree (program_id, partner_id, received_at) WHERE (NOT is_test);
create index click_events_test ON ONLY public.click_events USING btree (program_id, received_at, id) WHERE is_test;

create table click_events_default partition of click_events DEFAULT;

create table click_value_rollup_ends (
  program_id bigint not null,
  rolled_up_until date not null,
  constraint click_value_rollup_ends_pkey PRIMARY KEY (program_id),
  constraint click_value_rollup_ends_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);

create table click_value_rollups (
  program_id bigint not null,
  dimension text not null,
  days smallint not null,
  first_day date not null,
  partner_id bigint,
  value text,
  clicks bigint not null,
  constraint click_value_rollups_program_id_days_first_day_dimension_par_key UNIQUE NULLS NOT DISTINCT (program_id, days, first_day, dimension, partner_id, value),
  constraint click_value_rollups_clicks_check CHECK ((clicks > 0)),
  constraint click_value_rollups_days_check CHECK (((days = 1) OR (days = 8) OR (days = 64))),
  constraint click_value_rollups_dimension_check CHECK ((dimension = ANY (ARRAY['subId'::text, 'landingPage'::text, 'referrer'::text, 'language'::text, 'country'::text, 'device'::text, 'visitor'::text]))),
  constraint click_value_rollups_first_day_check CHECK ((((first_day - '1970-01-01'::date) % (days)::integer) = 0))
);

create table commission_changes (
  program_id bigint not null,
  id bigint not null generated always as identity,
  commission_id bigint not null,
  from_status text not null,
  to_status text not null,
  from_amount_cents bigint not null,
  to_amount_cents bigint not null,
  actor text not null,
  actor_user_id text,
  reason text not null,
  changed_at timestamp with time zone not null,
  adjusted_cents bigint not null default 0,
  ended_hold text,
  constraint commission_changes_pkey PRIMARY KEY (program_id, id),
  constraint commission_changes_program_id_commission_id_fkey FOREIGN KEY (program_id, commission_id) REFERENCES commissions(program_id, id),
  constraint commission_changes_actor_check CHECK ((actor = ANY (ARRAY['system'::text, 'user'::text, 'key'::text, 'merchant'::text, 'processor'::text]))),
  constraint commission_changes_check CHECK (((actor = ANY (ARRAY['user'::text, 'key'::text])) = (actor_user_id IS NOT NULL))),
  constraint commission_changes_ended_hold_check CHECK ((ended_hold = ANY (ARRAY['payment_link_missing'::text, 'possible_duplicate'::text])))
);
create index commission_changes_commission ON public.commission_changes USING btree (program_id, commission_id, id);
create index commission_changes_reversed ON public.commission_changes USING btree (program_id, changed_at, id) WHERE (to_amount_cents < from_amount_cents);
CREATE TRIGGER issued BEFORE UPDATE ON public.commission_changes FOR EACH ROW EXECUTE FUNCTION refuse_issued_change('a commission change', '{reason}');
CREATE TRIGGER issued_deleted BEFORE DELETE ON public.commission_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('a commission change', '{}');
CREATE TRIGGER issued_truncated BEFORE TRUNCATE ON public.commission_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('a commission change', '{}');

create table commission_day_sums (
  program_id bigint not null,
  day date not null,
  currency text not null,
  kind text not null,
  status text not null,
  commissions bigint not null,
  amount_cents numeric(38,0) not null,
  reversed_cents numeric(38,0) not null,
  constraint commission_day_sums_pkey PRIMARY KEY (program_id, day, currency, kind, status),
  constraint commission_day_sums_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint commission_day_sums_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'lead'::text]))),
  constraint commission_day_sums_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'paid'::text, 'reversed'::text])))
);

create table commission_policies (
  program_id bigint not null,
  id bigint not null generated always as identity,
  product_id text,
  version integer not null,
  type text not null,
  rate_bps integer,
  amount_cents bigint,
  currency text,
  duration text not null default 'lifetime'::text,
  duration_months integer,
  hold_days integer,
  created_at timestamp with time zone not null,
  superseded_at timestamp with time zone,
  group_id bigint,
  commission_base text not null default 'amount'::text,
  constraint commission_policies_pkey PRIMARY KEY (program_id, id),
  constraint commission_policies_version UNIQUE NULLS NOT DISTINCT (program_id, group_id, product_id, version),
  constraint commission_policies_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint commission_policies_program_id_group_id_fkey FOREIGN KEY (program_id, group_id) REFERENCES partner_groups(program_id, id),
  constraint commission_policies_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint commission_policies_check CHECK (((type = 'percent'::text) = (rate_bps IS NOT NULL))),
  constraint commission_policies_check1 CHECK (((type = 'flat'::text) = ((amount_cents IS NOT NULL) AND (currency IS NOT NULL)))),
  constraint commission_policies_check2 CHECK (((duration = 'months'::text) = (duration_months IS NOT NULL))),
  constraint commission_policies_commission_base_check CHECK ((commission_base = ANY (ARRAY['amount'::text, 'amount_without_tax'::text]))),
  constraint commission_policies_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint commission_policies_duration_check CHECK ((duration = ANY (ARRAY['lifetime'::text, 'first_sale'::text, 'months'::text]))),
  constraint commission_policies_duration_months_check CHECK (((duration_months >= 1) AND (duration_months <= 120))),
  constraint commission_policies_hold_days_check CHECK (((hold_days >= 0) AND (hold_days <= 365))),
  constraint commission_policies_rate_bps_check CHECK (((rate_bps >= 0) AND (rate_bps <= 10000))),
  constraint commission_policies_type_check CHECK ((type = ANY (ARRAY['percent'::text, 'flat'::text]))),
  constraint commission_policies_version_check CHECK ((version > 0))
);
create unique index commission_policies_current ON public.commission_policies USING btree (program_id, group_id, product_id) NULLS NOT DISTINCT WHERE (superseded_at IS NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.commission_policies FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('commission_policy', 'id', '{created_at}', '{}', '{}');

create table commission_sum_entries (
  program_id bigint not null,
  partner_id bigint not null,
  id bigint not null generated always as identity,
  day date not null,
  currency text not null,
  kind text not null,
  status text not null,
  commissions bigint not null,
  amount_cents numeric(38,0) not null,
  reversed_cents numeric(38,0) not null,
  paid_cents numeric(38,0) not null,
  payable bigint not null,
  payable_cents numeric(38,0) not null,
  constraint commission_sum_entries_pkey PRIMARY KEY (program_id, partner_id, id),
  constraint commission_sum_entries_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint commission_sum_entries_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint commission_sum_entries_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'lead'::text]))),
  constraint commission_sum_entries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'paid'::text, 'reversed'::text])))
);

create table commission_sums (
  program_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  kind text not null,
  status text not null,
  commissions bigint not null,
  amount_cents numeric(38,0) not null,
  reversed_cents numeric(38,0) not null,
  paid_cents numeric(38,0) not null,
  payable bigint not null,
  payable_cents numeric(38,0) not null,
  constraint commission_sums_pkey PRIMARY KEY (program_id, partner_id, currency, kind, status),
  constraint commission_sums_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint commission_sums_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'lead'::text]))),
  constraint commission_sums_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'paid'::text, 'reversed'::text])))
);

create table commissions (
  program_id bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  sale_id bigint,
  lead_id bigint,
  customer_id bigint not null,
  partner_id bigint not null,
  policy_id bigint,
  amount_cents bigint not null,
  currency text not null,
  status text not null default 'pending'::text,
  hold_until timestamp with time zone not null,
  created_at timestamp with time zone not null,
  reversed_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  approved_at timestamp with time zone,
  rejected_at timestamp with time zone,
  payout_id bigint,
  hold_reason text,
  duplicate_of_sale_id bigint,
  created_day date,
  constraint commissions_pkey PRIMARY KEY (program_id, id),
  constraint commissions_program_id_lead_id_key UNIQUE (program_id, lead_id),
  constraint commissions_program_id_sale_id_key UNIQUE (program_id, sale_id),
  constraint commissions_duplicate_of FOREIGN KEY (program_id, duplicate_of_sale_id) REFERENCES sale_events(program_id, id),
  constraint commissions_payout FOREIGN KEY (program_id, payout_id) REFERENCES payouts(program_id, id),
  constraint commissions_program_id_customer_id_fkey FOREIGN KEY (program_id, customer_id) REFERENCES customers(program_id, id),
  constraint commissions_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint commissions_program_id_lead_id_fkey FOREIGN KEY (program_id, lead_id) REFERENCES lead_events(program_id, id),
  constraint commissions_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint commissions_program_id_policy_id_fkey FOREIGN KEY (program_id, policy_id) REFERENCES commission_policies(program_id, id),
  constraint commissions_program_id_sale_id_fkey FOREIGN KEY (program_id, sale_id) REFERENCES sale_events(program_id, id),
  constraint commissions_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint commissions_check CHECK (((kind = 'sale'::text) = ((sale_id IS NOT NULL) AND (policy_id IS NOT NULL)))),
  constraint commissions_check1 CHECK (((kind = 'lead'::text) = (lead_id IS NOT NULL))),
  constraint commissions_check2 CHECK (((paid_cents >= 0) AND (paid_cents <= amount_cents))),
  constraint commissions_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint commissions_duplicate_hold CHECK (((hold_reason IS DISTINCT FROM 'possible_duplicate'::text) OR ((status = ANY (ARRAY['pending'::text, 'reversed'::text])) AND (duplicate_of_sale_id IS NOT NULL)))),
  constraint commissions_hold_reason_check CHECK ((hold_reason = ANY (ARRAY['payment_link_missing'::text, 'possible_duplicate'::text]))),
  constraint commissions_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'lead'::text]))),
  constraint commissions_link_hold CHECK (((hold_reason IS DISTINCT FROM 'payment_link_missing'::text) OR (status = ANY (ARRAY['pending'::text, 'reversed'::text])))),
  constraint commissions_rejected CHECK (((rejected_at IS NULL) OR (status = 'reversed'::text))),
  constraint commissions_reversed CHECK (((reversed_cents >= 0) AND (reversed_cents <= amount_cents))),
  constraint commissions_reversed_whole CHECK (((status <> 'reversed'::text) OR (reversed_cents = amount_cents))),
  constraint commissions_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'paid'::text, 'reversed'::text])))
);
create index commissions_customer ON public.commissions USING btree (program_id, customer_id, created_at, id);
create index commissions_due ON public.commissions USING btree (program_id, hold_until) WHERE (status = 'pending'::text);
create index commissions_due_partner ON public.commissions USING btree (program_id, partner_id, currency, hold_until) WHERE (status = 'pending'::text);
create index commissions_held ON public.commissions USING btree (program_id, created_at, id) WHERE (hold_reason IS NOT NULL);
create index commissions_newest ON public.commissions USING btree (program_id, created_at, id);
create index commissions_partner ON public.commissions USING btree (program_id, partner_id, created_at, id);
create index commissions_payable ON public.commissions USING btree (program_id, partner_id, currency, id) WHERE ((payout_id IS NULL) AND ((status = 'approved'::text) OR ((status = ANY (ARRAY['paid'::text, 'reversed'::text])) AND ((amount_cents - reversed_cents) <> paid_cents))));
create index commissions_payout_reversed ON public.commissions USING btree (program_id, payout_id) WHERE ((payout_id IS NOT NULL) AND (reversed_cents > 0));
CREATE TRIGGER audit AFTER UPDATE OF status, hold_reason ON public.commissions FOR EACH ROW WHEN (((current_setting('affiliate.acting'::text, true) <> ''::text) AND (((new.status IS DISTINCT FROM old.status) AND (new.status <> 'paid'::text)) OR (new.hold_reason IS DISTINCT FROM old.hold_reason)))) EXECUTE FUNCTION audit_change('commission', 'id', '{created_at}', '{}', '{}');
CREATE TRIGGER sums_deleted AFTER DELETE ON public.commissions REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_commissions('-1');
CREATE TRIGGER sums_inserted AFTER INSERT ON public.commissions REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_commissions('1');
CREATE TRIGGER sums_updated_from AFTER UPDATE ON public.commissions REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_commissions('-1');
CREATE TRIGGER sums_updated_to AFTER UPDATE ON public.commissions REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_commissions('1');

create table coupon_codes (
  program_id bigint not null,
  id bigint not null generated always as identity,
  partner_id bigint not null,
  code text not null,
  code_key text not null,
  status text not null default 'active'::text,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  max_uses integer,
  customer_discount text,
  created_at timestamp with time zone not null,
  constraint coupon_codes_pkey PRIMARY KEY (program_id, id),
  constraint coupon_codes_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint coupon_codes_code_check CHECK (((code_key <> ''::text) AND (code_key = lower(code_key)))),
  constraint coupon_codes_max_uses_check CHECK ((max_uses > 0)),
  constraint coupon_codes_period_check CHECK ((starts_at < ends_at)),
  constraint coupon_codes_status_check CHECK ((status = ANY (ARRAY['active'::text, 'archived'::text])))
);
create unique index coupon_codes_active ON public.coupon_codes USING btree (program_id, code_key) WHERE (status = 'active'::text);
create index coupon_codes_archived ON public.coupon_codes USING btree (program_id, created_at, id) WHERE (status = 'archived'::text);
create index coupon_codes_code ON public.coupon_codes USING btree (program_id, code_key text_pattern_ops);
create index coupon_codes_newest ON public.coupon_codes USING btree (program_id, created_at, id);
create index coupon_codes_partner ON public.coupon_codes USING btree (program_id, partner_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.coupon_codes FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('coupon_code', 'id', '{created_at,code_key}', '{}', '{}');

create table currencies (
  code text not null,
  constraint currencies_pkey PRIMARY KEY (code),
  constraint currencies_code_check CHECK (((code ~ '^[A-Z]{3}$'::text) AND (code <> 'XXX'::text)))
);

create table customer_attributions (
  program_id bigint not null,
  id bigint not null generated always as identity,
  customer_id bigint not null,
  previous_customer_id bigint,
  partner_id bigint not null,
  previous_partner_id bigint,
  reason text,
  actor_id text,
  coupon_id bigint,
  attributed_at timestamp with time zone not null,
  constraint customer_attributions_pkey PRIMARY KEY (program_id, id),
  constraint customer_attributions_program_id_customer_id_key UNIQUE (program_id, customer_id),
  constraint customer_attributions_program_id_coupon_id_fkey FOREIGN KEY (program_id, coupon_id) REFERENCES coupon_codes(program_id, id),
  constraint customer_attributions_program_id_customer_id_fkey FOREIGN KEY (program_id, customer_id) REFERENCES customers(program_id, id),
  constraint customer_attributions_actor_check CHECK (((actor_id IS NULL) = (coupon_id IS NOT NULL))),
  constraint customer_attributions_reason_check CHECK (((reason <> ''::text) AND (char_length(reason) <= 500)))
);
create index customer_attributions_coupon ON public.customer_attributions USING btree (program_id, coupon_id) WHERE (coupon_id IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT ON public.customer_attributions FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('customer', 'customer_id', '{id,attributed_at,actor_id}', '{reason}', '{}');

create table customer_program_sums (
  program_id bigint not null,
  status text not null,
  customers bigint not null,
  constraint customer_program_sums_pkey PRIMARY KEY (program_id, status),
  constraint customer_program_sums_status_check CHECK ((status = ANY (ARRAY['provisional'::text, 'lead'::text, 'conversion'::text])))
);

create table customer_sum_entries (
  program_id bigint not null,
  partner_id bigint not null,
  id bigint not null generated always as identity,
  status text not null,
  customers bigint not null,
  constraint customer_sum_entries_pkey PRIMARY KEY (program_id, partner_id, id),
  constraint customer_sum_entries_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint customer_sum_entries_status_check CHECK ((status = ANY (ARRAY['provisional'::text, 'lead'::text, 'conversion'::text])))
);

create table customer_sums (
  program_id bigint not null,
  partner_id bigint not null,
  status text not null,
  customers bigint not null,
  constraint customer_sums_pkey PRIMARY KEY (program_id, partner_id, status),
  constraint customer_sums_status_check CHECK ((status = ANY (ARRAY['provisional'::text, 'lead'::text, 'conversion'::text])))
);

create table customers (
  program_id bigint not null,
  id bigint not null generated always as identity,
  customer_key text,
  email_hash bytea,
  processor_customer_id text,
  status text not null,
  partner_id bigint not null,
  link_id bigint,
  click_uuid uuid not null,
  clicked_at timestamp with time zone not null,
  signup_at timestamp with time zone,
  first_sale_at timestamp with time zone,
  first_purchase_at timestamp with time zone,
  sale_count integer not null default 0,
  created_at timestamp with time zone not null,
  erased_at timestamp with time zone,
  signup_day date,
  first_purchase_day date,
  continued_by bigint,
  attribution_source text not null default 'click'::text,
  constraint customers_pkey PRIMARY KEY (program_id, id),
  constraint customers_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint customers_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint customers_attribution_source_check CHECK ((attribution_source = ANY (ARRAY['click'::text, 'team'::text, 'coupon_code'::text]))),
  constraint customers_check CHECK (((status <> 'lead'::text) OR (signup_at IS NOT NULL))),
  constraint customers_check1 CHECK (((status = 'conversion'::text) = (sale_count > 0))),
  constraint customers_check2 CHECK (((sale_count > 0) = ((first_sale_at IS NOT NULL) AND (first_purchase_at IS NOT NULL)))),
  constraint customers_link_check CHECK (((link_id IS NOT NULL) = (attribution_source = 'click'::text))),
  constraint customers_sale_count_check CHECK ((sale_count >= 0)),
  constraint customers_status_check CHECK ((status = ANY (ARRAY['provisional'::text, 'lead'::text, 'conversion'::text])))
);
create index customers_click ON public.customers USING btree (program_id, click_uuid, created_at, id);
create index customers_continued ON public.customers USING btree (program_id, continued_by) WHERE (continued_by IS NOT NULL);
create index customers_email ON public.customers USING btree (program_id, email_hash, created_at, id) WHERE (email_hash IS NOT NULL);
create index customers_first_purchase ON public.customers USING btree (program_id, first_purchase_at) WHERE (first_purchase_at IS NOT NULL);
create unique index customers_key ON public.customers USING btree (program_id, customer_key text_pattern_ops);
create index customers_newest ON public.customers USING btree (program_id, created_at, id);
create index customers_partner_newest ON public.customers USING btree (program_id, partner_id, created_at, id);
create index customers_processor ON public.customers USING btree (program_id, processor_customer_id, created_at, id) WHERE (processor_customer_id IS NOT NULL);
create index customers_signup ON public.customers USING btree (program_id, signup_at) WHERE (signup_at IS NOT NULL);
CREATE TRIGGER sums_changed AFTER INSERT OR DELETE ON public.customers FOR EACH ROW EXECUTE FUNCTION sum_customers();
CREATE TRIGGER sums_updated AFTER UPDATE ON public.customers FOR EACH ROW WHEN (((old.status <> new.status) OR (old.partner_id <> new.partner_id))) EXECUTE FUNCTION sum_customers();

create table daily_link_stats (
  program_id bigint not null,
  day date not null,
  partner_id bigint not null,
  link_id bigint not null,
  currency text not null,
  shard smallint not null,
  clicks bigint not null default 0,
  leads bigint not null default 0,
  conversions bigint not null default 0,
  sales bigint not null default 0,
  revenue_cents numeric(38,0) not null default 0,
  commission_cents numeric(38,0) not null default 0,
  constraint daily_link_stats_pkey PRIMARY KEY (program_id, day, partner_id, link_id, currency, shard),
  constraint daily_link_stats_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint daily_link_stats_shard_check CHECK ((shard >= 0))
);
create index daily_link_stats_not_rolled_up ON public.daily_link_stats USING btree (program_id, partner_id, day) WHERE (shard < 32);

create table daily_stats (
  program_id bigint not null,
  day date not null,
  currency text not null,
  shard smallint not null,
  clicks bigint not null default 0,
  leads bigint not null default 0,
  conversions bigint not null default 0,
  partners bigint not null default 0,
  sales bigint not null default 0,
  revenue_cents numeric(38,0) not null default 0,
  commission_cents numeric(38,0) not null default 0,
  constraint daily_stats_pkey PRIMARY KEY (program_id, day, currency, shard),
  constraint daily_stats_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint daily_stats_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint daily_stats_shard_check CHECK ((shard >= 0))
);

create table delegated_sessions (
  id bigint not null generated always as identity,
  kind text not null,
  workspace_id text not null,
  program_id bigint not null,
  partner_id bigint not null,
  user_id text,
  key_id bigint,
  ticket_hash bytea not null,
  ticket_ends_at timestamp with time zone not null,
  token_hash bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint delegated_sessions_pkey PRIMARY KEY (id),
  constraint delegated_sessions_ticket_hash_key UNIQUE (ticket_hash),
  constraint delegated_sessions_token_hash_key UNIQUE (token_hash),
  constraint delegated_sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES management_keys(id) ON DELETE CASCADE,
  constraint delegated_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint delegated_sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint delegated_sessions_check CHECK (((user_id IS NULL) <> (key_id IS NULL))),
  constraint delegated_sessions_check1 CHECK ((ticket_ends_at <= expires_at)),
  constraint delegated_sessions_kind_check CHECK ((kind = ANY (ARRAY['view'::text, 'embed'::text])))
);
create index delegated_sessions_ended ON public.delegated_sessions USING btree (expires_at);
create index delegated_sessions_user ON public.delegated_sessions USING btree (workspace_id, user_id);

create table erased_signups (
  program_id bigint not null,
  trace bytea not null,
  erased_at timestamp with time zone not null,
  constraint erased_signups_pkey PRIMARY KEY (program_id, trace),
  constraint erased_signups_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);

create table events_for_review (
  program_id bigint not null,
  id bigint not null generated always as identity,
  processor text not null,
  event_id text not null,
  type text not null,
  reason text not null,
  object_id text,
  amount_cents bigint,
  currency text,
  sale_id bigint,
  refund_event_id bigint,
  occurred_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  resolved_by text,
  constraint events_for_review_pkey PRIMARY KEY (program_id, id),
  constraint events_for_review_program_id_processor_event_id_key UNIQUE (program_id, processor, event_id),
  constraint events_for_review_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint events_for_review_check CHECK (((reason = 'possible_duplicate_refund'::text) = (refund_event_id IS NOT NULL))),
  constraint events_for_review_reason_check CHECK ((reason = ANY (ARRAY['unreadable'::text, 'currency_differs'::text, 'amount_differs'::text, 'another_program'::text, 'possible_duplicate_refund'::text])))
);
create index events_for_review_newest ON public.events_for_review USING btree (program_id, created_at, id);
create index events_for_review_open ON public.events_for_review USING btree (program_id, created_at, id) WHERE (resolved_at IS NULL);
create index events_for_review_refund ON public.events_for_review USING btree (program_id, refund_event_id) WHERE (refund_event_id IS NOT NULL);
CREATE TRIGGER audit AFTER UPDATE OF resolved_at ON public.events_for_review FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('processor_event', 'id', '{created_at}', '{}', '{}');

create table idempotent_responses (
  program_id bigint not null,
  actor text not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  response text,
  created_at timestamp with time zone not null,
  constraint idempotent_responses_pkey PRIMARY KEY (program_id, actor, operation, key)
);
create index idempotent_responses_created_at ON public.idempotent_responses USING btree (program_id, created_at);

create table installation (
  is_only boolean not null default true,
  secret_fingerprint text,
  notify_from timestamp with time zone not null,
  sends_mail boolean not null default false,
  backed_up_at timestamp with time zone,
  constraint installation_pkey PRIMARY KEY (is_only),
  constraint installation_is_only_check CHECK (is_only),
  constraint installation_secret_fingerprint_check CHECK ((secret_fingerprint ~ '^[0-9a-f]{32}$'::text))
);

create table invoice_lines (
  program_id bigint not null,
  invoice_id bigint not null,
  fee_id bigint not null,
  sale_id bigint not null,
  kind text not null,
  amount_cents bigint not null,
  currency text not null,
  exchange_rate text,
  usd_cents numeric(38,0) not null,
  charged_at timestamp with time zone not null,
  constraint invoice_lines_pkey PRIMARY KEY (program_id, invoice_id, fee_id),
  constraint invoice_lines_program_id_fee_id_fkey FOREIGN KEY (program_id, fee_id) REFERENCES platform_fees(program_id, id),
  constraint invoice_lines_program_id_invoice_id_fkey FOREIGN KEY (program_id, invoice_id) REFERENCES invoices(program_id, id),
  constraint invoice_lines_program_id_sale_id_fkey FOREIGN KEY (program_id, sale_id) REFERENCES sale_events(program_id, id),
  constraint invoice_lines_credit_sign CHECK (((kind <> 'credit'::text) OR ((amount_cents < 0) AND (usd_cents <= (0)::numeric)))),
  constraint invoice_lines_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint invoice_lines_fee_sign CHECK (((kind <> 'fee'::text) OR ((amount_cents > 0) AND (usd_cents >= (0)::numeric)))),
  constraint invoice_lines_kind_check CHECK ((kind = ANY (ARRAY['fee'::text, 'credit'::text, 'void'::text]))),
  constraint invoice_lines_rate CHECK (((kind = 'fee'::text) = (exchange_rate IS NOT NULL))),
  constraint invoice_lines_void_sign CHECK (((kind <> 'void'::text) OR ((amount_cents <> 0) AND (((amount_cents)::numeric * usd_cents) >= (0)::numeric))))
);
create index invoice_lines_fee ON public.invoice_lines USING btree (program_id, fee_id);
create index invoice_lines_newest ON public.invoice_lines USING btree (program_id, invoice_id, charged_at, fee_id);
CREATE TRIGGER issued BEFORE DELETE OR UPDATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('an invoice line', '{}');
CREATE TRIGGER issued_truncated BEFORE TRUNCATE ON public.invoice_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('an invoice line', '{}');

create table invoices (
  program_id bigint not null,
  id bigint not null generated always as identity,
  sequence integer not null,
  month date not null,
  period_from timestamp with time zone not null,
  period_to timestamp with time zone not null,
  time_zone text not null,
  issuer text not null,
  program_name text not null,
  workspace_name text not null,
  exchange_rates jsonb not null,
  lines integer not null default 0,
  total_usd_cents numeric(38,0) not null default 0,
  sums jsonb not null default '[]'::jsonb,
  issued_by text not null,
  issued_at timestamp with time zone not null,
  kind text not null default 'invoice'::text,
  voids_invoice_id bigint,
  void_reason text,
  voided_at timestamp with time zone,
  issuer_address text,
  issuer_tax_id text,
  billed_name text,
  billed_address text,
  billed_tax_id text,
  constraint invoices_pkey PRIMARY KEY (program_id, id),
  constraint invoices_program_id_sequence_key UNIQUE (program_id, sequence),
  constraint invoices_voids_once UNIQUE (program_id, voids_invoice_id),
  constraint invoices_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint invoices_voids FOREIGN KEY (program_id, voids_invoice_id) REFERENCES invoices(program_id, id),
  constraint invoices_check CHECK (((period_from < period_to) AND (period_to <= issued_at))),
  constraint invoices_credit_note CHECK ((((kind = 'credit_note'::text) = (voids_invoice_id IS NOT NULL)) AND ((kind = 'credit_note'::text) = (void_reason IS NOT NULL)))),
  constraint invoices_kind_check CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint invoices_lines_check CHECK ((lines >= 0)),
  constraint invoices_sequence_check CHECK ((sequence > 0)),
  constraint invoices_voided CHECK (((voided_at IS NULL) OR (kind = 'invoice'::text)))
);
create unique index invoices_month ON public.invoices USING btree (program_id, month) WHERE ((kind = 'invoice'::text) AND (voided_at IS NULL));
create index invoices_newest ON public.invoices USING btree (program_id, issued_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.invoices FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('invoice', 'id', '{issued_at,sums}', '{}', '{}');
CREATE TRIGGER issued BEFORE UPDATE ON public.invoices FOR EACH ROW EXECUTE FUNCTION refuse_issued_change('an invoice', '{lines,total_usd_cents,sums,voided_at}');
CREATE TRIGGER issued_deleted BEFORE DELETE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('an invoice', '{}');
CREATE TRIGGER issued_sums BEFORE UPDATE OF sums ON public.invoices FOR EACH ROW WHEN (((old.sums <> '[]'::jsonb) AND (new.sums <> old.sums))) EXECUTE FUNCTION refuse_issued_change('an invoice', '{}');
CREATE TRIGGER issued_totals BEFORE UPDATE OF lines, total_usd_cents ON public.invoices FOR EACH ROW WHEN ((((old.lines <> 0) OR (old.total_usd_cents <> (0)::numeric)) AND ((new.lines <> old.lines) OR (new.total_usd_cents <> old.total_usd_cents)))) EXECUTE FUNCTION refuse_issued_change('an invoice', '{}');
CREATE TRIGGER issued_truncated BEFORE TRUNCATE ON public.invoices FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('an invoice', '{}');
CREATE TRIGGER issued_voided BEFORE UPDATE OF voided_at ON public.invoices FOR EACH ROW WHEN (((old.voided_at IS NOT NULL) AND (new.voided_at IS DISTINCT FROM old.voided_at))) EXECUTE FUNCTION refuse_issued_change('a voided invoice', '{}');

create table join_invitations (
  program_id bigint not null,
  id bigint not null generated always as identity,
  token_hash bytea not null,
  email text,
  invited_by text not null,
  inviter_name text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint join_invitations_pkey PRIMARY KEY (program_id, id),
  constraint join_invitations_program_id_token_hash_key UNIQUE (program_id, token_hash),
  constraint join_invitations_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);
create index join_invitations_email ON public.join_invitations USING btree (program_id, email) WHERE (email IS NOT NULL);
create index join_invitations_ended ON public.join_invitations USING btree (expires_at);
create index join_invitations_newest ON public.join_invitations USING btree (program_id, created_at, id);
create index join_invitations_of_email ON public.join_invitations USING btree (email, program_id) WHERE (email IS NOT NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.join_invitations FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('partner_invitation', 'id', '{created_at,token_hash,inviter_name}', '{}', '{}');

create table join_pages (
  program_id bigint not null,
  mode text not null,
  content text not null,
  questions jsonb not null,
  terms_version integer,
  updated_at timestamp with time zone not null,
  constraint join_pages_pkey PRIMARY KEY (program_id),
  constraint join_pages_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint join_pages_mode_check CHECK ((mode = ANY (ARRAY['open'::text, 'approval'::text, 'invitation'::text])))
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.join_pages FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('join_page', 'program_id', '{updated_at}', '{}', '{}');

create table join_terms (
  program_id bigint not null,
  version integer not null,
  content text not null,
  created_at timestamp with time zone not null,
  constraint join_terms_pkey PRIMARY KEY (program_id, version),
  constraint join_terms_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint join_terms_version_check CHECK ((version > 0))
);

create table lead_events (
  program_id bigint not null,
  id bigint not null generated always as identity,
  is_test boolean not null,
  customer_id bigint,
  state text not null,
  source text not null,
  settled_by text,
  received_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  session_id text,
  page_url text,
  additional_data jsonb,
  commission_cents bigint,
  commission_currency text,
  coupon_code text,
  coupon_id bigint,
  decision_facts jsonb,
  browser text,
  landing_page text,
  test_facts jsonb,
  constraint lead_events_pkey PRIMARY KEY (program_id, id),
  constraint lead_events_program_id_customer_id_key UNIQUE (program_id, customer_id),
  constraint lead_events_program_id_coupon_id_fkey FOREIGN KEY (program_id, coupon_id) REFERENCES coupon_codes(program_id, id),
  constraint lead_events_program_id_customer_id_fkey FOREIGN KEY (program_id, customer_id) REFERENCES customers(program_id, id),
  constraint lead_events_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint lead_events_check CHECK ((is_test = (customer_id IS NULL))),
  constraint lead_events_check1 CHECK (((state = 'settled'::text) = (settled_at IS NOT NULL))),
  constraint lead_events_check2 CHECK (((state = 'settled'::text) = (settled_by IS NOT NULL))),
  constraint lead_events_commission CHECK (((commission_cents IS NULL) = (commission_currency IS NULL))),
  constraint lead_events_commission_currency_check CHECK (((commission_currency ~ '^[A-Z]{3}$'::text) AND (commission_currency <> 'XXX'::text))),
  constraint lead_events_settled_by_check CHECK ((settled_by = ANY (ARRAY['browser'::text, 'server'::text, 'payment'::text]))),
  constraint lead_events_source_check CHECK ((source = ANY (ARRAY['browser'::text, 'server'::text]))),
  constraint lead_events_state_check CHECK ((state = ANY (ARRAY['provisional'::text, 'settled'::text]))),
  constraint lead_events_test_facts_check CHECK ((is_test OR (test_facts IS NULL)))
);
create index lead_events_newest ON public.lead_events USING btree (program_id, is_test, received_at, id);
create index lead_events_provisional ON public.lead_events USING btree (program_id, received_at) WHERE ((state = 'provisional'::text) AND (source = 'browser'::text));

create table lead_locks (
  program_id bigint not null,
  bucket smallint not null,
  constraint lead_locks_pkey PRIMARY KEY (program_id, bucket),
  constraint lead_locks_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);

create table leases (
  name text not null,
  holder uuid not null,
  until timestamp with time zone not null,
  constraint leases_pkey PRIMARY KEY (name)
);

create table link_codes (
  code text not null,
  program_id bigint not null,
  link_id bigint not null,
  constraint link_codes_pkey PRIMARY KEY (code),
  constraint link_codes_program_id_link_id_fkey FOREIGN KEY (program_id, link_id) REFERENCES links(program_id, id)
);
create unique index link_codes_without_case ON public.link_codes USING btree (lower((code COLLATE "C")));

create table link_stat_rollups (
  program_id bigint not null,
  days smallint not null,
  first_day date not null,
  partner_id bigint not null,
  link_id bigint not null,
  currency text not null,
  clicks bigint not null default 0,
  leads bigint not null default 0,
  conversions bigint not null default 0,
  sales bigint not null default 0,
  revenue_cents numeric(38,0) not null default 0,
  commission_cents numeric(38,0) not null default 0,
  constraint link_stat_rollups_pkey PRIMARY KEY (program_id, days, first_day, partner_id, link_id, currency),
  constraint link_stat_rollups_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  constraint link_stat_rollups_days_check CHECK (((days = 8) OR (days = 64))),
  constraint link_stat_rollups_first_day_check CHECK ((((first_day - '1970-01-01'::date) % (days)::integer) = 0))
);

create table links (
  program_id bigint not null,
  id bigint not null generated always as identity,
  partner_id bigint not null,
  code text not null,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null,
  constraint links_pkey PRIMARY KEY (program_id, id),
  constraint links_program_id_code_key UNIQUE (program_id, code),
  constraint links_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint links_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text])))
);
create index links_code ON public.links USING btree (program_id, code text_pattern_ops);
create index links_inactive ON public.links USING btree (program_id, created_at, id) WHERE (status = 'inactive'::text);
create index links_newest ON public.links USING btree (program_id, created_at, id);
create index links_partner ON public.links USING btree (program_id, partner_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.links FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('link', 'id', '{created_at}', '{}', '{}');

create table mail_hours (
  recipient text not null,
  hour timestamp with time zone not null,
  mails integer not null,
  constraint mail_hours_pkey PRIMARY KEY (recipient, hour)
);

create table mail_opt_outs (
  program_id bigint not null,
  recipient text not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint mail_opt_outs_pkey PRIMARY KEY (program_id, recipient, kind),
  constraint mail_opt_outs_program_id_fkey FOREIGN KEY (program_id) REFERENCES workspace_programs(program_id) ON DELETE CASCADE,
  constraint mail_opt_outs_kind_check CHECK ((kind = ANY (ARRAY['webhook_disabled'::text, 'new_application'::text, 'partner_statement'::text, 'partner_first_click'::text, 'partner_sale'::text])))
);

create table mails (
  id bigint not null generated always as identity,
  kind text not null,
  cause text not null,
  recipient text not null,
  message_id text not null,
  workspace_id text,
  program_id bigint,
  data jsonb not null,
  secret text,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  claimed_until timestamp with time zone,
  last_attempt_at timestamp with time zone,
  last_code integer,
  last_error text,
  sent_at timestamp with time zone,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  language text,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_cause_recipient_key UNIQUE (cause, recipient),
  constraint mails_program_id_fkey FOREIGN KEY (program_id) REFERENCES workspace_programs(program_id) ON DELETE CASCADE,
  constraint mails_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint mails_attempts_check CHECK ((attempts >= 0)),
  constraint mails_check CHECK (((state = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint mails_check1 CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL))),
  constraint mails_check2 CHECK (((state = 'pending'::text) OR (claimed_until IS NULL))),
  constraint mails_check3 CHECK (((state = 'pending'::text) OR (secret IS NULL))),
  constraint mails_kind_check CHECK ((kind = ANY (ARRAY['invitation'::text, 'password_reset'::text, 'webhook_disabled'::text, 'invoice_issued'::text, 'new_application'::text, 'application_received'::text, 'application_approved'::text, 'application_rejected'::text, 'application_question'::text, 'partner_invitation'::text, 'partner_sign_in'::text, 'payout_details_changed'::text, 'payout_details_requested'::text, 'payout_made'::text, 'payout_paid'::text, 'partner_statement'::text, 'partner_first_click'::text, 'partner_sale'::text, 'partner_reversal'::text, 'claim_decided'::text, 'partner_passkey_changed'::text, 'partner_account_closed'::text]))),
  constraint mails_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'pt-BR'::text, 'vi'::text]))),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text, 'withdrawn'::text])))
);
create index mails_due ON public.mails USING btree (next_attempt_at, id) WHERE (state = 'pending'::text);
create index mails_newest ON public.mails USING btree (workspace_id, created_at, id);
create index mails_of_applicant ON public.mails USING btree (((data ->> 'email'::text))) WHERE (kind = 'new_application'::text);
create index mails_of_recipient ON public.mails USING btree (program_id, recipient, created_at, id) WHERE (program_id IS NOT NULL);
create index mails_old ON public.mails USING btree (created_at, id);
create index mails_to ON public.mails USING btree (recipient, created_at, id);
create index mails_unsent ON public.mails USING btree (workspace_id, created_at, id) WHERE (state = ANY (ARRAY['failed'::text, 'withdrawn'::text]));
CREATE TRIGGER audit AFTER UPDATE ON public.mails FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('mail', 'id', '{attempts,next_attempt_at,claimed_until,last_attempt_at,expires_at}', '{secret}', '{}');

create table management_keys (
  id bigint not null generated always as identity,
  workspace_id text not null,
  program_id bigint,
  name text not null,
  permissions text[] not null,
  key_hash bytea not null,
  masked text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint management_keys_pkey PRIMARY KEY (id),
  constraint management_keys_key_hash_key UNIQUE (key_hash),
  constraint management_keys_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE CASCADE,
  constraint management_keys_program_id_fkey FOREIGN KEY (program_id) REFERENCES workspace_programs(program_id) ON DELETE CASCADE,
  constraint management_keys_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint management_keys_permissions_check CHECK ((permissions <> '{}'::text[]))
);
create index management_keys_newest ON public.management_keys USING btree (workspace_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.management_keys FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('management_key', 'id', '{created_at,last_used_at,key_hash}', '{}', '{}');

create table migrations (
  name text not null,
  applied_at timestamp with time zone not null,
  digest text,
  constraint migrations_pkey PRIMARY KEY (name)
);

create table outbox_events (
  program_id bigint not null,
  id bigint not null generated always as identity,
  message_id uuid not null default gen_random_uuid(),
  type text not null,
  data jsonb not null,
  created_at timestamp with time zone not null,
  dispatched_at timestamp with time zone,
  constraint outbox_events_pkey PRIMARY KEY (program_id, id),
  constraint outbox_events_program_id_message_id_key UNIQUE (program_id, message_id),
  constraint outbox_events_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);
create index outbox_events_approved ON public.outbox_events USING btree (program_id, ((data ->> 'partner_id'::text))) WHERE (type = 'partner.approved'::text);
create index outbox_events_old ON public.outbox_events USING btree (program_id, dispatched_at) WHERE (dispatched_at IS NOT NULL);
create index outbox_events_waiting ON public.outbox_events USING btree (program_id, created_at, id) WHERE (dispatched_at IS NULL);

create table partner_accounts (
  id bigint not null generated always as identity,
  email text,
  time_zone text,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  language text,
  browser_language text,
  constraint partner_accounts_pkey PRIMARY KEY (id),
  constraint partner_accounts_email_key UNIQUE (email),
  constraint partner_accounts_browser_language_check CHECK ((browser_language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'pt-BR'::text, 'vi'::text]))),
  constraint partner_accounts_check CHECK (((email IS NULL) = (closed_at IS NOT NULL))),
  constraint partner_accounts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'pt-BR'::text, 'vi'::text])))
);

create table partner_group_changes (
  program_id bigint not null,
  partner_id bigint not null,
  seq integer not null,
  group_id bigint,
  at timestamp with time zone not null,
  constraint partner_group_changes_pkey PRIMARY KEY (program_id, partner_id, seq),
  constraint partner_group_changes_program_id_group_id_fkey FOREIGN KEY (program_id, group_id) REFERENCES partner_groups(program_id, id),
  constraint partner_group_changes_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint partner_group_changes_seq_check CHECK ((seq > 0))
);

create table partner_groups (
  program_id bigint not null,
  id bigint not null generated always as identity,
  name text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint partner_groups_pkey PRIMARY KEY (program_id, id),
  constraint partner_groups_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint partner_groups_name_check CHECK ((name <> ''::text))
);
create unique index partner_groups_name ON public.partner_groups USING btree (program_id, lower(name)) WHERE (ended_at IS NULL);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.partner_groups FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('partner_group', 'id', '{created_at}', '{}', '{}');

create table partner_mail_items (
  program_id bigint not null,
  kind text not null,
  item_id bigint not null,
  notified_at timestamp with time zone not null,
  constraint partner_mail_items_pkey PRIMARY KEY (program_id, kind, item_id),
  constraint partner_mail_items_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint partner_mail_items_kind_check CHECK ((kind = ANY (ARRAY['partner_first_click'::text, 'partner_sale'::text, 'partner_reversal'::text])))
);
create index partner_mail_items_old ON public.partner_mail_items USING btree (program_id, notified_at) WHERE (kind <> 'partner_first_click'::text);

create table partner_notes (
  program_id bigint not null,
  id bigint not null generated always as identity,
  partner_id bigint not null,
  author_id text not null,
  text text not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone,
  edited_by text,
  constraint partner_notes_pkey PRIMARY KEY (program_id, id),
  constraint partner_notes_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint partner_notes_check CHECK (((edited_at IS NULL) = (edited_by IS NULL))),
  constraint partner_notes_check1 CHECK (((edited_at IS NULL) = (version = 1))),
  constraint partner_notes_text_check CHECK (((text <> ''::text) AND (char_length(text) <= 2000))),
  constraint partner_notes_version_check CHECK ((version > 0))
);
create index partner_notes_newest ON public.partner_notes USING btree (program_id, partner_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.partner_notes FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('partner_note', 'id', '{created_at,edited_at}', '{text}', '{}');

create table partner_passkey_challenges (
  challenge_hash bytea not null,
  session_id bigint,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint partner_passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  constraint partner_passkey_challenges_session_id_fkey FOREIGN KEY (session_id) REFERENCES partner_sessions(id) ON DELETE CASCADE
);
create index partner_passkey_challenges_ended ON public.partner_passkey_challenges USING btree (expires_at);
create index partner_passkey_challenges_session ON public.partner_passkey_challenges USING btree (session_id);

create table partner_passkeys (
  id bigint not null generated always as identity,
  account_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  is_synced boolean not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone,
  constraint partner_passkeys_pkey PRIMARY KEY (id),
  constraint partner_passkeys_credential_id_key UNIQUE (credential_id),
  constraint partner_passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES partner_accounts(id),
  constraint partner_passkeys_counter_check CHECK ((counter >= 0)),
  constraint partner_passkeys_name_check CHECK ((name <> ''::text))
);
create index partner_passkeys_account ON public.partner_passkeys USING btree (account_id);

create table partner_sessions (
  id bigint not null generated always as identity,
  account_id bigint not null,
  token_hash bytea not null,
  workspace_id text,
  device text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint partner_sessions_pkey PRIMARY KEY (id),
  constraint partner_sessions_token_hash_key UNIQUE (token_hash),
  constraint partner_sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES partner_accounts(id),
  constraint partner_sessions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
create index partner_sessions_account ON public.partner_sessions USING btree (account_id);
create index partner_sessions_ended ON public.partner_sessions USING btree (expires_at);

create table partner_sign_in_links (
  token_hash bytea not null,
  email text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  workspace_id text,
  partner_id bigint,
  constraint partner_sign_in_links_pkey PRIMARY KEY (token_hash),
  constraint partner_sign_in_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint partner_sign_in_links_check CHECK (((workspace_id IS NULL) = (partner_id IS NULL)))
);
create index partner_sign_in_links_email ON public.partner_sign_in_links USING btree (email);
create index partner_sign_in_links_ended ON public.partner_sign_in_links USING btree (expires_at);
CREATE TRIGGER audit AFTER INSERT ON public.partner_sign_in_links FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('partner', 'partner_id', '{created_at,token_hash,email,spent_at}', '{}', '{}');

create table partner_statement_lines (
  program_id bigint not null,
  partner_id bigint not null,
  month text not null,
  currency text not null,
  commission_id bigint not null,
  earned_cents bigint not null,
  reversed_cents bigint not null,
  paid_cents bigint not null,
  constraint partner_statement_lines_pkey PRIMARY KEY (program_id, partner_id, month, currency, commission_id),
  constraint partner_statement_lines_program_id_commission_id_fkey FOREIGN KEY (program_id, commission_id) REFERENCES commissions(program_id, id),
  constraint partner_statement_lines_program_id_partner_id_month_curren_fkey FOREIGN KEY (program_id, partner_id, month, currency) REFERENCES partner_statements(program_id, partner_id, month, currency),
  constraint partner_statement_lines_check CHECK (((earned_cents <> 0) OR (reversed_cents <> 0) OR (paid_cents <> 0))),
  constraint partner_statement_lines_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text)))
);
create index partner_statement_lines_commission ON public.partner_statement_lines USING btree (program_id, commission_id);
CREATE TRIGGER written_once BEFORE DELETE OR UPDATE ON public.partner_statement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();
CREATE TRIGGER written_once_truncate BEFORE TRUNCATE ON public.partner_statement_lines FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();

create table partner_statement_months (
  program_id bigint not null,
  month text not null,
  closed_at timestamp with time zone not null,
  constraint partner_statement_months_pkey PRIMARY KEY (program_id, month),
  constraint partner_statement_months_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint partner_statement_months_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);

create table partner_statements (
  program_id bigint not null,
  partner_id bigint not null,
  month text not null,
  currency text not null,
  time_zone text not null,
  opening_cents numeric(38,0) not null,
  earned_cents numeric(38,0) not null,
  reversed_cents numeric(38,0) not null,
  paid_cents numeric(38,0) not null,
  closing_cents numeric(38,0) not null,
  held_cents numeric(38,0) not null,
  lines integer not null,
  closed_at timestamp with time zone not null,
  constraint partner_statements_pkey PRIMARY KEY (program_id, partner_id, month, currency),
  constraint partner_statements_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint partner_statements_check CHECK (((((opening_cents + earned_cents) - reversed_cents) - paid_cents) = closing_cents)),
  constraint partner_statements_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint partner_statements_held_check CHECK ((held_cents >= (0)::numeric)),
  constraint partner_statements_lines_check CHECK ((lines > 0)),
  constraint partner_statements_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);
CREATE TRIGGER written_once BEFORE DELETE OR UPDATE ON public.partner_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();
CREATE TRIGGER written_once_truncate BEFORE TRUNCATE ON public.partner_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_statement_change();

create table partner_tags (
  program_id bigint not null,
  partner_id bigint not null,
  tag text not null,
  constraint partner_tags_pkey PRIMARY KEY (program_id, partner_id, tag),
  constraint partner_tags_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint partner_tags_tag_check CHECK (((tag <> ''::text) AND (char_length(tag) <= 40)))
);
create index partner_tags_of_program ON public.partner_tags USING btree (program_id, tag, partner_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.partner_tags FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('partner', 'partner_id', '{}', '{}', '{}');

create table partners (
  workspace_id text not null,
  id bigint not null generated always as identity,
  name text not null,
  email text not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint partners_pkey PRIMARY KEY (workspace_id, id),
  constraint partners_workspace_id_email_key UNIQUE (workspace_id, email),
  constraint partners_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
create index partners_email ON public.partners USING btree (workspace_id, email text_pattern_ops);
create index partners_name ON public.partners USING btree (workspace_id, lower(name) text_pattern_ops);
create index partners_of_address ON public.partners USING btree (email);
create index partners_sorted ON public.partners USING btree (workspace_id, lower(name), id);
create index partners_words ON public.partners USING gin (to_tsvector('simple'::regconfig, translate(((name || ' '::text) || email), '@._-+/:&<>'::text, '          '::text))) WITH (fastupdate=off);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.partners FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('partner', 'id', '{created_at}', '{}', '{}');

create table payment_references (
  program_id bigint not null,
  reference text not null,
  payment_id bigint not null,
  is_from_sale boolean not null default false,
  constraint payment_references_pkey PRIMARY KEY (program_id, reference),
  constraint payment_references_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint payment_references_program_id_payment_id_fkey FOREIGN KEY (program_id, payment_id) REFERENCES processor_payments(program_id, id)
);
create index payment_references_payment ON public.payment_references USING btree (program_id, payment_id);

create table payment_shares (
  program_id bigint not null,
  reference text not null,
  payment_id bigint not null,
  constraint payment_shares_pkey PRIMARY KEY (program_id, reference, payment_id),
  constraint payment_shares_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint payment_shares_program_id_payment_id_fkey FOREIGN KEY (program_id, payment_id) REFERENCES processor_payments(program_id, id)
);
create index payment_shares_payment ON public.payment_shares USING btree (program_id, payment_id);

create table payout_batches (
  program_id bigint not null,
  id bigint not null generated always as identity,
  kind text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  constraint payout_batches_pkey PRIMARY KEY (program_id, id),
  constraint payout_batches_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint payout_batches_kind_check CHECK ((kind = ANY (ARRAY['batch'::text, 'manual'::text])))
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payout_batches FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('payout_batch', 'id', '{created_at}', '{}', '{}');

create table payout_details (
  program_id bigint not null,
  partner_id bigint not null,
  version integer not null,
  method text not null,
  sealed text,
  created_at timestamp with time zone not null,
  usable_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  erased_at timestamp with time zone,
  constraint payout_details_pkey PRIMARY KEY (program_id, partner_id, version),
  constraint payout_details_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint payout_details_check CHECK ((usable_at >= created_at)),
  constraint payout_details_check1 CHECK ((withdrawn_at < usable_at)),
  constraint payout_details_erased CHECK (((sealed IS NULL) = (erased_at IS NOT NULL))),
  constraint payout_details_method_check CHECK ((method = ANY (ARRAY['bank_iban'::text, 'bank_account'::text, 'paypal'::text, 'wise'::text, 'other'::text]))),
  constraint payout_details_version_check CHECK ((version > 0))
);

create table payout_items (
  program_id bigint not null,
  payout_id bigint not null,
  commission_id bigint not null,
  amount_cents bigint not null,
  earned_at timestamp with time zone not null,
  constraint payout_items_pkey PRIMARY KEY (program_id, payout_id, commission_id),
  constraint payout_items_program_id_commission_id_fkey FOREIGN KEY (program_id, commission_id) REFERENCES commissions(program_id, id),
  constraint payout_items_program_id_payout_id_fkey FOREIGN KEY (program_id, payout_id) REFERENCES payouts(program_id, id)
);
create index payout_items_commission ON public.payout_items USING btree (program_id, commission_id);
create index payout_items_newest ON public.payout_items USING btree (program_id, payout_id, earned_at, commission_id);
CREATE TRIGGER issued BEFORE DELETE OR UPDATE ON public.payout_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('a payout item', '{}');
CREATE TRIGGER issued_truncated BEFORE TRUNCATE ON public.payout_items FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('a payout item', '{}');

create table payout_settings (
  program_id bigint not null,
  debtor text,
  updated_at timestamp with time zone not null,
  minimums jsonb not null default '{}'::jsonb,
  pay_day integer,
  paid_month text,
  details_required boolean not null default false,
  constraint payout_settings_pkey PRIMARY KEY (program_id),
  constraint payout_settings_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint payout_settings_check CHECK (((pay_day IS NULL) OR (paid_month IS NOT NULL))),
  constraint payout_settings_paid_month_check CHECK ((paid_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint payout_settings_pay_day_check CHECK (((pay_day >= 1) AND (pay_day <= 28)))
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payout_settings FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('payout_settings', 'program_id', '{updated_at}', '{debtor}', '{}');

create table payouts (
  program_id bigint not null,
  id bigint not null generated always as identity,
  batch_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  amount_cents numeric(38,0) not null,
  commissions integer not null,
  status text not null default 'open'::text,
  reference text,
  created_at timestamp with time zone not null,
  closed_by text,
  closed_at timestamp with time zone,
  details_version integer,
  filed_at timestamp with time zone,
  constraint payouts_pkey PRIMARY KEY (program_id, id),
  constraint payouts_program_id_batch_id_partner_id_currency_key UNIQUE (program_id, batch_id, partner_id, currency),
  constraint payouts_program_id_batch_id_fkey FOREIGN KEY (program_id, batch_id) REFERENCES payout_batches(program_id, id),
  constraint payouts_program_id_partner_id_details_version_fkey FOREIGN KEY (program_id, partner_id, details_version) REFERENCES payout_details(program_id, partner_id, version),
  constraint payouts_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint payouts_amount_cents_check CHECK ((amount_cents > (0)::numeric)),
  constraint payouts_check CHECK (((status = 'open'::text) = (closed_at IS NULL))),
  constraint payouts_check1 CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
  constraint payouts_check2 CHECK (((reference IS NULL) OR (status = 'paid'::text))),
  constraint payouts_commissions_check CHECK ((commissions > 0)),
  constraint payouts_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'canceled'::text])))
);
create index payouts_canceled ON public.payouts USING btree (program_id, created_at, id) WHERE (status = 'canceled'::text);
create index payouts_newest ON public.payouts USING btree (program_id, created_at, id);
create index payouts_open ON public.payouts USING btree (program_id, created_at, id) WHERE (status = 'open'::text);
create index payouts_partner ON public.payouts USING btree (program_id, partner_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.payouts FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('payout', 'id', '{created_at,filed_at}', '{}', '{}');
CREATE TRIGGER issued BEFORE UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION refuse_issued_change('a payout', '{status,reference,closed_by,closed_at,details_version,filed_at}');
CREATE TRIGGER issued_closed BEFORE UPDATE ON public.payouts FOR EACH ROW WHEN (((old.status <> 'open'::text) AND (new.* IS DISTINCT FROM old.*))) EXECUTE FUNCTION refuse_issued_change('a closed payout', '{}');
CREATE TRIGGER issued_deleted BEFORE DELETE ON public.payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('a payout', '{}');
CREATE TRIGGER issued_truncated BEFORE TRUNCATE ON public.payouts FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('a payout', '{}');

create table platform_fees (
  program_id bigint not null,
  id bigint not null generated always as identity,
  sale_id bigint not null,
  rate_bps integer not null,
  amount_cents bigint not null,
  currency text not null,
  created_at timestamp with time zone not null,
  reversed_cents bigint not null default 0,
  invoiced_cents bigint not null default 0,
  invoiced_usd_cents numeric(38,0) not null default 0,
  constraint platform_fees_pkey PRIMARY KEY (program_id, id),
  constraint platform_fees_program_id_sale_id_key UNIQUE (program_id, sale_id),
  constraint platform_fees_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint platform_fees_program_id_sale_id_fkey FOREIGN KEY (program_id, sale_id) REFERENCES sale_events(program_id, id),
  constraint platform_fees_amount_cents_check CHECK ((amount_cents >= 0)),
  constraint platform_fees_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint platform_fees_invoiced CHECK (((invoiced_cents >= 0) AND (invoiced_cents <= amount_cents))),
  constraint platform_fees_invoiced_usd CHECK (((invoiced_usd_cents >= (0)::numeric) AND ((invoiced_cents > 0) OR (invoiced_usd_cents = (0)::numeric)))),
  constraint platform_fees_rate_bps_check CHECK (((rate_bps >= 0) AND (rate_bps <= 10000))),
  constraint platform_fees_reversed CHECK (((reversed_cents >= 0) AND (reversed_cents <= amount_cents)))
);
create index platform_fees_due ON public.platform_fees USING btree (program_id, created_at, id) WHERE ((amount_cents - reversed_cents) <> invoiced_cents);

create table portal_settings (
  program_id bigint not null,
  embed_origins text[] not null default '{}'::text[],
  own_links integer,
  updated_at timestamp with time zone not null,
  language text not null default 'en'::text,
  own_codes integer,
  own_code_pattern text,
  own_code_min_chars integer,
  own_code_max_chars integer,
  own_code_discount text,
  constraint portal_settings_pkey PRIMARY KEY (program_id),
  constraint portal_settings_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint portal_settings_embed_origins_check CHECK ((cardinality(embed_origins) <= 10)),
  constraint portal_settings_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'pt-BR'::text, 'vi'::text]))),
  constraint portal_settings_own_code_chars_check CHECK (((own_code_min_chars >= 1) AND (own_code_min_chars <= own_code_max_chars) AND (own_code_max_chars <= 64))),
  constraint portal_settings_own_codes_check CHECK (((num_nonnulls(own_codes, own_code_pattern, own_code_min_chars, own_code_max_chars) = ANY (ARRAY[0, 4])) AND ((own_code_discount IS NULL) OR (own_codes IS NOT NULL)))),
  constraint portal_settings_own_codes_check1 CHECK (((own_codes >= 1) AND (own_codes <= 100))),
  constraint portal_settings_own_links_check CHECK (((own_links >= 0) AND (own_links <= 200)))
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.portal_settings FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('portal_settings', 'program_id', '{updated_at}', '{}', '{}');

create table processor_accounts (
  processor text not null,
  account_id text not null,
  program_id bigint not null,
  connected_by text not null,
  webhook_secret text,
  is_live boolean not null,
  connected_at timestamp with time zone not null,
  reported_at timestamp with time zone,
  rejected_events integer not null default 0,
  rejected_at timestamp with time zone,
  api_key text,
  constraint processor_accounts_pkey PRIMARY KEY (processor, account_id),
  constraint processor_accounts_program_id_key UNIQUE (program_id),
  constraint processor_accounts_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint processor_accounts_check CHECK (((connected_by = 'manual'::text) = (webhook_secret IS NOT NULL))),
  constraint processor_accounts_connected_by_check CHECK ((connected_by = ANY (ARRAY['oauth'::text, 'manual'::text]))),
  constraint processor_accounts_rejected_check CHECK (((rejected_events > 0) = (rejected_at IS NOT NULL)))
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.processor_accounts FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('processor_account', 'account_id', '{reported_at}', '{webhook_secret,api_key}', '{}');

create table processor_charges (
  program_id bigint not null,
  charge_id text not null,
  payment_id bigint not null,
  amount_cents bigint not null,
  currency text not null,
  released_cents bigint not null default 0,
  constraint processor_charges_pkey PRIMARY KEY (program_id, charge_id),
  constraint processor_charges_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint processor_charges_program_id_payment_id_fkey FOREIGN KEY (program_id, payment_id) REFERENCES processor_payments(program_id, id),
  constraint processor_charges_amount_cents_check CHECK (((amount_cents >= 0) AND ((amount_cents > 0) OR (released_cents > 0)))),
  constraint processor_charges_released_cents_check CHECK ((released_cents >= 0))
);
create index processor_charges_payment ON public.processor_charges USING btree (program_id, payment_id);

create table processor_connections (
  program_id bigint not null,
  processor text not null,
  account_id text not null,
  connected_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint processor_connections_pkey PRIMARY KEY (program_id, processor, account_id, connected_at),
  constraint processor_connections_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);
create index processor_connections_account ON public.processor_connections USING btree (processor, account_id, connected_at);

create table processor_customers (
  program_id bigint not null,
  reference text not null,
  click_id text,
  customer_key text,
  email_hash bytea,
  created_at timestamp with time zone not null,
  reference_key text,
  coupon_code text,
  constraint processor_customers_pkey PRIMARY KEY (program_id, reference),
  constraint processor_customers_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);

create table processor_events (
  program_id bigint not null,
  processor text not null,
  event_id text not null,
  type text not null,
  is_live boolean not null,
  outcome text not null,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  placeholders jsonb,
  reference text,
  constraint processor_events_pkey PRIMARY KEY (program_id, processor, event_id),
  constraint processor_events_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);
create index processor_events_placeholders ON public.processor_events USING btree (program_id, received_at) WHERE (placeholders IS NOT NULL);
create index processor_events_received ON public.processor_events USING btree (program_id, received_at);
create index processor_events_reference ON public.processor_events USING btree (program_id, reference) WHERE (reference IS NOT NULL);
create index processor_events_type ON public.processor_events USING btree (program_id, type, received_at);

create table processor_payments (
  program_id bigint not null,
  id bigint not null generated always as identity,
  processor text not null,
  state text not null,
  reason text,
  transaction_id text,
  amount_cents bigint,
  tax_amount_cents bigint,
  currency text,
  sale_type text,
  is_recurring boolean,
  subscription_id text,
  subscription_interval text,
  product_id text,
  click_id text,
  customer_key text,
  email_hash bytea,
  processor_customer_id text,
  occurred_at timestamp with time zone,
  sale_id bigint,
  decided_by text,
  created_at timestamp with time zone not null,
  was_unattributed boolean not null generated always as ((reason IS NOT NULL)) stored,
  refunded_cents bigint,
  bill_id text,
  created_sale boolean not null default false,
  amount_from text,
  written_at timestamp with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  erased_at timestamp with time zone,
  reference_key text,
  coupon_code text,
  unpaid_since timestamp with time zone,
  is_linked boolean not null default false,
  constraint processor_payments_pkey PRIMARY KEY (program_id, id),
  constraint processor_payments_program_id_sale_id_key UNIQUE (program_id, sale_id),
  constraint processor_payments_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint processor_payments_program_id_sale_id_fkey FOREIGN KEY (program_id, sale_id) REFERENCES sale_events(program_id, id),
  constraint processor_payments_amount_cents_check CHECK ((amount_cents > 0)),
  constraint processor_payments_amount_from_check CHECK ((amount_from = ANY (ARRAY['checkout'::text, 'conversion'::text, 'charge'::text, 'intent'::text, 'invoice'::text]))),
  constraint processor_payments_check CHECK (((state = 'attributed'::text) = (sale_id IS NOT NULL))),
  constraint processor_payments_check1 CHECK (((state <> ALL (ARRAY['unattributed'::text, 'dismissed'::text])) OR ((reason IS NOT NULL) AND (transaction_id IS NOT NULL) AND (amount_cents IS NOT NULL) AND (currency IS NOT NULL) AND (sale_type IS NOT NULL) AND (is_recurring IS NOT NULL) AND (occurred_at IS NOT NULL)))),
  constraint processor_payments_reason_check CHECK ((reason = ANY (ARRAY['no_customer'::text, 'window_expired'::text, 'unsupported_currency'::text, 'partner_not_approved'::text, 'program_inactive'::text, 'closed_to_new_referrals'::text]))),
  constraint processor_payments_refunded_cents_check CHECK ((refunded_cents >= 0)),
  constraint processor_payments_sale_type_check CHECK ((sale_type = ANY (ARRAY['payment'::text, 'subscription'::text]))),
  constraint processor_payments_state_check CHECK ((state = ANY (ARRAY['announced'::text, 'attributed'::text, 'unattributed'::text, 'dismissed'::text]))),
  constraint processor_payments_subscription_interval_check CHECK ((subscription_interval = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'annual'::text])))
);
create index processor_payments_checkout ON public.processor_payments USING btree (program_id, created_at) WHERE ((bill_id IS NOT NULL) AND (amount_from = 'checkout'::text));
create index processor_payments_kept ON public.processor_payments USING btree (program_id, created_at, id) WHERE was_unattributed;
create index processor_payments_state ON public.processor_payments USING btree (program_id, state, created_at, id) WHERE was_unattributed;
create index processor_payments_unlinked ON public.processor_payments USING btree (program_id, created_at) WHERE ((bill_id IS NOT NULL) AND (NOT is_linked) AND (sale_id IS NOT NULL));
create index processor_payments_unpaid ON public.processor_payments USING btree (program_id, unpaid_since) WHERE (unpaid_since IS NOT NULL);
CREATE TRIGGER audit AFTER UPDATE ON public.processor_payments FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('payment', 'id', '{created_at,email_hash}', '{}', '{}');

create table processor_refunds (
  program_id bigint not null,
  id bigint not null generated always as identity,
  payment_id bigint not null,
  kind text not null,
  refund_id text,
  charge_id text,
  amount_cents bigint not null,
  is_withdrawn boolean not null,
  reason text,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  currency text,
  event_id text,
  constraint processor_refunds_pkey PRIMARY KEY (program_id, id),
  constraint processor_refunds_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint processor_refunds_program_id_payment_id_fkey FOREIGN KEY (program_id, payment_id) REFERENCES processor_payments(program_id, id),
  constraint processor_refunds_amount_cents_check CHECK ((amount_cents > 0)),
  constraint processor_refunds_check CHECK (((kind = 'refund'::text) OR (refund_id IS NOT NULL))),
  constraint processor_refunds_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'failed_refund'::text, 'dispute'::text])))
);
create index processor_refunds_payment ON public.processor_refunds USING btree (program_id, payment_id, occurred_at, id);
create index processor_refunds_waiting ON public.processor_refunds USING btree (program_id, payment_id) WHERE (applied_at IS NULL);

create table program_audit_log (
  program_id bigint not null,
  id bigint not null default nextval('audit_ids'::regclass),
  at timestamp with time zone not null,
  written_at timestamp with time zone not null default date_trunc('milliseconds'::text, clock_timestamp()),
  workspace_id text not null,
  user_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  key_id bigint,
  constraint program_audit_log_pkey PRIMARY KEY (program_id, id)
);
create index program_audit_log_action ON public.program_audit_log USING btree (workspace_id, action, written_at, id);
create index program_audit_log_at ON public.program_audit_log USING btree (workspace_id, at, id);
create index program_audit_log_key ON public.program_audit_log USING btree (workspace_id, key_id, written_at, id) WHERE (key_id IS NOT NULL);
create index program_audit_log_user ON public.program_audit_log USING btree (workspace_id, user_id, written_at, id);
create index program_audit_log_workspace ON public.program_audit_log USING btree (workspace_id, written_at, id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.program_audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();
CREATE TRIGGER append_only_truncate BEFORE TRUNCATE ON public.program_audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();

create table program_brands (
  program_id bigint not null,
  slug text,
  color text not null,
  reply_to text,
  logo_digest text,
  updated_at timestamp with time zone not null,
  constraint program_brands_pkey PRIMARY KEY (program_id),
  constraint program_brands_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint program_brands_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text))
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.program_brands FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('brand', 'program_id', '{updated_at}', '{}', '{}');

create table program_enrollments (
  program_id bigint not null,
  partner_id bigint not null,
  workspace_id text not null,
  status text not null,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  payout_hold_reason text,
  payouts_held_at timestamp with time zone,
  payouts_held_by text,
  group_id bigint,
  created_day date,
  constraint program_enrollments_pkey PRIMARY KEY (program_id, partner_id),
  constraint program_enrollments_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint program_enrollments_program_id_group_id_fkey FOREIGN KEY (program_id, group_id) REFERENCES partner_groups(program_id, id),
  constraint program_enrollments_workspace_id_partner_id_fkey FOREIGN KEY (workspace_id, partner_id) REFERENCES partners(workspace_id, id),
  constraint program_enrollments_hold CHECK ((((payout_hold_reason IS NULL) = (payouts_held_at IS NULL)) AND ((payouts_held_at IS NULL) = (payouts_held_by IS NULL)))),
  constraint program_enrollments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'closed'::text])))
);
create index program_enrollments_closed ON public.program_enrollments USING btree (program_id, partner_id) WHERE (status = 'closed'::text);
create index program_enrollments_created ON public.program_enrollments USING btree (program_id, created_at, partner_id);
create index program_enrollments_group ON public.program_enrollments USING btree (program_id, group_id, partner_id) WHERE (group_id IS NOT NULL);
create index program_enrollments_not_approved ON public.program_enrollments USING btree (program_id, created_at, partner_id) WHERE (status = ANY (ARRAY['pending'::text, 'rejected'::text]));
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.program_enrollments FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('partner', 'partner_id', '{created_at,created_day}', '{}', '{}');

create table program_logos (
  program_id bigint not null,
  media_type text not null,
  bytes bytea not null,
  digest text not null,
  created_at timestamp with time zone not null,
  constraint program_logos_pkey PRIMARY KEY (program_id),
  constraint program_logos_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint program_logos_bytes_check CHECK ((octet_length(bytes) <= 65536))
);

create table program_slugs (
  slug text not null,
  program_id bigint not null,
  created_at timestamp with time zone not null,
  constraint program_slugs_pkey PRIMARY KEY (slug),
  constraint program_slugs_program_id_key UNIQUE (program_id),
  constraint program_slugs_program_id_fkey FOREIGN KEY (program_id) REFERENCES workspace_programs(program_id) ON DELETE CASCADE,
  constraint program_slugs_slug_check CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text))
);

create table programs (
  id bigint not null generated always as identity,
  workspace_id text not null,
  name text not null,
  status text not null default 'active'::text,
  time_zone text not null default 'UTC'::text,
  lead_auth_policy text not null default 'server_verified'::text,
  payment_tracking_mode text not null default 'processor_connect'::text,
  attribution_window_days integer not null default 60,
  cookie_window_days integer not null default 60,
  hold_period_days integer not null default 30,
  platform_fee_bps integer not null,
  per_lead_amount_cents bigint,
  per_lead_currency text,
  processor_connection_status text not null default 'not_connected'::text,
  processor_account_id text,
  processor_charges_enabled boolean not null default false,
  processor_payouts_enabled boolean not null default false,
  processor_details_submitted boolean not null default false,
  processor_connected_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  commission_approval text not null default 'automatic'::text,
  coupon_precedence text not null default 'code'::text,
  legal_name text,
  legal_address text,
  tax_id text,
  closed_to_new_referrals boolean not null default false,
  site_url text,
  redirect_domain text,
  click_retention_months integer,
  sandbox boolean not null default false,
  clock_ahead_ms bigint not null default 0,
  days_due_from date,
  commission_base text not null default 'amount'::text,
  setup_dismissed boolean not null default false,
  constraint programs_pkey PRIMARY KEY (id),
  constraint programs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id),
  constraint programs_attribution_window_days_check CHECK (((attribution_window_days >= 1) AND (attribution_window_days <= 365))),
  constraint programs_check CHECK (((per_lead_amount_cents IS NULL) = (per_lead_currency IS NULL))),
  constraint programs_click_retention_months_check CHECK (((click_retention_months >= 1) AND (click_retention_months <= 1200))),
  constraint programs_clock_ahead_ms_check CHECK (((clock_ahead_ms >= 0) AND (sandbox OR (clock_ahead_ms = 0)))),
  constraint programs_commission_approval_check CHECK ((commission_approval = ANY (ARRAY['automatic'::text, 'review'::text]))),
  constraint programs_commission_base_check CHECK ((commission_base = ANY (ARRAY['amount'::text, 'amount_without_tax'::text]))),
  constraint programs_cookie_window_days_check CHECK (((cookie_window_days >= 1) AND (cookie_window_days <= 365))),
  constraint programs_coupon_precedence_check CHECK ((coupon_precedence = ANY (ARRAY['code'::text, 'click'::text, 'first_touch'::text]))),
  constraint programs_hold_period_days_check CHECK (((hold_period_days >= 0) AND (hold_period_days <= 365))),
  constraint programs_lead_auth_policy_check CHECK ((lead_auth_policy = ANY (ARRAY['server_verified'::text, 'browser_allowed'::text]))),
  constraint programs_payment_tracking_mode_check CHECK ((payment_tracking_mode = ANY (ARRAY['processor_connect'::text, 's2s'::text]))),
  constraint programs_per_lead_amount_cents_check CHECK ((per_lead_amount_cents > 0)),
  constraint programs_per_lead_currency_check CHECK (((per_lead_currency ~ '^[A-Z]{3}$'::text) AND (per_lead_currency <> 'XXX'::text))),
  constraint programs_platform_fee_bps_check CHECK (((platform_fee_bps >= 0) AND (platform_fee_bps <= 10000))),
  constraint programs_processor_connection_status CHECK ((processor_connection_status = ANY (ARRAY['not_connected'::text, 'connected'::text, 'disconnected'::text]))),
  constraint programs_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'archived'::text])))
);
create index programs_workspace ON public.programs USING btree (workspace_id, created_at, id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.programs FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('program', 'id', '{created_at,updated_at,days_due_from}', '{}', '{}');
CREATE TRIGGER keep_clock BEFORE UPDATE ON public.programs FOR EACH ROW WHEN (((new.sandbox IS DISTINCT FROM old.sandbox) OR (new.clock_ahead_ms < old.clock_ahead_ms))) EXECUTE FUNCTION keep_program_clock();
CREATE TRIGGER note_due_days BEFORE UPDATE OF time_zone ON public.programs FOR EACH ROW WHEN ((old.time_zone IS DISTINCT FROM new.time_zone)) EXECUTE FUNCTION note_due_days();

create table purged_events_for_review (
  program_id bigint not null,
  reason text not null,
  events bigint not null,
  constraint purged_events_for_review_pkey PRIMARY KEY (program_id, reason),
  constraint purged_events_for_review_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint purged_events_for_review_events_check CHECK ((events > 0)),
  constraint purged_events_for_review_reason_check CHECK ((reason = ANY (ARRAY['unreadable'::text, 'currency_differs'::text, 'amount_differs'::text, 'another_program'::text, 'possible_duplicate_refund'::text])))
);

create table reconciliation_items (
  program_id bigint not null,
  id bigint not null generated always as identity,
  reconciliation_id bigint not null,
  kind text not null,
  reference text not null,
  state text not null,
  reason text,
  generation integer not null,
  keys text[] not null,
  payment_id bigint,
  amount_cents bigint not null,
  currency text,
  recorded_cents bigint,
  recorded_currency text,
  occurred_at timestamp with time zone not null,
  note text,
  note_by text,
  recorded_by text,
  constraint reconciliation_items_pkey PRIMARY KEY (program_id, id),
  constraint reconciliation_items_program_id_reconciliation_id_kind_refe_key UNIQUE (program_id, reconciliation_id, kind, reference),
  constraint reconciliation_items_program_id_reconciliation_id_fkey FOREIGN KEY (program_id, reconciliation_id) REFERENCES reconciliations(program_id, id),
  constraint reconciliation_items_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'failed_refund'::text, 'dispute'::text]))),
  constraint reconciliation_items_note_check CHECK (((note IS NULL) = (note_by IS NULL))),
  constraint reconciliation_items_state_check CHECK ((state = ANY (ARRAY['matched'::text, 'unattributed'::text, 'different_amount'::text, 'missing'::text, 'recorded'::text])))
);
create index reconciliation_items_open ON public.reconciliation_items USING btree (program_id, reconciliation_id, occurred_at, id) WHERE (state = ANY (ARRAY['different_amount'::text, 'missing'::text]));
create index reconciliation_items_unattributed ON public.reconciliation_items USING btree (program_id, reconciliation_id, occurred_at, id) WHERE (state = 'unattributed'::text);
CREATE TRIGGER audit AFTER UPDATE OF note, recorded_by ON public.reconciliation_items FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('reconciliation_item', 'id', '{generation,keys}', '{note}', '{}');

create table reconciliations (
  program_id bigint not null,
  id bigint not null generated always as identity,
  month text not null,
  processor text not null,
  status text not null,
  failure text,
  generation integer not null default 1,
  cursor text,
  pages integer not null default 0,
  attempts integer not null default 0,
  before timestamp with time zone not null,
  requested_at timestamp with time zone not null,
  resume_at timestamp with time zone not null,
  holder uuid,
  held_until timestamp with time zone,
  finished_at timestamp with time zone,
  matched integer not null default 0,
  unattributed integer not null default 0,
  unattributed_reasons jsonb not null default '{}'::jsonb,
  unreadable integer not null default 0,
  closed_at timestamp with time zone,
  closed_by text,
  close_note text,
  constraint reconciliations_pkey PRIMARY KEY (program_id, id),
  constraint reconciliations_program_id_month_key UNIQUE (program_id, month),
  constraint reconciliations_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint reconciliations_closed_check CHECK ((((closed_at IS NULL) = (closed_by IS NULL)) AND ((closed_at IS NULL) OR (status = 'done'::text)))),
  constraint reconciliations_failure_check CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
  constraint reconciliations_holder_check CHECK (((holder IS NULL) = (held_until IS NULL))),
  constraint reconciliations_month_check CHECK ((month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text)),
  constraint reconciliations_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])))
);
create index reconciliations_due ON public.reconciliations USING btree (resume_at) WHERE (status = ANY (ARRAY['queued'::text, 'running'::text]));
create index reconciliations_newest ON public.reconciliations USING btree (program_id, requested_at, id);
CREATE TRIGGER audit AFTER UPDATE OF closed_at ON public.reconciliations FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('reconciliation', 'id', '{cursor,holder,held_until,resume_at}', '{}', '{}');

create table redirect_domains (
  domain text not null,
  program_id bigint not null,
  created_at timestamp with time zone not null,
  constraint redirect_domains_pkey PRIMARY KEY (domain),
  constraint redirect_domains_program_id_key UNIQUE (program_id),
  constraint redirect_domains_program_id_fkey FOREIGN KEY (program_id) REFERENCES workspace_programs(program_id) ON DELETE CASCADE,
  constraint redirect_domains_domain_check CHECK (((domain = lower(domain)) AND (length(domain) <= 253)))
);

create table refund_events (
  program_id bigint not null,
  id bigint not null generated always as identity,
  is_test boolean not null,
  sale_id bigint not null,
  kind text not null,
  refund_id text not null,
  amount_cents bigint not null,
  reason text,
  source text not null,
  actor_user_id text,
  received_at timestamp with time zone not null,
  withdrawn_at timestamp with time zone,
  reported_cents bigint,
  voids_sale boolean not null default false,
  constraint refund_events_pkey PRIMARY KEY (program_id, id),
  constraint refund_events_program_id_sale_id_fkey FOREIGN KEY (program_id, sale_id) REFERENCES sale_events(program_id, id),
  constraint refund_events_amount_cents_check CHECK (((amount_cents >= 0) AND ((amount_cents > 0) OR (reported_cents IS NOT NULL)))),
  constraint refund_events_check CHECK (((withdrawn_at IS NULL) OR (kind = 'dispute'::text) OR ((kind = 'refund'::text) AND (source = 'dashboard'::text) AND (NOT voids_sale)))),
  constraint refund_events_kind_check CHECK ((kind = ANY (ARRAY['refund'::text, 'failed_refund'::text, 'dispute'::text]))),
  constraint refund_events_reported_cents_check CHECK ((reported_cents > 0)),
  constraint refund_events_source_check CHECK ((source = ANY (ARRAY['merchant'::text, 'dashboard'::text, 'processor'::text])))
);
create index refund_events_newest ON public.refund_events USING btree (program_id, received_at, id);
create unique index refund_events_once ON public.refund_events USING btree (program_id, sale_id, kind, refund_id) WHERE ((kind <> 'refund'::text) OR (withdrawn_at IS NULL));
create index refund_events_sale ON public.refund_events USING btree (program_id, sale_id, kind, refund_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.refund_events FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('refund', 'id', '{received_at}', '{}', '{}');
CREATE TRIGGER issued BEFORE UPDATE ON public.refund_events FOR EACH ROW EXECUTE FUNCTION refuse_issued_change('a refund', '{refund_id,reason,amount_cents,reported_cents,withdrawn_at}');
CREATE TRIGGER issued_amount BEFORE UPDATE OF amount_cents, reported_cents ON public.refund_events FOR EACH ROW WHEN (((old.kind <> 'dispute'::text) AND ((new.amount_cents IS DISTINCT FROM old.amount_cents) OR (new.reported_cents IS DISTINCT FROM old.reported_cents)))) EXECUTE FUNCTION refuse_issued_change('a refund', '{}');
CREATE TRIGGER issued_deleted BEFORE DELETE ON public.refund_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('a refund', '{}');
CREATE TRIGGER issued_reason BEFORE UPDATE OF reason ON public.refund_events FOR EACH ROW WHEN (((new.reason IS NOT NULL) AND (new.reason IS DISTINCT FROM old.reason))) EXECUTE FUNCTION refuse_issued_change('the reason of a refund', '{}');
CREATE TRIGGER issued_truncated BEFORE TRUNCATE ON public.refund_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_issued_change('a refund', '{}');
CREATE TRIGGER issued_withdrawn BEFORE UPDATE OF withdrawn_at ON public.refund_events FOR EACH ROW WHEN (((old.withdrawn_at IS NOT NULL) AND (new.withdrawn_at IS DISTINCT FROM old.withdrawn_at))) EXECUTE FUNCTION refuse_issued_change('a withdrawn refund or dispute', '{}');

create table rejected_requests (
  program_id bigint not null,
  id bigint not null generated always as identity,
  type text not null,
  is_test boolean not null,
  code text not null,
  message text not null,
  field text,
  transaction_id text,
  customer_key text,
  click_id text,
  link_code text,
  amount text,
  currency text,
  coupon_code text,
  decision_code text,
  decision_facts jsonb,
  key_id bigint,
  is_authenticated boolean not null,
  request_id text not null,
  count integer not null default 1,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  browser text,
  landing_page text,
  constraint rejected_requests_pkey PRIMARY KEY (program_id, id),
  constraint rejected_requests_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint rejected_requests_count_check CHECK ((count > 0)),
  constraint rejected_requests_type_check CHECK ((type = ANY (ARRAY['click'::text, 'lead'::text, 'sale'::text, 'refund'::text])))
);
create index rejected_requests_click ON public.rejected_requests USING btree (program_id, click_id) WHERE (click_id IS NOT NULL);
create index rejected_requests_customer ON public.rejected_requests USING btree (program_id, customer_key) WHERE (customer_key IS NOT NULL);
create unique index rejected_requests_duplicate ON public.rejected_requests USING btree (program_id, is_test, transaction_id) WHERE (code = 'duplicate_transaction'::text);
create index rejected_requests_newest ON public.rejected_requests USING btree (program_id, last_at, id);
create index rejected_requests_transaction ON public.rejected_requests USING btree (program_id, transaction_id) WHERE (transaction_id IS NOT NULL);

create table request_counts (
  program_id bigint not null,
  day date not null,
  type text not null,
  outcome text not null,
  requests bigint not null,
  constraint request_counts_pkey PRIMARY KEY (program_id, day, type, outcome),
  constraint request_counts_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint request_counts_outcome_check CHECK ((outcome = ANY (ARRAY['counted'::text, 'bot'::text, 'unknown_link'::text, 'inactive_link'::text, 'partner_not_approved'::text, 'program_closed'::text, 'settled'::text, 'provisional'::text, 'repeat'::text, 'with_commission'::text, 'no_policy'::text, 'policy_ended'::text, 'duplicate'::text, 'window_expired'::text, 'unsupported_currency'::text, 'applied'::text, 'sale_not_found'::text, 'no_attribution'::text, 'unauthorized'::text, 'rejected'::text, 'failed'::text]))),
  constraint request_counts_requests_check CHECK ((requests > 0)),
  constraint request_counts_type_check CHECK ((type = ANY (ARRAY['click'::text, 'lead'::text, 'sale'::text, 'refund'::text])))
);

create table sale_events (
  program_id bigint not null,
  id bigint not null generated always as identity,
  is_test boolean not null,
  transaction_id text not null,
  amount_cents bigint,
  currency text not null,
  tax_amount_cents bigint,
  sale_type text not null,
  is_recurring boolean not null,
  subscription_id text,
  subscription_interval text,
  product_id text,
  occurred_at timestamp with time zone,
  provider text,
  provider_payment_id text,
  additional_data jsonb,
  customer_id bigint,
  partner_id bigint,
  attributed_by text,
  click_uuid uuid,
  clicked_at timestamp with time zone,
  status text not null default 'paid'::text,
  refunded_cents bigint not null default 0,
  received_at timestamp with time zone not null,
  reported_at timestamp with time zone not null,
  decision_code text,
  policy_id bigint,
  decision_facts jsonb,
  erased_at timestamp with time zone,
  reported_day date,
  coupon_code text,
  coupon_id bigint,
  browser text,
  landing_page text,
  test_facts jsonb,
  constraint sale_events_pkey PRIMARY KEY (program_id, id),
  constraint sale_events_program_id_coupon_id_fkey FOREIGN KEY (program_id, coupon_id) REFERENCES coupon_codes(program_id, id),
  constraint sale_events_program_id_customer_id_fkey FOREIGN KEY (program_id, customer_id) REFERENCES customers(program_id, id),
  constraint sale_events_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint sale_events_amount_cents_check CHECK ((amount_cents > 0)),
  constraint sale_events_attributed_by_check CHECK ((attributed_by = ANY (ARRAY['customer_key'::text, 'click_id'::text, 'email'::text, 'processor_customer_id'::text, 'manual'::text, 'coupon_code'::text]))),
  constraint sale_events_check CHECK (((tax_amount_cents >= 0) AND (tax_amount_cents <= amount_cents))),
  constraint sale_events_check1 CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint sale_events_check2 CHECK ((is_test = (customer_id IS NULL))),
  constraint sale_events_check3 CHECK ((is_test OR ((amount_cents IS NOT NULL) AND (partner_id IS NOT NULL) AND (attributed_by IS NOT NULL)))),
  constraint sale_events_check4 CHECK (((status = 'refunded'::text) = (refunded_cents = amount_cents))),
  constraint sale_events_currency_check CHECK (((currency ~ '^[A-Z]{3}$'::text) AND (currency <> 'XXX'::text))),
  constraint sale_events_decision_code_check CHECK ((decision_code = ANY (ARRAY['with_commission'::text, 'no_policy'::text, 'policy_ended'::text]))),
  constraint sale_events_sale_type_check CHECK ((sale_type = ANY (ARRAY['payment'::text, 'subscription'::text]))),
  constraint sale_events_status_check CHECK ((status = ANY (ARRAY['paid'::text, 'refunded'::text]))),
  constraint sale_events_subscription_interval_check CHECK ((subscription_interval = ANY (ARRAY['monthly'::text, 'quarterly'::text, 'annual'::text]))),
  constraint sale_events_test_facts_check CHECK ((is_test OR (test_facts IS NULL)))
);
create index sale_events_any_coupon ON public.sale_events USING btree (program_id, received_at, id) WHERE (coupon_id IS NOT NULL);
create index sale_events_coupon ON public.sale_events USING btree (program_id, coupon_id, received_at, id) WHERE (coupon_id IS NOT NULL);
create index sale_events_customer_newest ON public.sale_events USING btree (program_id, customer_id, received_at, id) WHERE (customer_id IS NOT NULL);
create index sale_events_newest ON public.sale_events USING btree (program_id, is_test, received_at, id);
create index sale_events_no_commission ON public.sale_events USING btree (program_id, is_test, received_at, id) WHERE (decision_code = ANY (ARRAY['no_policy'::text, 'policy_ended'::text]));
create index sale_events_partner ON public.sale_events USING btree (program_id, partner_id, reported_at) WHERE (NOT is_test);
create index sale_events_partner_newest ON public.sale_events USING btree (program_id, partner_id, received_at, id) WHERE (NOT is_test);
create index sale_events_provider_payment ON public.sale_events USING btree (program_id, provider_payment_id) WHERE ((provider_payment_id <> transaction_id) AND (NOT is_test));
create index sale_events_refunded ON public.sale_events USING btree (program_id, is_test, received_at, id) WHERE (refunded_cents > 0);
create index sale_events_reported ON public.sale_events USING btree (program_id, reported_at) WHERE (NOT is_test);
create unique index sale_events_transaction ON public.sale_events USING btree (program_id, is_test, transaction_id text_pattern_ops);

create table sessions (
  id text not null,
  user_id text not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  active_workspace_id text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
create index sessions_user ON public.sessions USING btree (user_id);

create table share_links (
  program_id bigint not null,
  id bigint not null generated always as identity,
  token_hash bytea not null,
  query_type text not null,
  query text not null,
  created_by text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  constraint share_links_pkey PRIMARY KEY (program_id, id),
  constraint share_links_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint share_links_query_type_check CHECK ((query_type = ANY (ARRAY['transactionId'::text, 'customerKey'::text, 'clickId'::text, 'emailHash'::text])))
);
create index share_links_ended ON public.share_links USING btree (expires_at);
create unique index share_links_token ON public.share_links USING btree (program_id, token_hash);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.share_links FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('share_link', 'id', '{created_at,token_hash,query,created_by}', '{}', '{}');

create table spent_challenges (
  program_id bigint not null,
  challenge text not null,
  expires_at timestamp with time zone not null,
  constraint spent_challenges_pkey PRIMARY KEY (program_id, challenge),
  constraint spent_challenges_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id)
);
create index spent_challenges_ended ON public.spent_challenges USING btree (expires_at);

create table two_factors (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  constraint two_factors_pkey PRIMARY KEY (id),
  constraint two_factors_user_id_key UNIQUE (user_id),
  constraint two_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table uncounted_clicks (
  program_id bigint not null,
  partner_id bigint not null,
  clicks bigint not null,
  last_at timestamp with time zone not null,
  constraint uncounted_clicks_pkey PRIMARY KEY (program_id, partner_id),
  constraint uncounted_clicks_program_id_partner_id_fkey FOREIGN KEY (program_id, partner_id) REFERENCES program_enrollments(program_id, partner_id),
  constraint uncounted_clicks_clicks_check CHECK ((clicks > 0))
);

create table users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  two_factor_enabled boolean not null default false,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email)
);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint verifications_pkey PRIMARY KEY (id)
);
create index verifications_identifier ON public.verifications USING btree (identifier);

create table webhook_deliveries (
  program_id bigint not null,
  id bigint not null generated always as identity,
  endpoint_id bigint not null,
  event_id bigint not null,
  state text not null default 'pending'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone,
  claimed_until timestamp with time zone,
  first_attempt_at timestamp with time zone,
  last_attempt_at timestamp with time zone,
  last_status integer,
  last_error text,
  delivered_at timestamp with time zone,
  created_at timestamp with time zone not null,
  last_response text,
  constraint webhook_deliveries_pkey PRIMARY KEY (program_id, id),
  constraint webhook_deliveries_program_id_event_id_endpoint_id_key UNIQUE (program_id, event_id, endpoint_id),
  constraint webhook_deliveries_program_id_endpoint_id_fkey FOREIGN KEY (program_id, endpoint_id) REFERENCES webhook_endpoints(program_id, id) ON DELETE CASCADE,
  constraint webhook_deliveries_program_id_event_id_fkey FOREIGN KEY (program_id, event_id) REFERENCES outbox_events(program_id, id),
  constraint webhook_deliveries_attempts_check CHECK ((attempts >= 0)),
  constraint webhook_deliveries_check CHECK (((state = 'pending'::text) = (next_attempt_at IS NOT NULL))),
  constraint webhook_deliveries_check1 CHECK (((state = 'delivered'::text) = (delivered_at IS NOT NULL))),
  constraint webhook_deliveries_check2 CHECK (((state = 'pending'::text) OR (claimed_until IS NULL))),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
create index webhook_deliveries_claimed ON public.webhook_deliveries USING btree (program_id, endpoint_id, claimed_until) WHERE (claimed_until IS NOT NULL);
create index webhook_deliveries_due ON public.webhook_deliveries USING btree (program_id, endpoint_id, next_attempt_at, id) WHERE (state = 'pending'::text);
create index webhook_deliveries_failed ON public.webhook_deliveries USING btree (program_id, endpoint_id, created_at, id) WHERE (state = 'failed'::text);
create index webhook_deliveries_newest ON public.webhook_deliveries USING btree (program_id, endpoint_id, created_at, id);
create index webhook_deliveries_old ON public.webhook_deliveries USING btree (program_id, created_at);
CREATE TRIGGER audit AFTER INSERT OR UPDATE ON public.webhook_deliveries FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('webhook_delivery', 'id', '{created_at,claimed_until,attempts,first_attempt_at,last_attempt_at,last_status,last_error,last_response,delivered_at}', '{}', '{}');

create table webhook_endpoints (
  program_id bigint not null,
  id bigint not null generated always as identity,
  url text,
  event_types text[] not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamp with time zone,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  disabled_reason text,
  failing_since timestamp with time zone,
  kind text not null default 'address'::text,
  listened_by text,
  listening_until timestamp with time zone,
  constraint webhook_endpoints_pkey PRIMARY KEY (program_id, id),
  constraint webhook_endpoints_program_id_fkey FOREIGN KEY (program_id) REFERENCES programs(id),
  constraint webhook_endpoints_address_check CHECK (((kind = 'address'::text) = (url IS NOT NULL))),
  constraint webhook_endpoints_kind_check CHECK ((kind = ANY (ARRAY['address'::text, 'listener'::text]))),
  constraint webhook_endpoints_listener_check CHECK ((((kind = 'listener'::text) = (listened_by IS NOT NULL)) AND ((kind = 'listener'::text) = (listening_until IS NOT NULL))))
);
create index webhook_endpoints_listening ON public.webhook_endpoints USING btree (listening_until) WHERE (kind = 'listener'::text);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.webhook_endpoints FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('webhook', 'id', '{created_at,failing_since}', '{secret,previous_secret}', '{url}');

create table webhook_programs (
  program_id bigint not null,
  constraint webhook_programs_pkey PRIMARY KEY (program_id)
);

create table workspace_invitations (
  id text not null,
  workspace_id text not null,
  email text not null,
  role text,
  status text not null,
  expires_at timestamp with time zone not null,
  inviter_id text not null,
  created_at timestamp with time zone not null,
  constraint workspace_invitations_pkey PRIMARY KEY (id),
  constraint workspace_invitations_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint workspace_invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE
);
create index workspace_invitations_email ON public.workspace_invitations USING btree (email);
create index workspace_invitations_workspace ON public.workspace_invitations USING btree (workspace_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.workspace_invitations FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('invitation', 'email', '{id,created_at}', '{}', '{}');

create table workspace_members (
  id text not null,
  workspace_id text not null,
  user_id text not null,
  role text not null,
  status text not null default 'active'::text,
  created_at timestamp with time zone not null,
  constraint workspace_members_pkey PRIMARY KEY (id),
  constraint workspace_members_workspace_id_user_id_key UNIQUE (workspace_id, user_id),
  constraint workspace_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint workspace_members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id) ON DELETE CASCADE,
  constraint workspace_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text]))),
  constraint workspace_members_status_check CHECK ((status = ANY (ARRAY['active'::text, 'suspended'::text])))
);
create index workspace_members_user ON public.workspace_members USING btree (user_id);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.workspace_members FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('member', 'user_id', '{id,created_at}', '{}', '{}');

create table workspace_programs (
  program_id bigint not null,
  workspace_id text not null,
  created_at timestamp with time zone not null,
  constraint workspace_programs_pkey PRIMARY KEY (program_id),
  constraint workspace_programs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces(id)
);
create index workspace_programs_newest ON public.workspace_programs USING btree (workspace_id, created_at, program_id);

create table workspaces (
  id text not null,
  name text not null,
  slug text not null,
  logo text,
  metadata text,
  created_at timestamp with time zone not null,
  requires_two_factor boolean not null default false,
  constraint workspaces_pkey PRIMARY KEY (id),
  constraint workspaces_slug_key UNIQUE (slug)
);
CREATE TRIGGER audit AFTER INSERT OR DELETE OR UPDATE ON public.workspaces FOR EACH ROW WHEN ((current_setting('affiliate.acting'::text, true) <> ''::text)) EXECUTE FUNCTION audit_change('workspace', 'id', '{created_at}', '{}', '{}');
