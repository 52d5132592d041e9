-- As in 190, except that the event_ids are read back after the insert: on a cluster, the row count of `insert ... select ...
-- on conflict` includes the rows that conflicted, so a retried click was saved a second time.
create or replace function save_clicks_once(p_program_id bigint, p_ahead_ms bigint, p_links json, p_absent json, p_events json,
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
    select count(*) into noted
    from json_to_recordset(p_events) as e (event_hash uuid, click_uuid uuid)
    join click_event_ids k
      on k.program_id = p_program_id and k.event_hash = e.event_hash and k.click_uuid = e.click_uuid;
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
