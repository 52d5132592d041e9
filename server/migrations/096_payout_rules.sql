-- The least that a program pays out, in each currency, as digits of minor units by its code.
alter table payout_settings add column minimums jsonb not null default '{}';

-- The day of each month on which payouts are made, in the program's time zone; null: by hand.
alter table payout_settings add column pay_day integer;

-- The last month (YYYY-MM) whose payouts were made so.
alter table payout_settings add column paid_month text;

alter table payout_settings add check (pay_day between 1 and 28);

alter table payout_settings add check (paid_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$');

alter table payout_settings add check (pay_day is null or paid_month is not null);
