-- Three more kinds of mail: a payout was made, a payout was paid, and the statement of a month is there.
alter table mails drop constraint mails_kind_check;

alter table mails add constraint mails_kind_check check (kind in (
  'invitation', 'password_reset', 'webhook_disabled', 'invoice_issued', 'new_application', 'application_received',
  'application_approved', 'application_rejected', 'application_question', 'partner_invitation', 'partner_sign_in',
  'payout_details_changed', 'payout_made', 'payout_paid', 'partner_statement'));

alter table mail_opt_outs drop constraint mail_opt_outs_kind_check;

alter table mail_opt_outs add constraint mail_opt_outs_kind_check
  check (kind in ('webhook_disabled', 'new_application', 'partner_statement'));
