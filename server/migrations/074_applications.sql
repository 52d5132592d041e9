-- Who applied to a program, once for each address; what happened since stands in its steps.
create table applications (
  program_id bigint not null,
  id bigint generated always as identity,
  email text not null,
  name text not null,
  website text,
  -- [{id, question, answer}], with the words of each question as they were.
  answers jsonb not null,
  -- What was accepted when it was sent.
  terms_version integer,
  invitation_id bigint,
  -- The partner of the program that it belongs to, once there is one.
  partner_id bigint,
  status text not null,
  -- Grows with each change of the status: who decides names the one that he saw.
  version integer not null,
  -- How many steps it has.
  steps integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, email),
  constraint applications_status_check check (status in ('waiting', 'asked', 'approved', 'rejected')),
  check (version > 0),
  check (steps > 0)
);

alter table applications add foreign key (program_id) references programs (id);

alter table applications add foreign key (program_id, partner_id) references partner_programs (program_id, partner_id);

create index applications_newest on applications (program_id, created_at, id);

create index applications_rejected on applications (changed_at) where status = 'rejected';

create trigger audit after insert or update or delete on applications
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('application', 'id', '{created_at,changed_at,steps,version}', '{}', '{}');

-- What happened to an application, in the order in which it was applied.
create table application_steps (
  program_id bigint not null,
  application_id bigint not null,
  step integer not null,
  kind text not null,
  -- A person of the team, or a management key; nobody where the applicant did it, or the program's setting.
  actor_id text,
  words text,
  answers jsonb,
  at timestamptz not null,
  primary key (program_id, application_id, step),
  constraint application_steps_kind_check
    check (kind in ('applied', 'applied_again', 'asked', 'answered', 'approved', 'rejected'))
);

alter table application_steps add foreign key (program_id, application_id)
  references applications (program_id, id) on delete cascade;

-- Who may join without being decided on. The token is kept as its hash.
create table join_invitations (
  program_id bigint not null,
  id bigint generated always as identity,
  token_hash bytea not null,
  -- Whom it is for; nobody in particular where there is none.
  email text,
  invited_by text not null,
  inviter_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (program_id, id),
  unique (program_id, token_hash)
);

alter table join_invitations add foreign key (program_id) references programs (id);

create index join_invitations_newest on join_invitations (program_id, created_at, id);

create index join_invitations_ended on join_invitations (expires_at);

create trigger audit after insert or update or delete on join_invitations
  for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('partner_invitation', 'id', '{created_at,token_hash,inviter_name}', '{}', '{}');

-- Solutions of the proof of work of a join page that were used: each is good once.
create table spent_challenges (
  program_id bigint not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (program_id, challenge)
);

alter table spent_challenges add foreign key (program_id) references programs (id);

create index spent_challenges_ended on spent_challenges (expires_at);
