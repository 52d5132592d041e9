-- The local day an event counts on, as the application computed it: statistics are rebuilt from it and compared with it, so
-- that no two time-zone tables ever decide the same day. Null until the application has written it: in rows that are older
-- than these columns, or that a process of the release before writes during an upgrade.
alter table click_events add column day date;
alter table archived_clicks add column day date;
alter table customers add column signup_day date, add column first_purchase_day date;
alter table partner_programs add column created_day date;
alter table sale_events add column reported_day date;
alter table commissions add column created_day date;

-- The first local day whose events may still have the day of another time zone, or none; null when there is none. The
-- days are computed again in order, in batches, each of which moves it on. A program that is there already begins at its
-- first day, and so does one that a process of the release before makes.
alter table programs add column days_due_from date default '1900-01-01';

-- Whoever changes the time zone leaves the days to be computed again; the statistics follow them.
create function note_due_days() returns trigger language plpgsql as $$
begin
  new.days_due_from := date '1900-01-01';
  return new;
end
$$;

create trigger note_due_days before update of time_zone on programs
  for each row when (old.time_zone is distinct from new.time_zone) execute function note_due_days();

drop trigger forget_link_stats on programs;
drop function forget_link_stats();
drop function forget_link_days();

-- The audit log says what people change, not how far the days are.
drop trigger audit on programs;
create trigger audit after insert or update or delete on programs
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('program', 'id', '{created_at,updated_at,days_due_from}', '{}', '{}');
drop trigger audit on partner_programs;
create trigger audit after insert or update or delete on partner_programs
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('partner', 'partner_id', '{created_at,created_day}', '{}', '{}');

-- As that of 055, with the days of the rows.
create or replace function save_clicks_by_link(p_program_id bigint, p_links json, p_days json, p_lost json, p_clicks json,
  p_shard smallint)
returns text language plpgsql as $$
begin
  -- Whoever counts the days anew, in another time zone perhaps, takes the program's row for that.
  if p_days is not null or p_lost is not null then
    perform from programs p where p.id = p_program_id for key share skip locked;
    if not found then
      return 'busy';
    end if;
  end if;

  perform from json_to_recordset(p_links) as known (link_id bigint, link_status text, partner_id bigint,
    partner_status text, program_status text, closed_to_new_referrals boolean, cookie_window_days integer, time_zone text)
  where not exists (
    select from links l
    join partner_programs pp on pp.program_id = p_program_id and pp.partner_id = l.partner_id
    join programs p on p.id = p_program_id
    where l.program_id = p_program_id and l.id = known.link_id
      and l.status = known.link_status and l.partner_id = known.partner_id and pp.status = known.partner_status
      and p.status = known.program_status and p.closed_to_new_referrals = known.closed_to_new_referrals
      and p.cookie_window_days = known.cookie_window_days and p.time_zone = known.time_zone);
  if found then
    return 'changed';
  end if;

  -- Rows are taken in one order, so that batches never deadlock.
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

    insert into click_events as e (program_id, received_at, click_uuid, is_test, link_id, partner_id, session_id,
      affiliate_url, page_url, page_title, referrer_url, user_agent, screen_resolution, viewport_size, language,
      timezone, additional_data, session_uuid, affiliate_url_id, page_url_id, page_title_id, referrer_url_id,
      user_agent_id, screen_resolution_id, viewport_size_id, language_id, timezone_id, consent, day)
    select p_program_id, c.received_at, c.click_uuid, false, c.link_id, c.partner_id, c.session_id,
      c.affiliate_url, c.page_url, c.page_title, c.referrer_url, c.user_agent, c.screen_resolution, c.viewport_size,
      c.language, c.timezone, c.additional_data, c.session_uuid, c.affiliate_url_id, c.page_url_id, c.page_title_id,
      c.referrer_url_id, c.user_agent_id, c.screen_resolution_id, c.viewport_size_id, c.language_id, c.timezone_id,
      c.consent, c.day
    from json_to_recordset(p_clicks) as c (received_at timestamptz, click_uuid uuid, link_id bigint, partner_id bigint,
      session_id text, session_uuid uuid, affiliate_url text, page_url text, page_title text, referrer_url text,
      user_agent text, screen_resolution text, viewport_size text, language text, timezone text, additional_data jsonb,
      affiliate_url_id smallint, page_url_id smallint, page_title_id smallint, referrer_url_id smallint,
      user_agent_id smallint, screen_resolution_id smallint, viewport_size_id smallint, language_id smallint,
      timezone_id smallint, consent text, day date);
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
$$;

