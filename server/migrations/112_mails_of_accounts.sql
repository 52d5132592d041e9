-- Two more kinds of mail, both of a partner's own account: a passkey of his came or went, and the account was closed.
alter table mails drop constraint mails_kind_check;

alter table mails add constraint mails_kind_check check (kind in (
  'invitation', 'password_reset', 'webhook_disabled', 'invoice_issued', 'new_application', 'application_received',
  'application_approved', 'application_rejected', 'application_question', 'partner_invitation', 'partner_sign_in',
  'payout_details_changed', 'payout_made', 'payout_paid', 'partner_statement', 'partner_first_click', 'partner_sale',
  'partner_reversal', 'claim_decided', 'partner_passkey_changed', 'partner_account_closed'));
