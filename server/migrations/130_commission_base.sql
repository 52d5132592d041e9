-- What a percentage is taken of: the amount as sent, or less its tax. The program's setting holds for policies made from then on;
-- each version of a policy keeps its own, so that a commission keeps what it was made under.
alter table programs add column commission_base text not null default 'amount';

alter table programs add constraint programs_commission_base_check
  check (commission_base in ('amount', 'amount_without_tax'));

alter table commission_policies add column commission_base text not null default 'amount';

alter table commission_policies add constraint commission_policies_commission_base_check
  check (commission_base in ('amount', 'amount_without_tax'));
