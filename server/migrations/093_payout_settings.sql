-- How a program pays its partners. The account that it pays from is sealed under APP_SECRET for this row.
create table payout_settings (
  program_id bigint not null,
  debtor text,
  updated_at timestamptz not null,
  primary key (program_id)
);

alter table payout_settings add foreign key (program_id) references programs (id);

create trigger audit after insert or update or delete on payout_settings
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('payout_settings', 'program_id', '{updated_at}', '{debtor}', '{}');
