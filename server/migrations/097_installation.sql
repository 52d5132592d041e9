-- Facts about the installation as a whole, in one row.
create table installation (
  is_only boolean primary key default true check (is_only),
  -- Of the APP_SECRET that the data depends on; null until a process claims it.
  secret_fingerprint text check (secret_fingerprint ~ '^[0-9a-f]{32}$'),
  -- What happened before is neither mailed nor sent to webhooks: the first start, or the last restore.
  notify_from timestamptz not null,
  backed_up_at timestamptz
);
