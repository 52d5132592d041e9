-- Which of two payments is the older was told by their ids. Those of a cluster come from the range of the node that
-- wrote them, so it is told by when the database wrote them, whatever the clocks of the processes say.

alter table processor_payments
  add column written_at timestamptz not null default date_trunc('milliseconds', clock_timestamp());

update processor_payments as p set written_at = o.written_at
from (
  select b.program_id, b.id, max(b.created_at) over (partition by b.program_id order by b.id) as written_at
  from processor_payments b
) o
where o.program_id = p.program_id and o.id = p.id;
