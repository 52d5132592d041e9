-- What the visitor agreed to, as the page told it with the click.
alter table click_events add column consent text;

-- As save_clicks (022), with the consent.
create function save_clicks_with_consent(p_program_id bigint, p_links json, p_days json, p_lost json, p_clicks json,
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
    select p_program_id, d.day, 'XXX', p_shard, d.clicks, 0, 0, 0, 0, 0, 0
    from json_to_recordset(p_days) as d (day date, clicks bigint)
    order by d.day
    on conflict (program_id, day, currency, shard) do update set clicks = s.clicks + excluded.clicks;

    insert into click_events as e (program_id, received_at, click_uuid, is_test, link_id, partner_id, session_id,
      affiliate_url, page_url, page_title, referrer_url, user_agent, screen_resolution, viewport_size, language,
      timezone, additional_data, session_uuid, affiliate_url_id, page_url_id, page_title_id, referrer_url_id,
      user_agent_id, screen_resolution_id, viewport_size_id, language_id, timezone_id, consent)
    select p_program_id, c.received_at, c.click_uuid, false, c.link_id, c.partner_id, c.session_id,
      c.affiliate_url, c.page_url, c.page_title, c.referrer_url, c.user_agent, c.screen_resolution, c.viewport_size,
      c.language, c.timezone, c.additional_data, c.session_uuid, c.affiliate_url_id, c.page_url_id, c.page_title_id,
      c.referrer_url_id, c.user_agent_id, c.screen_resolution_id, c.viewport_size_id, c.language_id, c.timezone_id,
      c.consent
    from json_to_recordset(p_clicks) as c (received_at timestamptz, click_uuid uuid, link_id bigint, partner_id bigint,
      session_id text, session_uuid uuid, affiliate_url text, page_url text, page_title text, referrer_url text,
      user_agent text, screen_resolution text, viewport_size text, language text, timezone text, additional_data jsonb,
      affiliate_url_id smallint, page_url_id smallint, page_title_id smallint, referrer_url_id smallint,
      user_agent_id smallint, screen_resolution_id smallint, viewport_size_id smallint, language_id smallint,
      timezone_id smallint, consent text);
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
