-- A program that is a sandbox runs everything on a clock of its own, which is the real one and what it is ahead of it. Both
-- are settled by the database: a program is made as one or the other, and no clock goes back.
alter table programs add column sandbox boolean not null default false;

alter table programs add column clock_ahead_ms bigint not null default 0;

alter table programs add constraint programs_clock_ahead_ms_check
  check (clock_ahead_ms >= 0 and (sandbox or clock_ahead_ms = 0));

create function keep_program_clock() returns trigger language plpgsql as $$
begin
  if new.sandbox <> old.sandbox then
    raise exception 'program % was made as what it is: a program becomes no sandbox, and a sandbox no other program', old.id;
  end if;
  if new.clock_ahead_ms < old.clock_ahead_ms then
    raise exception 'the clock of program % never goes back', old.id;
  end if;
  return new;
end
$$;

create trigger keep_clock before update on programs for each row
  when (new.sandbox is distinct from old.sandbox or new.clock_ahead_ms < old.clock_ahead_ms)
  execute function keep_program_clock();

-- As save_sales_by_link, for sales that were decided at the time of a sandbox's clock: whoever moves it takes the program's
-- row for that, so he waits for these sales, or these are decided again at the time that he leaves.
create function save_sales_of_sandbox(
  of_program bigint, decided_ahead_ms bigint, counted_in text, stat_shard smallint, sales jsonb, stats jsonb, lock_wait text
) returns table (place integer, sale_id bigint, commission_id bigint) language plpgsql as $$
begin
  perform from programs p where p.id = of_program and p.clock_ahead_ms = decided_ahead_ms for key share;
  if not found then
    raise exception 'the clock of program % has another time by now', of_program
      using errcode = 'serialization_failure';
  end if;
  return query select s.place, s.sale_id, s.commission_id
    from save_sales_by_link(of_program, counted_in, stat_shard, sales, stats, lock_wait) s;
end
$$;

-- As save_clicks_by_link, for clicks that were decided at the time of a sandbox's clock.
create function save_clicks_of_sandbox(p_program_id bigint, p_ahead_ms bigint, p_links json, p_days json, p_lost json,
  p_clicks json, p_shard smallint)
returns text language plpgsql as $$
begin
  -- Whoever moves the clock has the program's row.
  perform from programs p where p.id = p_program_id for key share skip locked;
  if not found then
    return 'busy';
  end if;
  perform from programs p where p.id = p_program_id and p.clock_ahead_ms = p_ahead_ms;
  if not found then
    return 'changed';
  end if;
  return save_clicks_by_link(p_program_id, p_links, p_days, p_lost, p_clicks, p_shard);
end
$$;
