-- What is not folded into blocks of days yet, of a program and of some of its partners: few rows beside those that are.
create index if not exists daily_link_stats_unfolded on daily_link_stats (program_id, partner_id, day) where shard < 32;
