-- One more kind of mail: that where a partner's money goes was changed.
alter table mails drop constraint mails_kind_check;

alter table mails add constraint mails_kind_check check (kind in (
  'invitation', 'password_reset', 'webhook_disabled', 'invoice_issued', 'new_application', 'application_received',
  'application_approved', 'application_rejected', 'application_question', 'partner_invitation', 'partner_sign_in',
  'payout_details_changed'));
