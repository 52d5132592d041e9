-- One more kind of mail: what the team decided on a partner's claim.
alter table mails drop constraint mails_kind_check;

alter table mails add constraint mails_kind_check check (kind in (
  'invitation', 'password_reset', 'webhook_disabled', 'invoice_issued', 'new_application', 'application_received',
  'application_approved', 'application_rejected', 'application_question', 'partner_invitation', 'partner_sign_in',
  'payout_details_changed', 'payout_made', 'payout_paid', 'partner_statement', 'partner_first_click', 'partner_sale',
  'partner_reversal', 'claim_decided'));
