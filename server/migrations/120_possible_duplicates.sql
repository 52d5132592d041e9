-- A payment may be reported by the merchant and by the processor, under other names: the second commission waits as a
-- `possible_duplicate` of the sale that was first, until a person decides. The sale stays named when that was decided.
alter table commissions add column duplicate_of_sale_id bigint;

alter table commissions add constraint commissions_duplicate_of foreign key (program_id, duplicate_of_sale_id)
  references sale_events (program_id, id);

alter table commissions drop constraint commissions_hold_reason_check;

alter table commissions add constraint commissions_hold_reason_check
  check (hold_reason = any (array['payment_link_missing', 'possible_duplicate']));

alter table commissions add constraint commissions_duplicate_hold
  check (hold_reason is distinct from 'possible_duplicate'
    or (status in ('pending', 'reversed') and duplicate_of_sale_id is not null));

-- The sales of merchants by the processor's id of their payment. Create it beforehand on a large table
-- (create index concurrently).
create index if not exists sale_events_provider_payment on sale_events (program_id, provider_payment_id)
  where provider_payment_id <> transaction_id and not is_test;

-- As in 055, and payment_name is what the processor calls the payment of the sale: a name of it too, so that of the
-- merchant's call and the processor's event the later one finds the other, or breaks the unique key and is decided again.
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
    select r.customer_id, r.sale_count, r.received_at, r.reported_at
    from jsonb_to_recordset(sales)
      as r (customer_id bigint, sale_count integer, received_at timestamptz, reported_at timestamptz)
    order by r.customer_id, r.sale_count
  loop
    update customers as c
    set sale_count = c.sale_count + 1, status = 'conversion',
      first_sale_at = coalesce(c.first_sale_at, one.received_at),
      first_purchase_at = coalesce(c.first_purchase_at, one.reported_at)
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
        payment_name text)
      order by r.transaction_id
    loop
      insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
        sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
        provider_payment_id, additional_data, customer_id, partner_id, attributed_by, click_uuid, clicked_at,
        received_at, reported_at, has_commission)
      values (of_program, false, one.transaction_id, one.amount_cents, one.currency, one.tax_amount_cents,
        one.sale_type, one.is_recurring, one.subscription_id, one.subscription_interval, one.product_id,
        one.occurred_at, one.provider, one.provider_payment_id, one.additional_data, one.customer_id, one.partner_id,
        one.attributed_by, one.click_uuid, one.clicked_at, one.received_at, one.reported_at, one.policy_id is not null)
      returning s.id into new_sale;

      new_commission := null;
      if one.policy_id is not null then
        insert into commissions as m (program_id, kind, sale_id, customer_id, partner_id, policy_id,
          amount_cents, currency, hold_until, created_at)
        values (of_program, 'sale', new_sale, one.customer_id, one.partner_id, one.policy_id,
          one.commission_cents, one.currency, one.hold_until, one.received_at)
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
          payment_name text)
      ), sale as (
        insert into sale_events as s (program_id, is_test, transaction_id, amount_cents, currency, tax_amount_cents,
          sale_type, is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider,
          provider_payment_id, additional_data, customer_id, partner_id, attributed_by, click_uuid, clicked_at,
          received_at, reported_at, has_commission)
        select of_program, false, g.transaction_id, g.amount_cents, g.currency, g.tax_amount_cents,
          g.sale_type, g.is_recurring, g.subscription_id, g.subscription_interval, g.product_id, g.occurred_at,
          g.provider, g.provider_payment_id, g.additional_data, g.customer_id, g.partner_id, g.attributed_by,
          g.click_uuid, g.clicked_at, g.received_at, g.reported_at, g.policy_id is not null
        from given g
        order by g.transaction_id
        returning s.id, s.transaction_id
      ), commission as (
        insert into commissions as m (program_id, kind, sale_id, customer_id, partner_id, policy_id,
          amount_cents, currency, hold_until, created_at)
        select of_program, 'sale', s.id, g.customer_id, g.partner_id, g.policy_id,
          g.commission_cents, g.currency, g.hold_until, g.received_at
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

-- Whoever releases a commission that was on hold stands in the audit log.
drop trigger audit on commissions;
create trigger audit after update of status, hold_reason on commissions
  for each row when (current_setting('affiliate.acting', true) <> ''
    and (new.status is distinct from old.status and new.status <> 'paid' or new.hold_reason is distinct from old.hold_reason))
  execute function audit_change('commission', 'id', '{created_at}', '{}', '{}');
