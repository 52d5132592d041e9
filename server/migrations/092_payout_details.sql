-- How a partner of a program wants to be paid: a change is a new row, in the order of the versions, not of clocks. What the
-- partner said is sealed under APP_SECRET for its very row.
create table payout_details (
  program_id bigint not null,
  partner_id bigint not null,
  version integer not null check (version > 0),
  method text not null check (method in ('bank_iban', 'bank_account', 'paypal', 'wise', 'other')),
  sealed text not null,
  created_at timestamptz not null,
  -- From then on payouts go there; until then the version before is used.
  usable_at timestamptz not null check (usable_at >= created_at),
  -- By the partner while it waited, or because a later version came.
  withdrawn_at timestamptz check (withdrawn_at < usable_at),
  primary key (program_id, partner_id, version)
);

alter table payout_details add foreign key (program_id, partner_id)
  references partner_programs (program_id, partner_id);

-- The version that a payout goes to, frozen when it was made; null where there was none.
alter table payouts add column details_version integer;

alter table payouts add foreign key (program_id, partner_id, details_version)
  references payout_details (program_id, partner_id, version);
