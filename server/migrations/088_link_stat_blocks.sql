-- What daily_link_stats counts, of 8 and of 64 days together: a report of a year reads some twenty rows of each link instead
-- of 365. A block is the sum of those rows of its days that stand in the shard of what was folded (32; statistics/
-- stat-shards.ts), at every instant: whoever folds a row adds it to its blocks in the same transaction, and whoever takes a
-- folded row away takes it from them. What is written to a day since then stands in shards of its own, and is read beside
-- the block. Blocks begin at multiples of their days since 1970. It has no foreign key, as daily_link_stats has none.
create table link_stat_blocks (
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
  revenue_cents numeric(38, 0) not null default 0,
  commission_cents numeric(38, 0) not null default 0,
  primary key (program_id, days, first_day, partner_id, link_id, currency)
);

alter table link_stat_blocks add constraint link_stat_blocks_currency_check check (currency ~ '^[A-Z]{3}$');

alter table link_stat_blocks add constraint link_stat_blocks_days_check check (days = 8 or days = 64);

alter table link_stat_blocks add constraint link_stat_blocks_first_day_check
  check ((first_day - date '1970-01-01') % days = 0);

-- As forget_link_days (054), with the blocks of the days.
create function forget_link_stats() returns trigger language plpgsql as $$
begin
  delete from link_stat_blocks where program_id = new.id;
  delete from daily_link_stats where program_id = new.id;
  return null;
end
$$;

create trigger forget_link_stats after update of time_zone on programs
  for each row when (old.time_zone is distinct from new.time_zone) execute function forget_link_stats();

drop trigger forget_link_days on programs;
