-- Facts about the installation as a whole, in one row.
create table installation (
  is_only boolean primary key default true check (is_only),
  -- Of the APP_SECRET that the data depends on; null until a process claims it.
  secret_fingerprint text check (secret_fingerprint ~ '^[0-9a-f]{32}$'),
  -- No mail is about what happened before: the first start, the last restore, or when mail was switched on.
  notify_from timestamptz not null,
  sends_mail boolean not null default false,
  backed_up_at timestamptz
);
