-- What the installation was ever started with: its list can only grow, and a start looks here, not through its sales.
create table currencies (
  code text primary key check (code ~ '^[A-Z]{3}$' and code <> 'XXX')
);

-- Before this there were these three.
insert into currencies (code)
  select code from (values ('USD'), ('EUR'), ('VND')) as known (code) where exists (select 1 from workspaces);

-- Stripe counts these three in another unit than ISO 4217, and what it told of them was kept as it was told: two of them
-- in hundredths of a unit that has none, one in whole units of a hundred. None could be a sale until now.
update processor_payments set
    amount_cents = case currency when 'MGA' then amount_cents * 100 else greatest(1, round(amount_cents / 100.0)) end,
    tax_amount_cents = case currency when 'MGA' then tax_amount_cents * 100 else round(tax_amount_cents / 100.0) end
  where currency in ('ISK', 'UGX', 'MGA') and amount_cents is not null;
update processor_charges set
    amount_cents = case currency when 'MGA' then amount_cents * 100 else greatest(1, round(amount_cents / 100.0)) end
  where currency in ('ISK', 'UGX', 'MGA') and amount_cents is not null;
update processor_refunds set
    amount_cents = case currency when 'MGA' then amount_cents * 100 else greatest(1, round(amount_cents / 100.0)) end
  where currency in ('ISK', 'UGX', 'MGA') and amount_cents is not null;
update kept_events set
    amount_cents = case currency when 'MGA' then amount_cents * 100 else greatest(1, round(amount_cents / 100.0)) end
  where currency in ('ISK', 'UGX', 'MGA') and amount_cents is not null;

-- An installation says which currencies it takes (CURRENCIES), so the schema no longer knows them: it holds that a code
-- is one, and that money is in some currency. Every row passed the narrower check that this takes the place of, so none
-- is looked through again: that is all that `not valid` says. Last, because these tables are locked from here on.

alter table programs drop constraint programs_per_lead_currency_check;
alter table programs add constraint programs_per_lead_currency_check
  check (per_lead_currency ~ '^[A-Z]{3}$' and per_lead_currency <> 'XXX') not valid;
alter table commission_policies drop constraint commission_policies_currency_check;
alter table commission_policies add constraint commission_policies_currency_check
  check (currency ~ '^[A-Z]{3}$' and currency <> 'XXX') not valid;
alter table lead_events drop constraint lead_events_commission_currency_check;
alter table lead_events add constraint lead_events_commission_currency_check
  check (commission_currency ~ '^[A-Z]{3}$' and commission_currency <> 'XXX') not valid;
alter table sale_events drop constraint sale_events_currency_check;
alter table sale_events add constraint sale_events_currency_check
  check (currency ~ '^[A-Z]{3}$' and currency <> 'XXX') not valid;
alter table commissions drop constraint commissions_currency_check;
alter table commissions add constraint commissions_currency_check
  check (currency ~ '^[A-Z]{3}$' and currency <> 'XXX') not valid;
alter table platform_fees drop constraint platform_fees_currency_check;
alter table platform_fees add constraint platform_fees_currency_check
  check (currency ~ '^[A-Z]{3}$' and currency <> 'XXX') not valid;
alter table payouts drop constraint payouts_currency_check;
alter table payouts add constraint payouts_currency_check
  check (currency ~ '^[A-Z]{3}$' and currency <> 'XXX') not valid;
alter table invoice_lines drop constraint invoice_lines_currency_check;
alter table invoice_lines add constraint invoice_lines_currency_check
  check (currency ~ '^[A-Z]{3}$' and currency <> 'XXX') not valid;
-- Here XXX is in its place: the currency of a row that counts no money.
alter table daily_stats drop constraint daily_stats_currency_check;
alter table daily_stats add constraint daily_stats_currency_check check (currency ~ '^[A-Z]{3}$') not valid;
