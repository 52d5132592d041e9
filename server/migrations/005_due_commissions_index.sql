-- The job that approves commissions looks for the pending ones whose hold has ended.
create index commissions_due on commissions (hold_until) where status = 'pending';
