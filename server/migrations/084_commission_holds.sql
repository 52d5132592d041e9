-- Why a commission waits beyond its hold period; null: nothing holds it. `payment_link_missing` keeps it pending until the
-- link arrives or a person approves it.
alter table commissions add column hold_reason text;

alter table commissions add constraint commissions_hold_reason_check
  check (hold_reason = any (array['payment_link_missing']));

alter table commissions add constraint commissions_link_hold
  check (hold_reason is distinct from 'payment_link_missing' or status in ('pending', 'reversed'));

create index commissions_held on commissions (program_id, created_at, id) where hold_reason is not null;