-- As that of 120, with the days of the rows.
create or replace function save_sales_by_link(
  of_program bigint, counted_in text, stat_shard smallint, sales jsonb, stats jsonb, lock_wait text
) returns table (place integer, sale_id bigint, commission_id bigint) language plpgsql as $$
#variable_conflict use_column
declare
  one record;
  new_sale bigint;
  new_commission bigint;
  new_payment bigint;
  account text;
  wanted text[] := '{}';
  told jsonb[] := '{}';
  patience text := current_setting('lock_timeout');
  -- Three sales or more are cheaper as one statement for all their rows, but not to a cluster (its library is loaded).
  is_in_steps boolean := jsonb_array_length(sales) <= 2 or current_setting('citus.version', true) is not null;
begin
  -- Whoever counts the days anew, in another zone perhaps, takes the program's row for that: he waits for these sales, or
  -- these wait for him and see the zone that he leaves.
  perform from programs p where p.id = of_program and p.time_zone = counted_in for key share;
  if not found then
    raise exception 'program % counts its days in another time zone by now', of_program
      using errcode = 'serialization_failure';
  end if;

  for one in
    select w.event_types from webhook_endpoints w where w.program_id = of_program and w.disabled_at is null
  loop
    wanted := wanted || one.event_types;
  end loop;

  if lock_wait is not null then
    perform set_config('lock_timeout', lock_wait, true);
  end if;

  -- The customer's row is where concurrent sales of one customer queue.
  for one in
    select r.customer_id, r.sale_count, r.received_at, r.reported_at, r.reported_day
    from jsonb_to_recordset(sales)
      as r (customer_id bigint, sale_count integer, received_at timestamptz, reported_at timestamptz, reported_day date)
    order by r.customer_id, r.sale_count
  loop
    update customers as c
    set sale_count = c.sale_count + 1, status = 'conversion',
      first_sale_at = coalesce(c.first_sale_at, one.received_at),
      first_purchase_at = coalesce(c.first_purchase_at, one.reported_at),
      first_purchase_day = case when c.first_purchase_at is null then one.reported_day else c.first_purchase_day end
    where c.program_id = of_program and c.id = one.customer_id and c.sale_count = one.sale_count
      and c.erased_at is null;
    if not found then
      raise exception 'customer % has another sale by now, or was erased', one.customer_id
        using errcode = 'serialization_failure';
    end if;
  end loop;

  -- A sale whose payment nobody told of yet names it itself where the program has a processor account, so that a refund
  -- which the processor reports meanwhile breaks that unique key, and the sale is decided again knowing of it.
  select a.processor into account from processor_accounts a where a.program_id = of_program;
  if is_in_steps then
    for one in
      select *
      from jsonb_to_recordset(sales) as r (
        place integer, transaction_id text, amount_cents bigint, currency text, tax_amount_cents bigint,
        sale_type text, is_recurring boolean, subscription_id text, subscription_interval text, product_id text,
        occurred_at timestamptz, provider text, provider_payment_id text, additional_data jsonb,
        customer_id bigint, partner_id bigint, attributed_by text, click_uuid uuid, clicked_at timestamptz,
        received_at timestamptz, reported_at timestamptz, policy_id bigint, commission_cents bigint,
        hold_until timestamptz, fee_rate_bps integer, fee_cents bigint, is_payment_known boolean,
        payment_name text, reported_day date, received_day date)
      order by r.transaction_id
    loop
      insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
        sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
        provider_payment_id, additional_data, customer_id, partner_id, attributed_by, click_uuid, clicked_at,
        received_at, reported_at, reported_day, has_commission)
      values (of_program, false, one.transaction_id, one.amount_cents, one.currency, one.tax_amount_cents,
        one.sale_type, one.is_recurring, one.subscription_id, one.subscription_interval, one.product_id,
        one.occurred_at, one.provider, one.provider_payment_id, one.additional_data, one.customer_id, one.partner_id,
        one.attributed_by, one.click_uuid, one.clicked_at, one.received_at, one.reported_at, one.reported_day,
        one.policy_id is not null)
      returning s.id into new_sale;

      new_commission := null;
      if one.policy_id is not null then
        insert into commissions as m (program_id, kind, sale_id, customer_id, partner_id, policy_id,
          amount_cents, currency, hold_until, created_at, created_day)
        values (of_program, 'sale', new_sale, one.customer_id, one.partner_id, one.policy_id,
          one.commission_cents, one.currency, one.hold_until, one.received_at, one.received_day)
        returning m.id into new_commission;
      end if;

      insert into platform_fees (program_id, sale_id, rate_bps, amount_cents, currency, created_at)
      values (of_program, new_sale, one.fee_rate_bps, one.fee_cents, one.currency, one.received_at);

      if account is not null and not one.is_payment_known then
        insert into processor_payments as y (program_id, processor, state, transaction_id, sale_id, created_at)
        values (of_program, account, 'attributed', one.transaction_id, new_sale, one.received_at)
        returning y.id into new_payment;
        insert into payment_references (program_id, reference, payment_id)
        values (of_program, one.transaction_id, new_payment);
        if one.payment_name <> one.transaction_id and coalesce(one.provider, account) = account then
          insert into payment_references (program_id, reference, payment_id)
          values (of_program, one.payment_name, new_payment);
        end if;
      end if;

      if 'sale.created' = any (wanted) then
        told := told || jsonb_build_object('place', one.place, 'step', 1, 'type', 'sale.created',
          'created_at', one.received_at, 'data',
          jsonb_build_object('sale_id', new_sale, 'transaction_id', one.transaction_id,
            'amount_cents', one.amount_cents, 'currency', one.currency, 'customer_id', one.customer_id,
            'partner_id', one.partner_id, 'commission_id', new_commission));
      end if;
      if 'commission.created' = any (wanted) and new_commission is not null then
        told := told || jsonb_build_object('place', one.place, 'step', 2, 'type', 'commission.created',
          'created_at', one.received_at, 'data',
          jsonb_build_object('commission_id', new_commission, 'partner_id', one.partner_id, 'sale_id', new_sale,
            'customer_id', one.customer_id, 'amount_cents', one.commission_cents, 'currency', one.currency,
            'hold_until', to_char(one.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
      end if;

      place := one.place;
      sale_id := new_sale;
      commission_id := new_commission;
      return next;
    end loop;

    for one in
      select t.type, t.data, t.created_at
      from jsonb_to_recordset(to_jsonb(told))
        as t (place integer, step integer, type text, data jsonb, created_at timestamptz)
      order by t.place, t.step
    loop
      insert into outbox_events (program_id, type, data, created_at)
      values (of_program, one.type, one.data, one.created_at);
    end loop;
  else
    return query
      with given as (
        select *
        from jsonb_to_recordset(sales) as r (
          place integer, transaction_id text, amount_cents bigint, currency text, tax_amount_cents bigint,
          sale_type text, is_recurring boolean, subscription_id text, subscription_interval text, product_id text,
          occurred_at timestamptz, provider text, provider_payment_id text, additional_data jsonb,
          customer_id bigint, partner_id bigint, attributed_by text, click_uuid uuid, clicked_at timestamptz,
          received_at timestamptz, reported_at timestamptz, policy_id bigint, commission_cents bigint,
          hold_until timestamptz, fee_rate_bps integer, fee_cents bigint, is_payment_known boolean,
          payment_name text, reported_day date, received_day date)
      ), sale as (
        insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
          sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
          provider_payment_id, additional_data, customer_id, partner_id, attributed_by, click_uuid, clicked_at,
          received_at, reported_at, reported_day, has_commission)
        select of_program, false, g.transaction_id, g.amount_cents, g.currency, g.tax_amount_cents,
          g.sale_type, g.is_recurring, g.subscription_id, g.subscription_interval, g.product_id, g.occurred_at,
          g.provider, g.provider_payment_id, g.additional_data, g.customer_id, g.partner_id, g.attributed_by,
          g.click_uuid, g.clicked_at, g.received_at, g.reported_at, g.reported_day, g.policy_id is not null
        from given g
        order by g.transaction_id
        returning s.id, s.transaction_id
      ), commission as (
        insert into commissions as m (program_id, kind, sale_id, customer_id, partner_id, policy_id,
          amount_cents, currency, hold_until, created_at, created_day)
        select of_program, 'sale', s.id, g.customer_id, g.partner_id, g.policy_id,
          g.commission_cents, g.currency, g.hold_until, g.received_at, g.received_day
        from sale s join given g on g.transaction_id = s.transaction_id
        where g.policy_id is not null
        order by s.id
        returning m.id, m.sale_id
      ), fee as (
        insert into platform_fees as f (program_id, sale_id, rate_bps, amount_cents, currency, created_at)
        select of_program, s.id, g.fee_rate_bps, g.fee_cents, g.currency, g.received_at
        from sale s join given g on g.transaction_id = s.transaction_id
        order by s.id
        returning f.id
      ), payment as (
        insert into processor_payments as y (program_id, processor, state, transaction_id, sale_id, created_at)
        select of_program, account, 'attributed', g.transaction_id, s.id, g.received_at
        from sale s join given g on g.transaction_id = s.transaction_id
        where account is not null and not g.is_payment_known
        order by s.id
        returning y.id, y.transaction_id
      ), named as (
        insert into payment_references as r (program_id, reference, payment_id)
        select of_program, n.reference, n.id
        from (
          select y.transaction_id as reference, y.id from payment y
          union all
          select g.payment_name, y.id from payment y join given g on g.transaction_id = y.transaction_id
          where g.payment_name <> g.transaction_id and coalesce(g.provider, account) = account
        ) n
        order by n.reference
        returning r.payment_id
      ), told as (
        insert into outbox_events as o (program_id, type, data, created_at)
        select of_program, t.type, t.data, t.created_at
        from (
          select g.place, 1 as step, 'sale.created' as type, g.received_at as created_at,
            jsonb_build_object('sale_id', s.id, 'transaction_id', g.transaction_id, 'amount_cents', g.amount_cents,
              'currency', g.currency, 'customer_id', g.customer_id, 'partner_id', g.partner_id,
              'commission_id', m.id) as data
          from sale s join given g on g.transaction_id = s.transaction_id left join commission m on m.sale_id = s.id
          union all
          select g.place, 2, 'commission.created', g.received_at,
            jsonb_build_object('commission_id', m.id, 'partner_id', g.partner_id, 'sale_id', s.id,
              'customer_id', g.customer_id, 'amount_cents', g.commission_cents, 'currency', g.currency,
              'hold_until', to_char(g.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          from sale s join given g on g.transaction_id = s.transaction_id join commission m on m.sale_id = s.id
        ) t
        where t.type = any (wanted)
        order by t.place, t.step
        returning o.id
      )
      select g.place, s.id, m.id
      from sale s join given g on g.transaction_id = s.transaction_id left join commission m on m.sale_id = s.id;
  end if;

  -- No unique key holds a transaction_id against the name that an erasure left in its place. An erasure that was under way
  -- is over once the sales above are there: this statement sees it. One name at a time, by all columns of their unique key:
  -- for a list of them, and before a table was ever analyzed, another index looks as cheap and reads all of the program's sales.
  for one in
    select r.erased_transaction from jsonb_to_recordset(sales) as r (transaction_id text, erased_transaction text)
    where r.erased_transaction <> r.transaction_id
  loop
    perform from sale_events s
    where s.program_id = of_program and s.is_test = false and s.transaction_id = one.erased_transaction;
    if found then
      raise exception 'a transaction_id of these sales is that of an erased sale'
        using errcode = 'serialization_failure';
    end if;
  end loop;

  perform set_config('lock_timeout', patience, true);
  for one in
    select d.day, d.currency, sum(d.conversions) as conversions, sum(d.sales) as sales,
      sum(d.revenue_cents) as revenue_cents, sum(d.commission_cents) as commission_cents
    from jsonb_to_recordset(stats)
      as d (day date, currency text, conversions bigint, sales bigint, revenue_cents numeric, commission_cents numeric)
    group by d.day, d.currency
    order by d.day, d.currency
  loop
    insert into daily_stats as s (program_id, day, currency, shard,
      clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
    values (of_program, one.day, one.currency, stat_shard,
      0, 0, one.conversions, 0, one.sales, one.revenue_cents, one.commission_cents)
    on conflict (program_id, day, currency, shard) do update set
      conversions = s.conversions + excluded.conversions,
      sales = s.sales + excluded.sales,
      revenue_cents = s.revenue_cents + excluded.revenue_cents,
      commission_cents = s.commission_cents + excluded.commission_cents;
  end loop;
  for one in
    select d.day, d.partner_id, d.link_id, d.currency, sum(d.conversions) as conversions, sum(d.sales) as sales,
      sum(d.revenue_cents) as revenue_cents, sum(d.commission_cents) as commission_cents
    from jsonb_to_recordset(stats) as d (day date, partner_id bigint, link_id bigint, currency text,
      conversions bigint, sales bigint, revenue_cents numeric, commission_cents numeric)
    group by d.day, d.partner_id, d.link_id, d.currency
    order by d.day, d.partner_id, d.link_id, d.currency
  loop
    insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard,
      conversions, sales, revenue_cents, commission_cents)
    values (of_program, one.day, one.partner_id, one.link_id, one.currency, stat_shard,
      one.conversions, one.sales, one.revenue_cents, one.commission_cents)
    on conflict (program_id, day, partner_id, link_id, currency, shard) do update set
      conversions = s.conversions + excluded.conversions,
      sales = s.sales + excluded.sales,
      revenue_cents = s.revenue_cents + excluded.revenue_cents,
      commission_cents = s.commission_cents + excluded.commission_cents;
  end loop;
end
$$;
