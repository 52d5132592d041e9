-- Clicks go when they are older than they are kept; what they were counted for stays. Null goes by the installation's own
-- setting.
alter table programs add column click_retention_months integer;

alter table programs add constraint programs_click_retention_months_check
  check (click_retention_months between 1 and 1200);

-- How many live clicks of a partner there were in a quarter of an hour (its first instant): statistics and reports count
-- them on, in any time zone, because every zone's days begin at such an instant. Written where the clicks are deleted.
create table archived_clicks (
  program_id bigint not null,
  slot timestamptz not null,
  partner_id bigint not null,
  clicks bigint not null check (clicks > 0),
  primary key (program_id, slot, partner_id)
);

alter table archived_clicks add foreign key (program_id) references programs (id);

-- What became of a program's clicks of a month. What came late into a month that had gone is its next part.
create table click_archives (
  program_id bigint not null,
  -- The first day of the month, in UTC.
  month date not null,
  part integer not null check (part > 0),
  -- Where the archive lies, under which name, and the SHA-256 of its manifest; null where clicks go without one.
  place text,
  name text,
  manifest_sha256 text,
  clicks bigint not null check (clicks >= 0),
  test_clicks bigint not null check (test_clicks >= 0),
  -- The sum of the hashes of the clicks' ids: says whether the clicks that are there are those of the archive.
  keys_hash numeric not null,
  latest_test_id bigint,
  latest_test_at timestamptz,
  archived_at timestamptz not null,
  -- Null while the clicks are still there.
  dropped_at timestamptz,
  primary key (program_id, month, part),
  check ((name is null) = (place is null) and (name is null) = (manifest_sha256 is null)),
  check (name is not null or dropped_at is not null),
  check ((latest_test_id is null) = (latest_test_at is null))
);

alter table click_archives add foreign key (program_id) references programs (id);
