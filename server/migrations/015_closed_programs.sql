-- What merchants mean by pausing: an active program that takes nobody new, while its keys, renewals and refunds work.
alter table programs add column closed_to_new_referrals boolean not null default false;

-- The page that partner links lead to, for everybody of the team.
alter table programs add column site_url text;

-- Clicks on the links of a partner who waits for approval. They are no events; the team is told how many were lost.
create table uncounted_clicks (
  program_id bigint not null,
  partner_id bigint not null,
  clicks bigint not null check (clicks > 0),
  last_at timestamptz not null,
  primary key (program_id, partner_id),
  foreign key (program_id, partner_id) references partner_programs (program_id, partner_id)
);

-- What an endpoint answered to the last attempt, for whoever looks for the fault.
alter table webhook_deliveries add column last_answer text;

alter table processor_payments drop constraint processor_payments_reason_check;

alter table processor_payments add constraint processor_payments_reason_check check (reason in
  ('no_customer', 'window_expired', 'unsupported_currency', 'partner_not_approved', 'program_inactive',
    'closed_to_new_referrals'));
