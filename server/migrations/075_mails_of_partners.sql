-- Mails about joining a program: to the team, and to who applies or is invited.
alter table mails drop constraint mails_kind_check;

alter table mails add constraint mails_kind_check check (kind in (
  'invitation', 'password_reset', 'webhook_disabled', 'invoice_issued', 'new_application', 'application_received',
  'application_approved', 'application_rejected', 'application_question', 'partner_invitation'));

alter table mail_opt_outs drop constraint mail_opt_outs_kind_check;

alter table mail_opt_outs add constraint mail_opt_outs_kind_check
  check (kind in ('webhook_disabled', 'new_application'));
