-- A partner may close his account. In each of his programs he is `closed` from then on, which no decision of a team ends:
-- nothing more is attributed to him, and what he is owed is still paid.
alter table partners add column closed_at timestamptz;

alter table partner_programs drop constraint partner_programs_status_check;

alter table partner_programs add constraint partner_programs_status_check
  check (status in ('pending', 'approved', 'rejected', 'closed'));

create index partner_programs_closed on partner_programs (program_id, partner_id) where status = 'closed';

-- Where his money goes is forgotten once nothing is owed any more; that there was a version stays, because payouts name it.
alter table payout_details alter column sealed drop not null;

alter table payout_details add column erased_at timestamptz;

alter table payout_details add constraint payout_details_erased check ((sealed is null) = (erased_at is not null));
