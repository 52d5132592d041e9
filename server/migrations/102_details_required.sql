-- Whether payouts are made only to partners who have said how they are paid.
alter table payout_settings add column details_required boolean not null default false;
