-- Kept events that a person has seen to may go; how many there were is counted on.
create table purged_kept_events (
  program_id bigint not null,
  reason text not null check (reason in ('unreadable', 'currency_differs', 'amount_differs', 'another_program')),
  events bigint not null check (events > 0),
  primary key (program_id, reason)
);

alter table purged_kept_events add foreign key (program_id) references programs (id);

create index processor_events_received on processor_events (program_id, received_at);
