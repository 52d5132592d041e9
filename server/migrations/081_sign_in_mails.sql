-- One more kind of mail: the link by which a partner signs in.
alter table mails drop constraint mails_kind_check;

alter table mails add constraint mails_kind_check check (kind in (
  'invitation', 'password_reset', 'webhook_disabled', 'invoice_issued', 'new_application', 'application_received',
  'application_approved', 'application_rejected', 'application_question', 'partner_invitation', 'partner_sign_in'));
