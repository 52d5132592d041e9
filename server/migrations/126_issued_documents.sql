-- An issued document doesn't change, whoever writes to the database. Each table names the columns that may change: those
-- that erasing a person replaces, and those that say how far the document is, with their transitions.
create function refuse_issued_change() returns trigger language plpgsql as $$
begin
  -- The columns that may change; without any, nothing may.
  if tg_op = 'UPDATE' and tg_level = 'ROW' and to_jsonb(old) - tg_argv[1]::text[] = to_jsonb(new) - tg_argv[1]::text[] then
    return new;
  end if;
  raise exception '% is never changed or deleted once it is issued', tg_argv[0];
end
$$;

create trigger issued before update or delete on invoice_lines
  for each statement execute function refuse_issued_change('an invoice line', '{}');

create trigger issued before update or delete on payout_items
  for each statement execute function refuse_issued_change('a payout item', '{}');

-- An invoice gets its totals once, when its lines are there, and is voided once.
create trigger issued before update on invoices
  for each row execute function refuse_issued_change('an invoice', '{lines,total_usd_cents,voided_at}');
create trigger issued_totals before update of lines, total_usd_cents on invoices
  for each row when ((old.lines <> 0 or old.total_usd_cents <> 0)
    and (new.lines <> old.lines or new.total_usd_cents <> old.total_usd_cents))
  execute function refuse_issued_change('an invoice', '{}');
create trigger issued_voided before update of voided_at on invoices
  for each row when (old.voided_at is not null and new.voided_at is distinct from old.voided_at)
  execute function refuse_issued_change('a voided invoice', '{}');
create trigger issued_deleted before delete on invoices
  for each statement execute function refuse_issued_change('an invoice', '{}');

-- An open payout is paid or cancelled, once.
create trigger issued before update on payouts
  for each row execute function refuse_issued_change('a payout', '{status,reference,closed_by,closed_at}');
create trigger issued_closed before update on payouts
  for each row when (old.status <> 'open' and new is distinct from old)
  execute function refuse_issued_change('a closed payout', '{}');
create trigger issued_deleted before delete on payouts
  for each statement execute function refuse_issued_change('a payout', '{}');

-- Erasure replaces the name of a refund and takes its reason away. A dispute says anew what it is about, and is withdrawn
-- once.
create trigger issued before update on refund_events
  for each row execute function refuse_issued_change('a refund', '{refund_id,reason,amount_cents,reported_cents,withdrawn_at}');
create trigger issued_amount before update of amount_cents, reported_cents on refund_events
  for each row when (old.kind <> 'dispute'
    and (new.amount_cents, new.reported_cents) is distinct from (old.amount_cents, old.reported_cents))
  execute function refuse_issued_change('a refund', '{}');
create trigger issued_withdrawn before update of withdrawn_at on refund_events
  for each row when (old.withdrawn_at is not null and new.withdrawn_at is distinct from old.withdrawn_at)
  execute function refuse_issued_change('a withdrawn dispute', '{}');
create trigger issued_reason before update of reason on refund_events
  for each row when (new.reason is not null and new.reason is distinct from old.reason)
  execute function refuse_issued_change('the reason of a refund', '{}');
create trigger issued_deleted before delete on refund_events
  for each statement execute function refuse_issued_change('a refund', '{}');

-- Erasure replaces a reason that a person wrote.
create trigger issued before update on commission_changes
  for each row execute function refuse_issued_change('a commission change', '{reason}');
create trigger issued_deleted before delete on commission_changes
  for each statement execute function refuse_issued_change('a commission change', '{}');
