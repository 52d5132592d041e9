-- The click that a caller's own `event_id` stands for: sent again within 24 hours, it counts once. `event_hash` is a hash of
-- the link and the `event_id`. A job deletes older rows.
create table click_event_ids (
  program_id bigint not null,
  event_hash uuid not null,
  received_at timestamptz not null,
  click_uuid uuid not null,
  primary key (program_id, event_hash)
);

-- As save_clicks_by_link (055), or save_clicks_of_sandbox (061) with a clock that is ahead. p_absent are names that no link
-- code had in lower case when the clicks were decided. p_events are the event_ids of the clicks that count: `is_new` of one
-- that is recorded, else it stands for the click before. It returns 'repeated', and nothing is saved, when one of them stands
-- for another click already.
create function save_clicks_once(p_program_id bigint, p_ahead_ms bigint, p_links json, p_absent json, p_events json,
  p_days json, p_lost json, p_clicks json, p_shard smallint)
returns text language plpgsql
-- A plan that was made while the table was empty must not read all of it later.
set enable_seqscan to off
as $$
declare
  noted bigint;
  saved text;
begin
  if p_absent is not null then
    perform from link_codes c where lower(c.code collate "C") in (select json_array_elements_text(p_absent));
    if found then
      return 'changed';
    end if;
  end if;

  if p_events is not null then
    -- In one order, so that batches never deadlock.
    insert into click_event_ids as known (program_id, event_hash, received_at, click_uuid)
    select p_program_id, e.event_hash, e.received_at, e.click_uuid
    from json_to_recordset(p_events) as e (event_hash uuid, received_at timestamptz, click_uuid uuid)
    order by e.event_hash
    on conflict (program_id, event_hash) do update
      set received_at = excluded.received_at, click_uuid = excluded.click_uuid
      where excluded.received_at - known.received_at >= interval '24 hours';
    get diagnostics noted = row_count;
    if noted < json_array_length(p_events) then
      saved := 'repeated';
    end if;
  end if;

  if saved is null and p_ahead_ms is null then
    saved := save_clicks_by_link(p_program_id, p_links, p_days, p_lost, p_clicks, p_shard);
  elsif saved is null then
    saved := save_clicks_of_sandbox(p_program_id, p_ahead_ms, p_links, p_days, p_lost, p_clicks, p_shard);
  end if;

  -- A click that was not saved must not be answered with.
  if saved <> 'saved' and p_events is not null then
    delete from click_event_ids k where k.program_id = p_program_id and (k.event_hash, k.click_uuid) in (
      select e.event_hash, e.click_uuid
      from json_to_recordset(p_events) as e (event_hash uuid, click_uuid uuid, is_new boolean) where e.is_new);
  end if;
  return saved;
end
$$;

create index click_event_ids_old on click_event_ids (received_at);
