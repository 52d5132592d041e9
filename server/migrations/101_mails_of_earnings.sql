-- Three more kinds of mail: a partner's first click, what his sales earned, and what was taken back of it.
alter table mails drop constraint mails_kind_check;

alter table mails add constraint mails_kind_check check (kind in (
  'invitation', 'password_reset', 'webhook_disabled', 'invoice_issued', 'new_application', 'application_received',
  'application_approved', 'application_rejected', 'application_question', 'partner_invitation', 'partner_sign_in',
  'payout_details_changed', 'payout_made', 'payout_paid', 'partner_statement', 'partner_first_click', 'partner_sale',
  'partner_reversal'));

alter table mail_opt_outs drop constraint mail_opt_outs_kind_check;

alter table mail_opt_outs add constraint mail_opt_outs_kind_check
  check (kind in ('webhook_disabled', 'new_application', 'partner_statement', 'partner_first_click', 'partner_sale'));

-- What partners were told of in a mail that tells several things: each stands in one mail only, whichever process writes it.
create table partner_mail_items (
  program_id bigint not null,
  kind text not null check (kind in ('partner_first_click', 'partner_sale', 'partner_reversal')),
  -- Of a partner, of a commission, or of a change of a commission.
  item_id bigint not null,
  told_at timestamptz not null,
  primary key (program_id, kind, item_id)
);

alter table partner_mail_items add foreign key (program_id) references programs (id);

create index partner_mail_items_old on partner_mail_items (program_id, told_at) where kind <> 'partner_first_click';

-- What was taken back of late. Who has made an index of this name before (create index concurrently) keeps nobody waiting here.
create index if not exists commission_changes_taken_back on commission_changes (program_id, changed_at, id)
  where to_amount_cents < from_amount_cents;
