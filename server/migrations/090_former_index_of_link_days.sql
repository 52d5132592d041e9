-- As 065: what the index of 089 replaces, so that a click keeps as many indexes as before. Days of some partners are found
-- by the primary key, for a report reads few days one by one.
drop index if exists daily_link_stats_partner;
