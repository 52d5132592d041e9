-- Paying partners has a permission of its own. A key that could do it before still can.
update management_keys set permissions = permissions || '{payout:manage}'
where 'commission:manage' = any (permissions) and not 'payout:manage' = any (permissions);
