-- The daily statistics by link: what a row of daily_stats counts, but for partners that joined, of each link. 0 is no link:
-- clicks that were archived before their links were kept. Which days are counted so, daily_stats says by its shards:
-- processes that count links write to 4 to 7, those of before to 0 to 3; 8 and above are days that a job is counting
-- (statistics/stat-shards.ts). So no row of another shard is proof that the day is counted by link. It has no foreign key:
-- the job inserts before it locks the program's row, and who waits for that lock must not wait for the job's.
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
  revenue_cents numeric(38, 0) not null default 0,
  commission_cents numeric(38, 0) not null default 0,
  primary key (program_id, day, partner_id, link_id, currency, shard)
);

alter table daily_link_stats add constraint daily_link_stats_currency_check check (currency ~ '^[A-Z]{3}$');

alter table daily_link_stats add constraint daily_link_stats_shard_check check (shard >= 0);

-- The days of some partners, when there are many.
create index daily_link_stats_partner on daily_link_stats (program_id, partner_id, day);

-- Clicks that go are counted on by their link too; 0 is that of clicks that went before. A process of before cannot drop
-- clicks any more: its insert finds no such key, and all of it is undone.
alter table archived_clicks add column link_id bigint not null default 0;

alter table archived_clicks drop constraint archived_clicks_pkey;

alter table archived_clicks add constraint archived_clicks_pkey primary key (program_id, slot, partner_id, link_id);

-- In another time zone every event may belong to another day. Who changes it counts the days anew in the same transaction,
-- and a process of before, which does not know this table, leaves none of its days behind.
create function forget_link_days() returns trigger language plpgsql as $$
begin
  delete from daily_link_stats where program_id = new.id;
  return null;
end
$$;

create trigger forget_link_days after update of time_zone on programs
  for each row when (old.time_zone is distinct from new.time_zone) execute function forget_link_days();
