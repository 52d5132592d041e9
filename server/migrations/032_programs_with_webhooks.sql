-- Which programs have, or had, a webhook: whoever looks for what is to be told asks these and no other, and so, on a
-- cluster, only the nodes that have one of them. It follows webhook_endpoints: `stats verify` compares.

create table webhook_programs (
  program_id bigint primary key
);

insert into webhook_programs (program_id) select distinct w.program_id from webhook_endpoints w;
