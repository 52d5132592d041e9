-- The schema of the first release. Every key of a program's table begins with program_id, the distribution column on a
-- cluster. The service creates the monthly partitions of click_events.

create sequence audit_ids;

create table users (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  two_factor_enabled boolean not null default false,
  primary key (id),
  unique (email)
);

create table sessions (
  id text not null,
  user_id text not null,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  active_workspace_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  unique (token),
  foreign key (user_id) references users(id) on delete cascade
);

create index sessions_user on sessions (user_id);

create table accounts (
  id text not null,
  user_id text not null,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id),
  foreign key (user_id) references users(id) on delete cascade
);

create index accounts_user on accounts (user_id);

create table verifications (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (id)
);

create index verifications_identifier on verifications (identifier);

create table workspaces (
  id text not null,
  name text not null,
  slug text not null,
  logo text,
  metadata text,
  created_at timestamptz not null,
  requires_two_factor boolean not null default false,
  primary key (id),
  unique (slug)
);

-- A suspended member keeps the row and loses every permission.
create table workspace_members (
  id text not null,
  workspace_id text not null,
  user_id text not null,
  role text not null,
  status text not null default 'active',
  created_at timestamptz not null,
  primary key (id),
  unique (workspace_id, user_id),
  foreign key (user_id) references users(id) on delete cascade,
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  constraint workspace_members_role_check check (role in ('owner', 'admin', 'member', 'viewer')),
  constraint workspace_members_status_check check (status in ('active', 'suspended'))
);

create index workspace_members_user on workspace_members (user_id);

create table workspace_invitations (
  id text not null,
  workspace_id text not null,
  email text not null,
  role text,
  status text not null,
  expires_at timestamptz not null,
  inviter_id text not null,
  created_at timestamptz not null,
  primary key (id),
  foreign key (inviter_id) references users(id) on delete cascade,
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create index workspace_invitations_email on workspace_invitations (email);
create index workspace_invitations_workspace on workspace_invitations (workspace_id);

create table programs (
  id bigint generated always as identity,
  workspace_id text not null,
  name text not null,
  status text not null default 'active',
  time_zone text not null default 'UTC',
  lead_auth_policy text not null default 'server_verified',
  payment_tracking_mode text not null default 'processor_connect',
  attribution_window_days integer not null default 60,
  cookie_window_days integer not null default 60,
  hold_period_days integer not null default 30,
  platform_fee_bps integer not null,
  per_lead_amount_cents bigint,
  per_lead_currency text,
  processor_connection_status text not null default 'not_connected',
  processor_account_id text,
  processor_charges_enabled boolean not null default false,
  processor_payouts_enabled boolean not null default false,
  processor_details_submitted boolean not null default false,
  processor_connected_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Who approves commissions: the job at the end of the hold period, or the team.
  commission_approval text not null default 'automatic',
  -- Which partner gets a new customer whose click and coupon code belong to different partners.
  coupon_precedence text not null default 'code',
  legal_name text,
  legal_address text,
  tax_id text,
  -- Whether the program is closed to new referrals. It stays active, and its keys, renewals and refunds work.
  closed_to_new_referrals boolean not null default false,
  -- The page that partner links open.
  site_url text,
  -- The program's own domain for redirect links, also in `redirect_domains`.
  redirect_domain text,
  -- The number of months after which clicks are deleted; statistics keep their counts. Null uses the installation's
  -- setting.
  click_retention_months integer,
  -- A sandbox has its own clock, ahead of the real one by `clock_ahead_ms`. Triggers keep `sandbox` from changing and
  -- the clock from going back.
  sandbox boolean not null default false,
  clock_ahead_ms bigint not null default 0,
  -- The first local day whose events may still have the previous time zone's day; null if all are current. Days are
  -- recomputed in order, in batches, each of which advances it.
  days_due_from date,
  -- The base of percentages. The program's setting applies to new policies; each version of a policy keeps its own, so
  -- a commission keeps the base it was created with.
  commission_base text not null default 'amount',
  -- Hides the setup checklist.
  setup_dismissed boolean not null default false,
  primary key (id),
  foreign key (workspace_id) references workspaces(id),
  constraint programs_attribution_window_days_check check (attribution_window_days >= 1
    and attribution_window_days <= 365),
  constraint programs_check check ((per_lead_amount_cents is null) = (per_lead_currency is null)),
  constraint programs_click_retention_months_check check (click_retention_months >= 1
    and click_retention_months <= 1200),
  constraint programs_clock_ahead_ms_check check (clock_ahead_ms >= 0 and (sandbox or clock_ahead_ms = 0)),
  constraint programs_commission_approval_check check (commission_approval in ('automatic', 'review')),
  constraint programs_coupon_precedence_check check (coupon_precedence in ('code', 'click', 'first_touch')),
  constraint programs_commission_base_check check (commission_base in ('amount', 'amount_without_tax')),
  constraint programs_cookie_window_days_check check (cookie_window_days >= 1 and cookie_window_days <= 365),
  constraint programs_hold_period_days_check check (hold_period_days >= 0 and hold_period_days <= 365),
  constraint programs_lead_auth_policy_check check (lead_auth_policy in ('server_verified', 'browser_allowed')),
  constraint programs_payment_tracking_mode_check check (payment_tracking_mode in ('processor_connect', 's2s')),
  constraint programs_per_lead_amount_cents_check check (per_lead_amount_cents > 0),
  constraint programs_per_lead_currency_check check ((per_lead_currency ~ '^[A-Z]{3}$')
    and per_lead_currency <> 'XXX'),
  constraint programs_platform_fee_bps_check check (platform_fee_bps >= 0 and platform_fee_bps <= 10000),
  constraint programs_processor_connection_status check (processor_connection_status in ('not_connected', 'connected',
    'disconnected')),
  constraint programs_status_check check (status in ('active', 'paused', 'archived'))
);

create index programs_workspace on programs (workspace_id, created_at, id);

-- The key contains the program, so a lookup reaches one tenant; only its SHA-256 is stored. `retired_at` may be in the
-- future: until then the key works (rotation with grace).
create table api_keys (
  program_id bigint not null,
  id bigint generated always as identity,
  mode text not null,
  key_hash bytea not null,
  masked text not null,
  created_at timestamptz not null,
  retired_at timestamptz,
  last_used_at timestamptz,
  primary key (program_id, id),
  unique (program_id, key_hash),
  foreign key (program_id) references programs(id),
  constraint api_keys_mode_check check (mode in ('live', 'test'))
);

create table partners (
  workspace_id text not null,
  id bigint generated always as identity,
  name text not null,
  email text not null,
  created_at timestamptz not null,
  -- Partners who close their account become `closed` in each of their programs, whatever the team decides: nothing
  -- more is attributed to them, but their balance is still paid.
  closed_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, email),
  foreign key (workspace_id) references workspaces(id)
);

create index partners_email on partners (workspace_id, email text_pattern_ops);
-- Finds partners by a prefix of their name, email or link code.
create index partners_name on partners (workspace_id, lower(name) text_pattern_ops);
create index partners_sorted on partners (workspace_id, lower(name), id);
create index partners_of_address on partners (email);
-- No fastupdate, because each search would scan the list of pending entries.
create index partners_words on partners using gin (to_tsvector('simple'::regconfig,
  translate(name || ' ' || email, '@._-+/:&<>', '          '))) with (fastupdate = off);

-- Partner groups can have their own commission policies. A sale uses its partner's group at the time of the decision.
create table partner_groups (
  program_id bigint not null,
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz not null,
  -- Once archived, the group has no members, and its policies have ended.
  ended_at timestamptz,
  primary key (program_id, id),
  foreign key (program_id) references programs(id),
  constraint partner_groups_name_check check (name <> '')
);

-- Names of active groups are unique, ignoring case.
create unique index partner_groups_name on partner_groups (program_id, lower(name)) where ended_at is null;

create table program_enrollments (
  program_id bigint not null,
  partner_id bigint not null,
  workspace_id text not null,
  status text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  payout_hold_reason text,
  payouts_held_at timestamptz,
  payouts_held_by text,
  group_id bigint,
  created_day date,
  primary key (program_id, partner_id),
  foreign key (program_id) references programs(id),
  foreign key (program_id, group_id) references partner_groups(program_id, id),
  foreign key (workspace_id, partner_id) references partners(workspace_id, id),
  constraint program_enrollments_hold check (((payout_hold_reason is null) = (payouts_held_at is null))
    and ((payouts_held_at is null) = (payouts_held_by is null))),
  constraint program_enrollments_status_check check (status in ('pending', 'approved', 'rejected', 'closed'))
);

create index program_enrollments_closed on program_enrollments (program_id, partner_id) where status = 'closed';
create index program_enrollments_created on program_enrollments (program_id, created_at, partner_id);
create index program_enrollments_not_approved on program_enrollments (program_id, created_at, partner_id)
  where status in ('pending', 'rejected');
create index program_enrollments_group on program_enrollments (program_id, group_id, partner_id) where group_id is not null;

create table links (
  program_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  code text not null,
  status text not null default 'active',
  created_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, code),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint links_status_check check (status in ('active', 'inactive'))
);

create index links_code on links (program_id, code text_pattern_ops);
create index links_newest on links (program_id, created_at, id);
create index links_partner on links (program_id, partner_id, created_at, id);
create index links_inactive on links (program_id, created_at, id) where status = 'inactive';

-- A link code is unique in the installation; this small table maps it to its program.
create table link_codes (
  code text not null,
  program_id bigint not null,
  link_id bigint not null,
  primary key (code),
  foreign key (program_id, link_id) references links(program_id, id)
);

-- Codes are unique, ignoring case. The index also finds a code if a visitor's URL has a different case.
create unique index link_codes_without_case on link_codes (lower(code collate "C"));

-- A policy change is a new row and sets `superseded_at` on the previous one; commissions keep their row. `product_id`
-- null is the program's default, `hold_days` null the program's setting.
create table commission_policies (
  program_id bigint not null,
  id bigint generated always as identity,
  product_id text,
  version integer not null,
  type text not null,
  rate_bps integer,
  amount_cents bigint,
  currency text,
  duration text not null default 'lifetime',
  duration_months integer,
  hold_days integer,
  created_at timestamptz not null,
  superseded_at timestamptz,
  group_id bigint,
  commission_base text not null default 'amount',
  primary key (program_id, id),
  constraint commission_policies_version unique nulls not distinct (program_id, group_id, product_id, version),
  foreign key (program_id) references programs(id),
  foreign key (program_id, group_id) references partner_groups(program_id, id),
  constraint commission_policies_amount_cents_check check (amount_cents >= 0),
  constraint commission_policies_check check ((type = 'percent') = (rate_bps is not null)),
  constraint commission_policies_check1 check ((type = 'flat') = (amount_cents is not null and currency is not null)),
  constraint commission_policies_check2 check ((duration = 'months') = (duration_months is not null)),
  constraint commission_policies_commission_base_check check (commission_base in ('amount', 'amount_without_tax')),
  constraint commission_policies_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint commission_policies_duration_check check (duration in ('lifetime', 'first_sale', 'months')),
  constraint commission_policies_duration_months_check check (duration_months >= 1 and duration_months <= 120),
  constraint commission_policies_hold_days_check check (hold_days >= 0 and hold_days <= 365),
  constraint commission_policies_rate_bps_check check (rate_bps >= 0 and rate_bps <= 10000),
  constraint commission_policies_type_check check (type in ('percent', 'flat')),
  constraint commission_policies_version_check check (version > 0)
);

create unique index commission_policies_current on commission_policies (program_id, group_id,
  product_id) nulls not distinct where superseded_at is null;

-- `received_at` is the time in the UUIDv7, so a click id alone prunes to one partition.
create table click_events (
  program_id bigint not null,
  received_at timestamptz not null,
  click_uuid uuid not null,
  id bigint generated always as identity,
  link_id bigint,
  partner_id bigint,
  -- Repeated values are stored once a month, in `click_dimensions`.
  page_id integer,
  referrer_id integer,
  device_id integer,
  -- The event's local day, as computed by the application. Statistics are rebuilt from it, so that different time zone
  -- databases never disagree. Null for a test click.
  day date,
  screen_width smallint,
  screen_height smallint,
  viewport_width smallint,
  viewport_height smallint,
  -- How the click was recorded, as a number because it is stored with every click: 1 `server_set`, 2 `redirect`; null
  -- for `script`, the most frequent one.
  capture_method smallint,
  is_test boolean not null,
  -- A session id that is a UUID takes 16 bytes; others are text.
  session_uuid uuid,
  session_id text,
  -- The visitor's consent, as sent with the click.
  consent text,
  additional_data jsonb,
  -- When a page first reported this test click's test link. Not in `additional_data`, which anyone can send.
  seen_at timestamptz,
  -- When a test last read the readiness of this test link, by the real clock.
  polled_at timestamptz,
  primary key (program_id, received_at, click_uuid),
  constraint click_events_capture_method_check check (capture_method >= 1 and capture_method <= 2),
  constraint click_events_seen_at_check check (is_test or (seen_at is null and polled_at is null)),
  constraint click_events_check check (is_test or (link_id is not null and partner_id is not null))
) partition by range (received_at);

create index click_events_partner on click_events (program_id, partner_id, received_at) where not is_test;
-- Live clicks are listed by primary key; the few test clicks have their own index.
create index click_events_test on click_events (program_id, received_at, id) where is_test;

create table click_events_default partition of click_events default;

-- A coupon code attributes orders to its partner without a click. `code_key` is the code without spaces at its ends, in
-- lower case: active codes are unique in a program.
create table coupon_codes (
  program_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  code text not null,
  code_key text not null,
  status text not null default 'active',
  starts_at timestamptz,
  ends_at timestamptz,
  -- The number of orders that the code can attribute; null if unlimited.
  max_uses integer,
  -- The discount a customer gets with the code, as shown to the partner.
  customer_discount text,
  created_at timestamptz not null,
  primary key (program_id, id),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint coupon_codes_code_check check (code_key <> '' and code_key = lower(code_key)),
  constraint coupon_codes_max_uses_check check (max_uses > 0),
  constraint coupon_codes_period_check check (starts_at < ends_at),
  constraint coupon_codes_status_check check (status in ('active', 'archived'))
);

create unique index coupon_codes_active on coupon_codes (program_id, code_key) where status = 'active';
create index coupon_codes_archived on coupon_codes (program_id, created_at, id) where status = 'archived';
-- Finds codes by their beginning.
create index coupon_codes_code on coupon_codes (program_id, code_key text_pattern_ops);
create index coupon_codes_newest on coupon_codes (program_id, created_at, id);
create index coupon_codes_partner on coupon_codes (program_id, partner_id, created_at, id);

-- A customer starts as provisional (a browser lead in a program that requires server-verified leads) or settled.
-- `signup_at` is set when the lead settles; concurrent sales compare and set `sale_count`.
create table customers (
  program_id bigint not null,
  id bigint generated always as identity,
  customer_key text,
  email_hash bytea,
  processor_customer_id text,
  status text not null,
  partner_id bigint not null,
  -- The link that the customer clicked; null if a coupon code or the team attributed the customer.
  link_id bigint,
  click_uuid uuid not null,
  clicked_at timestamptz not null,
  signup_at timestamptz,
  first_sale_at timestamptz,
  first_purchase_at timestamptz,
  sale_count integer not null default 0,
  created_at timestamptz not null,
  -- When the personal data was erased (docs/privacy.md). Rows with amounts stay, without anything that identifies the
  -- person.
  erased_at timestamptz,
  signup_day date,
  first_purchase_day date,
  continued_by bigint,
  -- What attributed the customer to the partner. Without a click, click_uuid is random and clicked_at is when the team
  -- attributed the customer, or when the coupon code was used.
  attribution_source text not null default 'click',
  primary key (program_id, id),
  foreign key (program_id) references programs(id),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint customers_attribution_source_check check (attribution_source in ('click', 'team', 'coupon_code')),
  constraint customers_link_check check ((link_id is not null) = (attribution_source = 'click')),
  constraint customers_check check (status <> 'lead' or signup_at is not null),
  constraint customers_check1 check ((status = 'conversion') = (sale_count > 0)),
  constraint customers_check2 check ((sale_count > 0) = (first_sale_at is not null and first_purchase_at is not null)),
  constraint customers_sale_count_check check (sale_count >= 0),
  constraint customers_status_check check (status in ('provisional', 'lead', 'conversion'))
);

create index customers_click on customers (program_id, click_uuid, created_at, id);
create index customers_continued on customers (program_id, continued_by) where continued_by is not null;
create index customers_email on customers (program_id, email_hash, created_at, id) where email_hash is not null;
create index customers_first_purchase on customers (program_id, first_purchase_at) where first_purchase_at is not null;
-- Finds customers by a prefix of their key, and a partner's customers, newest first.
create unique index customers_key on customers (program_id, customer_key text_pattern_ops);
create index customers_newest on customers (program_id, created_at, id);
create index customers_partner_newest on customers (program_id, partner_id, created_at, id);
create index customers_processor on customers (program_id, processor_customer_id, created_at, id)
  where processor_customer_id is not null;
create index customers_signup on customers (program_id, signup_at) where signup_at is not null;

create table lead_events (
  program_id bigint not null,
  id bigint generated always as identity,
  is_test boolean not null,
  customer_id bigint,
  state text not null,
  source text not null,
  settled_by text,
  received_at timestamptz not null,
  settled_at timestamptz,
  session_id text,
  page_url text,
  additional_data jsonb,
  commission_cents bigint,
  commission_currency text,
  -- As sent, with the coupon code it matched, and what the code did, based on which facts, named as in docs/explain.md.
  coupon_code text,
  coupon_id bigint,
  decision_facts jsonb,
  -- The visit according to the merchant's server: the browser's name, and host and path of the page.
  browser text,
  landing_page text,
  -- What a test lead named, to check the integration: the click, and the customer's pseudonym.
  test_facts jsonb,
  primary key (program_id, id),
  unique (program_id, customer_id),
  foreign key (program_id, customer_id) references customers(program_id, id),
  foreign key (program_id, coupon_id) references coupon_codes(program_id, id),
  foreign key (program_id) references programs(id),
  constraint lead_events_check check (is_test = (customer_id is null)),
  constraint lead_events_check1 check ((state = 'settled') = (settled_at is not null)),
  constraint lead_events_check2 check ((state = 'settled') = (settled_by is not null)),
  constraint lead_events_commission check ((commission_cents is null) = (commission_currency is null)),
  constraint lead_events_commission_currency_check check ((commission_currency ~ '^[A-Z]{3}$')
    and commission_currency <> 'XXX'),
  constraint lead_events_settled_by_check check (settled_by in ('browser', 'server', 'payment')),
  constraint lead_events_source_check check (source in ('browser', 'server')),
  constraint lead_events_state_check check (state in ('provisional', 'settled')),
  constraint lead_events_test_facts_check check (is_test or test_facts is null)
);

create index lead_events_newest on lead_events (program_id, is_test, received_at, id);
create index lead_events_provisional on lead_events (program_id, received_at)
  where (state = 'provisional' and source = 'browser');

-- `reported_at` is `occurred_at` if sent, else `received_at`: the time a sale is reported on.
create table sale_events (
  program_id bigint not null,
  id bigint generated always as identity,
  is_test boolean not null,
  transaction_id text not null,
  amount_cents bigint,
  currency text not null,
  tax_amount_cents bigint,
  sale_type text not null,
  is_recurring boolean not null,
  subscription_id text,
  subscription_interval text,
  product_id text,
  occurred_at timestamptz,
  provider text,
  provider_payment_id text,
  additional_data jsonb,
  customer_id bigint,
  partner_id bigint,
  attributed_by text,
  click_uuid uuid,
  clicked_at timestamptz,
  status text not null default 'paid',
  refunded_cents bigint not null default 0,
  received_at timestamptz not null,
  reported_at timestamptz not null,
  -- How the sale was decided: the outcome, the policy that paid or would have paid, and the facts, named as in
  -- docs/explain.md. Null for a test sale. `stats verify` compares the outcome with the commission.
  decision_code text,
  -- No foreign key: policies are never deleted, and the sale's commission references its policy.
  policy_id bigint,
  decision_facts jsonb,
  erased_at timestamptz,
  reported_day date,
  -- As sent, with the coupon code it matched, whether or not that code attributed the sale.
  coupon_code text,
  coupon_id bigint,
  -- As in lead_events.
  browser text,
  landing_page text,
  -- What a test sale named, as for a test lead.
  test_facts jsonb,
  primary key (program_id, id),
  foreign key (program_id, customer_id) references customers(program_id, id),
  foreign key (program_id, coupon_id) references coupon_codes(program_id, id),
  foreign key (program_id) references programs(id),
  constraint sale_events_amount_cents_check check (amount_cents > 0),
  constraint sale_events_attributed_by_check check (attributed_by in ('customer_key', 'click_id', 'email',
    'processor_customer_id', 'manual', 'coupon_code')),
  constraint sale_events_check check (tax_amount_cents >= 0 and tax_amount_cents <= amount_cents),
  constraint sale_events_check1 check (refunded_cents >= 0 and refunded_cents <= amount_cents),
  constraint sale_events_check2 check (is_test = (customer_id is null)),
  constraint sale_events_check3 check (is_test or (amount_cents is not null and partner_id is not null
    and attributed_by is not null)),
  constraint sale_events_check4 check ((status = 'refunded') = (refunded_cents = amount_cents)),
  constraint sale_events_decision_code_check check (decision_code in ('with_commission', 'no_policy', 'policy_ended')),
  constraint sale_events_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint sale_events_sale_type_check check (sale_type in ('payment', 'subscription')),
  constraint sale_events_status_check check (status in ('paid', 'refunded')),
  constraint sale_events_test_facts_check check (is_test or test_facts is null),
  constraint sale_events_subscription_interval_check check (subscription_interval in ('monthly', 'quarterly',
    'annual'))
);

-- Reads a page of a customer's sales and commissions, newest first.
create index sale_events_customer_newest on sale_events (program_id, customer_id, received_at, id)
  where customer_id is not null;
-- The sales that carried any coupon code, newest first.
create index sale_events_any_coupon on sale_events (program_id, received_at, id) where coupon_id is not null;
-- The sales that carried a coupon code, newest first.
create index sale_events_coupon on sale_events (program_id, coupon_id, received_at, id) where coupon_id is not null;
-- Filters for the event list: refunded sales, and sales without a commission.
create index sale_events_refunded on sale_events (program_id, is_test, received_at, id) where refunded_cents > 0;
create index sale_events_no_commission on sale_events (program_id, is_test, received_at, id)
  where decision_code in ('no_policy', 'policy_ended');
create index sale_events_newest on sale_events (program_id, is_test, received_at, id);
create index sale_events_partner on sale_events (program_id, partner_id, reported_at) where not is_test;
-- The sales of a partner, newest first.
create index sale_events_partner_newest on sale_events (program_id, partner_id, received_at, id) where not is_test;
-- Finds a merchant's sales by the processor's payment id.
create index sale_events_provider_payment on sale_events (program_id, provider_payment_id)
  where (provider_payment_id <> transaction_id and (not is_test));
create index sale_events_reported on sale_events (program_id, reported_at) where not is_test;
-- Finds sales by a prefix of their transaction_id. The unique key compares bytes, so it supports prefixes under any
-- database collation.
create unique index sale_events_transaction on sale_events (program_id, is_test, transaction_id text_pattern_ops);

-- `manual`: commissions marked as paid by the team; their payouts are created as paid.
create table payout_batches (
  program_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  created_by text not null,
  created_at timestamptz not null,
  primary key (program_id, id),
  foreign key (program_id) references programs(id),
  constraint payout_batches_kind_check check (kind in ('batch', 'manual'))
);

-- How a partner wants to be paid by a program: each change is a new row, ordered by version instead of time. The
-- details are encrypted with a key derived from APP_SECRET.
create table payout_details (
  program_id bigint not null,
  partner_id bigint not null,
  version integer not null,
  method text not null,
  sealed text,
  created_at timestamptz not null,
  -- Payouts use this version from then on, and the previous one until then.
  usable_at timestamptz not null,
  -- Withdrawn by the partner while it waited, or replaced by a later version.
  withdrawn_at timestamptz,
  erased_at timestamptz,
  primary key (program_id, partner_id, version),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint payout_details_check check (usable_at >= created_at),
  constraint payout_details_check1 check (withdrawn_at < usable_at),
  constraint payout_details_erased check ((sealed is null) = (erased_at is not null)),
  constraint payout_details_method_check check (method in ('bank_iban', 'bank_account', 'paypal', 'wise', 'other')),
  constraint payout_details_version_check check (version > 0)
);

-- Sums are numeric, so they never overflow. Only positive balances are paid out.
create table payouts (
  program_id bigint not null,
  id bigint generated always as identity,
  batch_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  amount_cents numeric(38,0) not null,
  commissions integer not null,
  status text not null default 'open',
  reference text,
  created_at timestamptz not null,
  closed_by text,
  closed_at timestamptz,
  -- The version of the payout details that were in effect when the payout was created or last updated. Null if there
  -- was none.
  details_version integer,
  -- When it was last included in a payment file.
  filed_at timestamptz,
  primary key (program_id, id),
  unique (program_id, batch_id, partner_id, currency),
  foreign key (program_id, batch_id) references payout_batches(program_id, id),
  foreign key (program_id, partner_id, details_version) references payout_details(program_id, partner_id, version),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint payouts_amount_cents_check check (amount_cents > 0),
  constraint payouts_check check ((status = 'open') = (closed_at is null)),
  constraint payouts_check1 check ((closed_at is null) = (closed_by is null)),
  constraint payouts_check2 check (reference is null or status = 'paid'),
  constraint payouts_commissions_check check (commissions > 0),
  constraint payouts_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint payouts_status_check check (status in ('open', 'paid', 'canceled'))
);

create index payouts_canceled on payouts (program_id, created_at, id) where status = 'canceled';
create index payouts_newest on payouts (program_id, created_at, id);
create index payouts_open on payouts (program_id, created_at, id) where status = 'open';
create index payouts_partner on payouts (program_id, partner_id, created_at, id);

create table commissions (
  program_id bigint not null,
  id bigint generated always as identity,
  kind text not null,
  sale_id bigint,
  lead_id bigint,
  customer_id bigint not null,
  partner_id bigint not null,
  policy_id bigint,
  amount_cents bigint not null,
  currency text not null,
  status text not null default 'pending',
  hold_until timestamptz not null,
  created_at timestamptz not null,
  reversed_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  approved_at timestamptz,
  -- A rejected commission stays reversed: a failed refund or won dispute doesn't restore it.
  rejected_at timestamptz,
  -- The open payout that includes the commission: no other payout can take it until this one is paid or canceled.
  payout_id bigint,
  -- Why a commission waits beyond its hold period; null if it doesn't. `payment_link_missing` keeps it pending until
  -- the link arrives or the team approves it.
  hold_reason text,
  -- The merchant and the processor can report one payment under different ids: the second commission waits as a
  -- `possible_duplicate` of the first sale until the team decides. Stays set after the decision.
  duplicate_of_sale_id bigint,
  created_day date,
  primary key (program_id, id),
  unique (program_id, lead_id),
  unique (program_id, sale_id),
  constraint commissions_duplicate_of foreign key (program_id, duplicate_of_sale_id)
    references sale_events(program_id, id),
  constraint commissions_payout foreign key (program_id, payout_id) references payouts(program_id, id),
  foreign key (program_id, customer_id) references customers(program_id, id),
  foreign key (program_id) references programs(id),
  foreign key (program_id, lead_id) references lead_events(program_id, id),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  foreign key (program_id, policy_id) references commission_policies(program_id, id),
  foreign key (program_id, sale_id) references sale_events(program_id, id),
  constraint commissions_amount_cents_check check (amount_cents >= 0),
  constraint commissions_check check ((kind = 'sale') = (sale_id is not null and policy_id is not null)),
  constraint commissions_check1 check ((kind = 'lead') = (lead_id is not null)),
  constraint commissions_check2 check (paid_cents >= 0 and paid_cents <= amount_cents),
  constraint commissions_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint commissions_duplicate_hold check ((hold_reason is distinct from 'possible_duplicate') or (status
    in ('pending', 'reversed') and duplicate_of_sale_id is not null)),
  constraint commissions_hold_reason_check check (hold_reason in ('payment_link_missing', 'possible_duplicate')),
  constraint commissions_kind_check check (kind in ('sale', 'lead')),
  constraint commissions_link_hold check ((hold_reason is distinct from 'payment_link_missing') or (status
    in ('pending', 'reversed'))),
  constraint commissions_rejected check (rejected_at is null or status = 'reversed'),
  constraint commissions_reversed check (reversed_cents >= 0 and reversed_cents <= amount_cents),
  constraint commissions_reversed_whole check (status <> 'reversed' or reversed_cents = amount_cents),
  constraint commissions_status_check check (status in ('pending', 'approved', 'paid', 'reversed'))
);

create index commissions_customer on commissions (program_id, customer_id, created_at, id);
-- The approval job finds pending commissions whose hold period has ended.
create index commissions_due on commissions (program_id, hold_until) where status = 'pending';
-- Finds when a partner's next commission is due.
create index commissions_due_partner on commissions (program_id, partner_id, currency, hold_until)
  where status = 'pending';
create index commissions_held on commissions (program_id, created_at, id) where hold_reason is not null;
create index commissions_newest on commissions (program_id, created_at, id);
create index commissions_partner on commissions (program_id, partner_id, created_at, id);
-- What the next payout takes: approved commissions, and paid or reversed ones with an amount still to pay or deduct.
create index commissions_payable on commissions (program_id, partner_id, currency, id) where (payout_id is null
  and (status = 'approved' or (status in ('paid', 'reversed') and ((amount_cents - reversed_cents) <> paid_cents))));

-- Finds the refunds of commissions that an open payout includes.
create index commissions_payout_reversed on commissions (program_id, payout_id)
  where payout_id is not null and reversed_cents > 0;

create table platform_fees (
  program_id bigint not null,
  id bigint generated always as identity,
  sale_id bigint not null,
  rate_bps integer not null,
  amount_cents bigint not null,
  currency text not null,
  created_at timestamptz not null,
  reversed_cents bigint not null default 0,
  -- The invoiced part of the fee, less credits, and the same amount in US cents.
  invoiced_cents bigint not null default 0,
  invoiced_usd_cents numeric(38,0) not null default 0,
  primary key (program_id, id),
  unique (program_id, sale_id),
  foreign key (program_id) references programs(id),
  foreign key (program_id, sale_id) references sale_events(program_id, id),
  constraint platform_fees_amount_cents_check check (amount_cents >= 0),
  constraint platform_fees_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint platform_fees_invoiced check (invoiced_cents >= 0 and invoiced_cents <= amount_cents),
  constraint platform_fees_invoiced_usd check (invoiced_usd_cents >= 0 and (invoiced_cents > 0
    or invoiced_usd_cents = 0)),
  constraint platform_fees_rate_bps_check check (rate_bps >= 0 and rate_bps <= 10000),
  constraint platform_fees_reversed check (reversed_cents >= 0 and reversed_cents <= amount_cents)
);

create index platform_fees_due on platform_fees (program_id, created_at, id)
  where ((amount_cents - reversed_cents) <> invoiced_cents);

-- One row per program, local day, currency and shard, written in the event's transaction. Counts without money have ISO
-- 4217's code for "no currency", XXX. Sums are numeric, so they never overflow.
create table daily_stats (
  program_id bigint not null,
  day date not null,
  currency text not null,
  shard smallint not null,
  clicks bigint not null default 0,
  leads bigint not null default 0,
  conversions bigint not null default 0,
  partners bigint not null default 0,
  sales bigint not null default 0,
  revenue_cents numeric(38,0) not null default 0,
  commission_cents numeric(38,0) not null default 0,
  primary key (program_id, day, currency, shard),
  foreign key (program_id) references programs(id),
  constraint daily_stats_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint daily_stats_shard_check check (shard >= 0)
);

-- A won dispute or undone refund gets `withdrawn_at` and no longer counts; a failed refund is a row that subtracts its
-- amount.
create table refund_events (
  program_id bigint not null,
  id bigint generated always as identity,
  is_test boolean not null,
  sale_id bigint not null,
  kind text not null,
  refund_id text not null,
  amount_cents bigint not null,
  reason text,
  source text not null,
  actor_user_id text,
  received_at timestamptz not null,
  withdrawn_at timestamptz,
  -- `amount_cents` is what the row added to the refunded amount (or, for a failed refund, subtracted); `reported_cents`
  -- is the reported amount if it differs, such as for a refund that the other source reported first.
  reported_cents bigint,
  -- The sale duplicates the payment of another sale: it is fully refunded, whatever else is reported.
  voids_sale boolean not null default false,
  primary key (program_id, id),
  foreign key (program_id, sale_id) references sale_events(program_id, id),
  constraint refund_events_amount_cents_check check (amount_cents >= 0 and (amount_cents > 0
    or reported_cents is not null)),
  constraint refund_events_check check (withdrawn_at is null or kind = 'dispute'
    or (kind = 'refund' and source = 'dashboard' and not voids_sale)),
  constraint refund_events_kind_check check (kind in ('refund', 'failed_refund', 'dispute')),
  constraint refund_events_reported_cents_check check (reported_cents > 0),
  constraint refund_events_source_check check (source in ('merchant', 'dashboard', 'processor'))
);

create index refund_events_newest on refund_events (program_id, received_at, id);
create index refund_events_sale on refund_events (program_id, sale_id, kind, refund_id);
-- The ID of an undone refund can be reported again.
create unique index refund_events_once on refund_events (program_id, sale_id, kind, refund_id)
  where kind <> 'refund' or withdrawn_at is null;

-- Every change to a commission: who, when, from, to, why. Amounts are the remaining ones before and after.
create table commission_changes (
  program_id bigint not null,
  id bigint generated always as identity,
  commission_id bigint not null,
  from_status text not null,
  to_status text not null,
  from_amount_cents bigint not null,
  to_amount_cents bigint not null,
  actor text not null,
  actor_user_id text,
  reason text not null,
  changed_at timestamptz not null,
  -- The change to the commission's total because its sale was adjusted. The rest of the change was reversed or
  -- restored.
  adjusted_cents bigint not null default 0,
  -- The hold that an approval ended; such an approval can't be withdrawn.
  ended_hold text,
  primary key (program_id, id),
  foreign key (program_id, commission_id) references commissions(program_id, id),
  constraint commission_changes_ended_hold_check check (ended_hold in ('payment_link_missing', 'possible_duplicate')),
  constraint commission_changes_actor_check check (actor in ('system', 'user', 'key', 'merchant', 'processor')),
  constraint commission_changes_check check ((actor in ('user', 'key')) = (actor_user_id is not null))
);

create index commission_changes_commission on commission_changes (program_id, commission_id, id);
-- Lists recent reversals.
create index commission_changes_reversed on commission_changes (program_id, changed_at, id)
  where to_amount_cents < from_amount_cents;

-- A merchant's webhook endpoints. The secrets are encrypted with a key derived from APP_SECRET; the previous one also
-- signs until its expiry.
create table webhook_endpoints (
  program_id bigint not null,
  id bigint generated always as identity,
  url text,
  event_types text[] not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_reason text,
  -- The time since which every attempt has failed. A success resets it.
  failing_since timestamptz,
  kind text not null default 'address',
  listened_by text,
  listening_until timestamptz,
  primary key (program_id, id),
  foreign key (program_id) references programs(id),
  constraint webhook_endpoints_address_check check ((kind = 'address') = (url is not null)),
  constraint webhook_endpoints_kind_check check (kind in ('address', 'listener')),
  constraint webhook_endpoints_listener_check check (((kind = 'listener') = (listened_by is not null))
    and ((kind = 'listener') = (listening_until is not null)))
);

create index webhook_endpoints_listening on webhook_endpoints (listening_until) where kind = 'listener';

-- Events to deliver, written in the change's transaction, only for programs with a matching subscription.
create table outbox_events (
  program_id bigint not null,
  id bigint generated always as identity,
  message_id uuid not null default gen_random_uuid(),
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  dispatched_at timestamptz,
  primary key (program_id, id),
  unique (program_id, message_id),
  foreign key (program_id) references programs(id)
);

-- Finds the messages about a partner's approval, and the applications and invitations of one address, without scanning
-- others.
create index outbox_events_approved on outbox_events (program_id, (data ->> 'partner_id'))
  where type = 'partner.approved';
create index outbox_events_old on outbox_events (program_id, dispatched_at) where dispatched_at is not null;
create index outbox_events_waiting on outbox_events (program_id, created_at, id) where dispatched_at is null;

-- An account belongs to one program; this small table maps its id to the program. A program that was connected manually
-- has its own encrypted webhook secret; otherwise the platform's secret signs. `reported_at` is the processor's time of
-- the newest report about the account: older ones change nothing.
create table processor_accounts (
  processor text not null,
  account_id text not null,
  program_id bigint not null,
  connected_by text not null,
  webhook_secret text,
  is_live boolean not null,
  connected_at timestamptz not null,
  reported_at timestamptz,
  -- Events with an invalid signature since the last valid one, and when the newest of them arrived.
  rejected_events integer not null default 0,
  rejected_at timestamptz,
  -- Encrypted. Reads payments and refunds for reconciliation.
  api_key text,
  primary key (processor, account_id),
  unique (program_id),
  foreign key (program_id) references programs(id),
  constraint processor_accounts_rejected_check check ((rejected_events > 0) = (rejected_at is not null)),
  constraint processor_accounts_check check ((connected_by = 'manual') = (webhook_secret is not null)),
  constraint processor_accounts_connected_by_check check (connected_by in ('oauth', 'manual'))
);

-- Stores each processor event once: a redelivery waits for this row and then finds it.
create table processor_events (
  program_id bigint not null,
  processor text not null,
  event_id text not null,
  type text not null,
  is_live boolean not null,
  outcome text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  -- Ignored metadata values that are not valid ids, by field name; null if there are none.
  placeholders jsonb,
  -- One of the ids of the payment that the event is about.
  reference text,
  primary key (program_id, processor, event_id),
  foreign key (program_id) references programs(id)
);

create index processor_events_reference on processor_events (program_id, reference) where reference is not null;
create index processor_events_placeholders on processor_events (program_id, received_at)
  where placeholders is not null;
create index processor_events_received on processor_events (program_id, received_at);
-- The event types that a processor has sent, and the missing ones that the received events imply.
create index processor_events_type on processor_events (program_id, type, received_at);

-- One row per payment reported by the processor, whatever ids its events use (see payment_references). `announced`:
-- only a refund or a link between ids was received so far. `unattributed`: it has no customer yet, with the reason; the
-- reason stays after it is attributed.
create table processor_payments (
  program_id bigint not null,
  id bigint generated always as identity,
  processor text not null,
  state text not null,
  reason text,
  transaction_id text,
  amount_cents bigint,
  tax_amount_cents bigint,
  currency text,
  sale_type text,
  is_recurring boolean,
  subscription_id text,
  subscription_interval text,
  product_id text,
  click_id text,
  customer_key text,
  email_hash bytea,
  processor_customer_id text,
  occurred_at timestamptz,
  sale_id bigint,
  decided_by text,
  created_at timestamptz not null,
  was_unattributed boolean not null generated always as (reason is not null) stored,
  -- The part of the payment's sale that the processor has reported as refunded, in the sale's cents. A paid invoice or
  -- order is one payment with the id `bill_id`, even if its payment intent or charge also paid others. `amount_from` is
  -- the event with the amount: a checkout has the price, an invoice the amount that the customer paid.
  refunded_cents bigint,
  bill_id text,
  -- A sale created from the payment has the payment's amount; one that the merchant reported keeps its own.
  created_sale boolean not null default false,
  amount_from text,
  written_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  erased_at timestamptz,
  -- A generic reference that the merchant sent with a payment. It can only match an existing customer by key.
  reference_key text,
  -- The checkout's coupon code, as reported.
  coupon_code text,
  -- The time since which a completed checkout waits for its money; null if it is paid or not known to be complete.
  unpaid_since timestamptz,
  -- Whether the payment is known by an id used by refunds and disputes: its payment intent or charge, not only its
  -- invoice.
  is_linked boolean not null default false,
  primary key (program_id, id),
  unique (program_id, sale_id),
  foreign key (program_id) references programs(id),
  foreign key (program_id, sale_id) references sale_events(program_id, id),
  constraint processor_payments_amount_cents_check check (amount_cents > 0),
  constraint processor_payments_amount_from_check check (amount_from in ('checkout', 'conversion', 'charge', 'intent',
    'invoice')),
  constraint processor_payments_check check ((state = 'attributed') = (sale_id is not null)),
  constraint processor_payments_check1 check ((state <> ALL (array['unattributed', 'dismissed']))
    or (reason is not null and transaction_id is not null and amount_cents is not null and currency is not null
    and sale_type is not null and is_recurring is not null and occurred_at is not null)),
  constraint processor_payments_reason_check check (reason in ('no_customer', 'window_expired',
    'unsupported_currency', 'partner_not_approved', 'program_inactive', 'closed_to_new_referrals')),
  constraint processor_payments_refunded_cents_check check (refunded_cents >= 0),
  constraint processor_payments_sale_type_check check (sale_type in ('payment', 'subscription')),
  constraint processor_payments_state_check check (state in ('announced', 'attributed', 'unattributed', 'dismissed')),
  constraint processor_payments_subscription_interval_check check (subscription_interval in ('monthly', 'quarterly',
    'annual'))
);

-- Paid invoices whose amount is only known from the checkout.
create index processor_payments_checkout on processor_payments (program_id, created_at) where (bill_id is not null
  and amount_from = 'checkout');
create index processor_payments_kept on processor_payments (program_id, created_at, id) where was_unattributed;
create index processor_payments_state on processor_payments (program_id, state, created_at, id) where was_unattributed;
create index processor_payments_unlinked on processor_payments (program_id, created_at) where (bill_id is not null
  and (not is_linked) and sale_id is not null);
create index processor_payments_unpaid on processor_payments (program_id, unpaid_since) where unpaid_since is not null;

-- A payment's ids: its checkout session, invoice, payment intent, charge.
create table payment_references (
  program_id bigint not null,
  reference text not null,
  payment_id bigint not null,
  -- Only the provider_payment_id of the payment's sale contains this id; the processor has not reported it. It doesn't
  -- make another sale a duplicate.
  is_from_sale boolean not null default false,
  primary key (program_id, reference),
  foreign key (program_id) references programs(id),
  foreign key (program_id, payment_id) references processor_payments(program_id, id)
);

create index payment_references_payment on payment_references (program_id, payment_id);

-- Refunds and disputes as reported by the processor; without `applied_at` they wait for the sale. A refund's amount is
-- the total refunded for its charge so far; a payment in parts has several charges.
create table processor_refunds (
  program_id bigint not null,
  id bigint generated always as identity,
  payment_id bigint not null,
  kind text not null,
  refund_id text,
  charge_id text,
  amount_cents bigint not null,
  is_withdrawn boolean not null,
  reason text,
  occurred_at timestamptz not null,
  received_at timestamptz not null,
  applied_at timestamptz,
  currency text,
  event_id text,
  primary key (program_id, id),
  foreign key (program_id) references programs(id),
  foreign key (program_id, payment_id) references processor_payments(program_id, id),
  constraint processor_refunds_amount_cents_check check (amount_cents > 0),
  constraint processor_refunds_check check (kind = 'refund' or refund_id is not null),
  constraint processor_refunds_kind_check check (kind in ('refund', 'failed_refund', 'dispute'))
);

create index processor_refunds_payment on processor_refunds (program_id, payment_id, occurred_at, id);
create index processor_refunds_waiting on processor_refunds (program_id, payment_id) where applied_at is null;

-- The part of a commission that a payout pays or deducts. `earned_at` is when the commission was created.
create table payout_items (
  program_id bigint not null,
  payout_id bigint not null,
  commission_id bigint not null,
  amount_cents bigint not null,
  earned_at timestamptz not null,
  primary key (program_id, payout_id, commission_id),
  foreign key (program_id, commission_id) references commissions(program_id, id),
  foreign key (program_id, payout_id) references payouts(program_id, id)
);

create index payout_items_commission on payout_items (program_id, commission_id);
create index payout_items_newest on payout_items (program_id, payout_id, earned_at, commission_id);

-- `month` is the first day of the month; `period_to` is the first instant after it. Names are as they were at that
-- time.
create table invoices (
  program_id bigint not null,
  id bigint generated always as identity,
  sequence integer not null,
  month date not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  time_zone text not null,
  issuer text not null,
  program_name text not null,
  workspace_name text not null,
  exchange_rates jsonb not null,
  lines integer not null default 0,
  total_usd_cents numeric(38,0) not null default 0,
  -- The totals of the lines by kind and currency, so that an invoice doesn't read its lines.
  sums jsonb not null default '[]'::jsonb,
  issued_by text not null,
  issued_at timestamptz not null,
  kind text not null default 'invoice',
  voids_invoice_id bigint,
  void_reason text,
  voided_at timestamptz,
  issuer_address text,
  issuer_tax_id text,
  billed_name text,
  billed_address text,
  billed_tax_id text,
  primary key (program_id, id),
  unique (program_id, sequence),
  constraint invoices_voids_once unique (program_id, voids_invoice_id),
  foreign key (program_id) references programs(id),
  constraint invoices_voids foreign key (program_id, voids_invoice_id) references invoices(program_id, id),
  constraint invoices_check check (period_from < period_to and period_to <= issued_at),
  constraint invoices_credit_note check (((kind = 'credit_note') = (voids_invoice_id is not null))
    and ((kind = 'credit_note') = (void_reason is not null))),
  constraint invoices_kind_check check (kind in ('invoice', 'credit_note')),
  constraint invoices_lines_check check (lines >= 0),
  constraint invoices_sequence_check check (sequence > 0),
  constraint invoices_voided check (voided_at is null or kind = 'invoice')
);

create unique index invoices_month on invoices (program_id, month) where kind = 'invoice' and voided_at is null;
create index invoices_newest on invoices (program_id, issued_at, id);

-- A line adds a fee to an invoice or, as a credit, subtracts it. `charged_at` is when the fee was created; a credit has
-- no rate, because it uses the rate of its fee's line.
create table invoice_lines (
  program_id bigint not null,
  invoice_id bigint not null,
  fee_id bigint not null,
  sale_id bigint not null,
  kind text not null,
  amount_cents bigint not null,
  currency text not null,
  exchange_rate text,
  usd_cents numeric(38,0) not null,
  charged_at timestamptz not null,
  primary key (program_id, invoice_id, fee_id),
  foreign key (program_id, fee_id) references platform_fees(program_id, id),
  foreign key (program_id, invoice_id) references invoices(program_id, id),
  foreign key (program_id, sale_id) references sale_events(program_id, id),
  constraint invoice_lines_credit_sign check (kind <> 'credit' or (amount_cents < 0 and usd_cents <= 0)),
  constraint invoice_lines_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint invoice_lines_fee_sign check (kind <> 'fee' or (amount_cents > 0 and usd_cents >= 0)),
  constraint invoice_lines_kind_check check (kind in ('fee', 'credit', 'void')),
  constraint invoice_lines_rate check ((kind = 'fee') = (exchange_rate is not null)),
  constraint invoice_lines_void_sign check (kind <> 'void' or (amount_cents <> 0
    and (((amount_cents)::numeric * usd_cents) >= 0)))
);

create index invoice_lines_fee on invoice_lines (program_id, fee_id);
create index invoice_lines_newest on invoice_lines (program_id, invoice_id, charged_at, fee_id);

-- A claim is a lease: its holder sends the message, and if the process dies, another one sends it again. `attempts`
-- counts claims, so a message that crashes its process is not retried forever.
create table webhook_deliveries (
  program_id bigint not null,
  id bigint generated always as identity,
  endpoint_id bigint not null,
  event_id bigint not null,
  state text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  last_status integer,
  last_error text,
  delivered_at timestamptz,
  created_at timestamptz not null,
  -- The endpoint's response to the last attempt, for debugging.
  last_response text,
  primary key (program_id, id),
  unique (program_id, event_id, endpoint_id),
  foreign key (program_id, endpoint_id) references webhook_endpoints(program_id, id) on delete cascade,
  foreign key (program_id, event_id) references outbox_events(program_id, id),
  constraint webhook_deliveries_attempts_check check (attempts >= 0),
  constraint webhook_deliveries_check check ((state = 'pending') = (next_attempt_at is not null)),
  constraint webhook_deliveries_check1 check ((state = 'delivered') = (delivered_at is not null)),
  constraint webhook_deliveries_check2 check (state = 'pending' or claimed_until is null),
  constraint webhook_deliveries_state_check check (state in ('pending', 'delivered', 'failed'))
);

create index webhook_deliveries_claimed on webhook_deliveries (program_id, endpoint_id, claimed_until)
  where claimed_until is not null;
create index webhook_deliveries_due on webhook_deliveries (program_id, endpoint_id, next_attempt_at, id)
  where state = 'pending';
create index webhook_deliveries_failed on webhook_deliveries (program_id, endpoint_id, created_at, id)
  where state = 'failed';
create index webhook_deliveries_newest on webhook_deliveries (program_id, endpoint_id, created_at, id);
create index webhook_deliveries_old on webhook_deliveries (program_id, created_at);

-- An account's second factor. better-auth owns the rows; secret and codes are encrypted with APP_SECRET.
create table two_factors (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  primary key (id),
  unique (user_id),
  foreign key (user_id) references users(id) on delete cascade
);

-- A payment intent or charge that paid several bills belongs to one payment in `payment_references`; its other bills
-- are here.
create table payment_shares (
  program_id bigint not null,
  reference text not null,
  payment_id bigint not null,
  primary key (program_id, reference, payment_id),
  foreign key (program_id) references programs(id),
  foreign key (program_id, payment_id) references processor_payments(program_id, id)
);

create index payment_shares_payment on payment_shares (program_id, payment_id);

-- The charges of a payment: refunds are attributed to them in proportion.
create table processor_charges (
  program_id bigint not null,
  charge_id text not null,
  payment_id bigint not null,
  amount_cents bigint not null,
  currency text not null,
  -- Amounts authorized and released without capture are neither revenue nor refunds.
  released_cents bigint not null default 0,
  primary key (program_id, charge_id),
  foreign key (program_id) references programs(id),
  foreign key (program_id, payment_id) references processor_payments(program_id, id),
  constraint processor_charges_amount_cents_check check (amount_cents >= 0 and (amount_cents > 0
    or released_cents > 0)),
  constraint processor_charges_released_cents_check check (released_cents >= 0)
);

create index processor_charges_payment on processor_charges (program_id, payment_id);

-- Processor events for manual review: unreadable or ambiguous ones.
create table events_for_review (
  program_id bigint not null,
  id bigint generated always as identity,
  processor text not null,
  event_id text not null,
  type text not null,
  reason text not null,
  object_id text,
  amount_cents bigint,
  currency text,
  sale_id bigint,
  -- The team's refund that may be the same as the one reported by this event.
  refund_event_id bigint,
  occurred_at timestamptz not null,
  created_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  primary key (program_id, id),
  unique (program_id, processor, event_id),
  foreign key (program_id) references programs(id),
  constraint events_for_review_check check ((reason = 'possible_duplicate_refund') = (refund_event_id is not null)),
  constraint events_for_review_reason_check check (reason in ('unreadable', 'currency_differs', 'amount_differs',
    'another_program', 'possible_duplicate_refund'))
);

create index events_for_review_newest on events_for_review (program_id, created_at, id);
create index events_for_review_open on events_for_review (program_id, created_at, id) where resolved_at is null;
create index events_for_review_refund on events_for_review (program_id, refund_event_id)
  where refund_event_id is not null;

-- The program that had an account at a given time: events from that time belong to it.
create table processor_connections (
  program_id bigint not null,
  processor text not null,
  account_id text not null,
  connected_at timestamptz not null,
  ended_at timestamptz,
  primary key (program_id, processor, account_id, connected_at),
  foreign key (program_id) references programs(id)
);

create index processor_connections_account on processor_connections (processor, account_id, connected_at);

-- The customer behind a subscription or processor customer, known from a free checkout before the first payment.
create table processor_customers (
  program_id bigint not null,
  reference text not null,
  click_id text,
  customer_key text,
  email_hash bytea,
  created_at timestamptz not null,
  reference_key text,
  coupon_code text,
  primary key (program_id, reference),
  foreign key (program_id) references programs(id)
);

-- The comparison of a month's payments and refunds at the processor with those recorded here. A run reads one page at a
-- time from `cursor`; the process that runs it is `holder` until `held_until`. Each run is a new `generation`.
create table reconciliations (
  program_id bigint not null,
  id bigint generated always as identity,
  month text not null,
  processor text not null,
  status text not null,
  failure text,
  generation integer not null default 1,
  cursor text,
  pages integer not null default 0,
  attempts integer not null default 0,
  before timestamptz not null,
  requested_at timestamptz not null,
  resume_at timestamptz not null,
  holder uuid,
  held_until timestamptz,
  finished_at timestamptz,
  -- Counts of the last finished run.
  matched integer not null default 0,
  unattributed integer not null default 0,
  unattributed_reasons jsonb not null default '{}',
  unreadable integer not null default 0,
  closed_at timestamptz,
  closed_by text,
  close_note text,
  primary key (program_id, id),
  unique (program_id, month),
  foreign key (program_id) references programs(id),
  constraint reconciliations_month_check check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  constraint reconciliations_status_check check (status in ('queued', 'running', 'done', 'failed')),
  constraint reconciliations_failure_check check ((status = 'failed') = (failure is not null)),
  constraint reconciliations_holder_check check ((holder is null) = (held_until is null)),
  constraint reconciliations_closed_check check ((closed_at is null) = (closed_by is null)
    and (closed_at is null or status = 'done'))
);

create index reconciliations_due on reconciliations (resume_at) where status in ('queued', 'running');
create index reconciliations_newest on reconciliations (program_id, requested_at, id);

-- Payments and refunds at the processor, each with its state. Those that match are deleted when a run finishes, so the
-- rest are differences. `keys` identify its objects in the processor's API.
create table reconciliation_items (
  program_id bigint not null,
  id bigint generated always as identity,
  reconciliation_id bigint not null,
  kind text not null,
  reference text not null,
  state text not null,
  reason text,
  generation integer not null,
  keys text[] not null,
  payment_id bigint,
  amount_cents bigint not null,
  currency text,
  recorded_cents bigint,
  recorded_currency text,
  occurred_at timestamptz not null,
  note text,
  note_by text,
  recorded_by text,
  primary key (program_id, id),
  unique (program_id, reconciliation_id, kind, reference),
  foreign key (program_id, reconciliation_id) references reconciliations(program_id, id),
  constraint reconciliation_items_kind_check check (kind in ('payment', 'refund', 'failed_refund', 'dispute')),
  constraint reconciliation_items_state_check check (state in ('matched', 'unattributed', 'different_amount', 'missing',
    'recorded')),
  constraint reconciliation_items_note_check check ((note is null) = (note_by is null))
);

create index reconciliation_items_open on reconciliation_items (program_id, reconciliation_id, occurred_at, id)
  where state in ('different_amount', 'missing');
create index reconciliation_items_unattributed on reconciliation_items (program_id, reconciliation_id, occurred_at, id)
  where state = 'unattributed';

-- Clicks on the links of partners whose approval is pending. They are not events; the team sees how many were lost.
create table uncounted_clicks (
  program_id bigint not null,
  partner_id bigint not null,
  clicks bigint not null,
  last_at timestamptz not null,
  primary key (program_id, partner_id),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint uncounted_clicks_clicks_check check (clicks > 0)
);

create table audit_log (
  -- The order of the log, because clocks may differ.
  id bigint not null default nextval('audit_ids'::regclass),
  at timestamptz not null,
  -- Null if the changed record belongs to no workspace.
  workspace_id text,
  program_id bigint,
  -- Null for a command. No foreign key: the row outlives the user.
  user_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  written_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  -- The management key that made the change, if any.
  key_id bigint,
  primary key (id)
);

create index audit_log_action on audit_log (workspace_id, action, written_at, id);
create index audit_log_at on audit_log (workspace_id, at, id);
create index audit_log_key on audit_log (workspace_id, key_id, written_at, id) where key_id is not null;
create index audit_log_member on audit_log (workspace_id, target_id) where target_type = 'member';
create index audit_log_user on audit_log (workspace_id, user_id, written_at, id);
create index audit_log_workspace on audit_log (workspace_id, written_at, id);

-- Values repeated by the clicks of a month: pages, referrers and devices, with the values that reports count. A click
-- references one row of each kind. An id is 32 bits of the content's hash, `rest` another 48: if two contents have the
-- same id, one is hashed again. An erased row is empty, and its `rest` is 0.
create table click_dimensions (
  program_id bigint not null,
  -- The first day of the month, in UTC.
  month date not null,
  id integer not null,
  rest bigint not null,
  affiliate_url text,
  page_url text,
  page_title text,
  landing_page text,
  sub_id text,
  referrer_url text,
  referrer_site text,
  user_agent text,
  browser text,
  os text,
  device text,
  language text,
  language_code text,
  country text,
  timezone text,
  -- Null if it is a width and a height, which are stored in the click.
  screen_resolution text,
  viewport_size text,
  primary key (program_id, month, id),
  foreign key (program_id) references programs(id)
);

-- Several customers of a program can have one email, so it has no unique key: requests with the same email lock the row
-- of its bucket.
create table lead_locks (
  program_id bigint not null,
  bucket smallint not null,
  primary key (program_id, bucket),
  foreign key (program_id) references programs(id)
);

-- The programs of each workspace, for lists. Kept in sync with `programs`; `stats verify` compares them.
create table workspace_programs (
  program_id bigint not null,
  workspace_id text not null,
  created_at timestamptz not null,
  primary key (program_id),
  foreign key (workspace_id) references workspaces(id)
);

create index workspace_programs_newest on workspace_programs (workspace_id, created_at, program_id);

create table program_audit_log (
  program_id bigint not null,
  id bigint not null default nextval('audit_ids'::regclass),
  at timestamptz not null,
  written_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  workspace_id text not null,
  user_id text,
  action text not null,
  target_type text not null,
  target_id text not null,
  before jsonb,
  after jsonb,
  request_id text,
  key_id bigint,
  primary key (program_id, id)
);

create index program_audit_log_action on program_audit_log (workspace_id, action, written_at, id);
create index program_audit_log_at on program_audit_log (workspace_id, at, id);
create index program_audit_log_key on program_audit_log (workspace_id, key_id, written_at, id)
  where key_id is not null;
create index program_audit_log_user on program_audit_log (workspace_id, user_id, written_at, id);
create index program_audit_log_workspace on program_audit_log (workspace_id, written_at, id);

-- Keys for the management API: each belongs to a workspace, or to one of its programs, and never has more permissions
-- than its creator has now. A revoked key stays, so that the audit log can name it.
create table management_keys (
  id bigint generated always as identity,
  workspace_id text not null,
  program_id bigint,
  name text not null,
  permissions text[] not null,
  key_hash bytea not null,
  masked text not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (id),
  unique (key_hash),
  foreign key (created_by) references users(id) on delete cascade,
  foreign key (program_id) references workspace_programs(program_id) on delete cascade,
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  constraint management_keys_permissions_check check (permissions <> '{}'::text[])
);

create index management_keys_newest on management_keys (workspace_id, created_at, id);

-- Responses to requests with an Idempotency-Key, stored for a day and written in the change's transaction, so neither
-- exists without the other. The program is 0 if the request names none. The response is encrypted, because some contain
-- a secret that is shown once.
create table idempotent_responses (
  program_id bigint not null,
  actor text not null,
  operation text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  response text,
  created_at timestamptz not null,
  primary key (program_id, actor, operation, key)
);

create index idempotent_responses_created_at on idempotent_responses (program_id, created_at);

create table webhook_programs (
  program_id bigint not null,
  primary key (program_id)
);

-- Erased signups whose click has another known customer: sending the same signup again creates no customer. `trace` is
-- a keyed hash of the click with the key or the email.
create table erased_signups (
  program_id bigint not null,
  trace bytea not null,
  erased_at timestamptz not null,
  primary key (program_id, trace),
  foreign key (program_id) references programs(id)
);

-- The number of live clicks on a partner's link in the 15 minutes from `slot`, so that statistics still count deleted
-- clicks: the days of every time zone begin at such an instant. Written when the clicks are deleted.
create table archived_clicks (
  program_id bigint not null,
  slot timestamptz not null,
  partner_id bigint not null,
  clicks bigint not null,
  link_id bigint not null,
  day date,
  primary key (program_id, slot, partner_id, link_id),
  foreign key (program_id) references programs(id),
  constraint archived_clicks_clicks_check check (clicks > 0)
);

-- Finds the archived clicks of one partner and the invitations of one address without scanning others.
create index archived_clicks_partner on archived_clicks (program_id, partner_id, slot);

-- The archiving state of a program's clicks for a month. Clicks that arrive after their month was archived form its
-- next part.
create table click_archives (
  program_id bigint not null,
  -- The first day of the month, in UTC.
  month date not null,
  part integer not null,
  -- The archive's location, its name, and the SHA-256 of its manifest; null if clicks are deleted without an archive.
  place text,
  name text,
  manifest_sha256 text,
  clicks bigint not null,
  test_clicks bigint not null,
  -- The sum of the click id hashes, to check whether the remaining clicks are those in the archive.
  keys_hash numeric not null,
  latest_test_id bigint,
  latest_test_at timestamptz,
  archived_at timestamptz not null,
  -- Null while the clicks still exist.
  dropped_at timestamptz,
  primary key (program_id, month, part),
  foreign key (program_id) references programs(id),
  constraint click_archives_check check (((name is null) = (place is null))
    and ((name is null) = (manifest_sha256 is null))),
  constraint click_archives_check1 check (name is not null or dropped_at is not null),
  constraint click_archives_check2 check ((latest_test_id is null) = (latest_test_at is null)),
  constraint click_archives_clicks_check check (clicks >= 0),
  constraint click_archives_part_check check (part > 0),
  constraint click_archives_test_clicks_check check (test_clicks >= 0)
);

-- The number of resolved events for review that were deleted.
create table purged_events_for_review (
  program_id bigint not null,
  reason text not null,
  events bigint not null,
  primary key (program_id, reason),
  foreign key (program_id) references programs(id),
  constraint purged_events_for_review_events_check check (events > 0),
  constraint purged_events_for_review_reason_check check (reason in ('unreadable', 'currency_differs', 'amount_differs',
    'another_program', 'possible_duplicate_refund'))
);

-- The currencies that the installation was ever started with. The list only grows; reading it at startup avoids
-- scanning all sales.
create table currencies (
  code text not null,
  primary key (code),
  constraint currencies_code_check check ((code ~ '^[A-Z]{3}$') and code <> 'XXX')
);

-- Rejected tracking requests with their input, stored for a limited time. Duplicates share one row per transaction,
-- with a count.
create table rejected_requests (
  program_id bigint not null,
  id bigint generated always as identity,
  type text not null,
  is_test boolean not null,
  -- The API's error code, or why a successful request was not counted.
  code text not null,
  message text not null,
  field text,
  -- As sent, truncated to what can be stored; never an email address.
  transaction_id text,
  customer_key text,
  click_id text,
  link_code text,
  amount text,
  currency text,
  coupon_code text,
  -- The decision and its facts, named as in docs/explain.md. Null if the request was rejected earlier.
  decision_code text,
  decision_facts jsonb,
  -- The request's API key; null without a valid one.
  key_id bigint,
  is_authenticated boolean not null,
  request_id text not null,
  count integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- As in lead_events; null for a click.
  browser text,
  landing_page text,
  primary key (program_id, id),
  foreign key (program_id) references programs(id),
  constraint rejected_requests_type_check check (type in ('click', 'lead', 'sale', 'refund')),
  constraint rejected_requests_count_check check (count > 0)
);

create index rejected_requests_click on rejected_requests (program_id, click_id) where click_id is not null;
create index rejected_requests_customer on rejected_requests (program_id, customer_key) where customer_key is not null;
create unique index rejected_requests_duplicate on rejected_requests (program_id, is_test, transaction_id)
  where code = 'duplicate_transaction';
create index rejected_requests_newest on rejected_requests (program_id, last_at, id);
create index rejected_requests_transaction on rejected_requests (program_id, transaction_id) where transaction_id is not null;

-- The outcome of every live tracking request of a program, by local day: each is counted once. Processes count
-- in memory and flush periodically, so a killed process loses its last counts.
create table request_counts (
  program_id bigint not null,
  day date not null,
  type text not null,
  outcome text not null,
  requests bigint not null,
  primary key (program_id, day, type, outcome),
  foreign key (program_id) references programs(id),
  constraint request_counts_outcome_check check (outcome in ('counted', 'bot', 'unknown_link', 'inactive_link',
    'partner_not_approved', 'program_closed', 'settled', 'provisional', 'repeat', 'with_commission', 'no_policy',
    'policy_ended', 'duplicate', 'window_expired', 'unsupported_currency', 'applied', 'sale_not_found',
    'no_attribution', 'unauthorized', 'rejected', 'failed')),
  constraint request_counts_type_check check (type in ('click', 'lead', 'sale', 'refund')),
  constraint request_counts_requests_check check (requests > 0)
);

-- Share links, which show one timeline to an outside person for a day. The token is stored as its hash; the question is
-- deleted with the row when the link has expired. The audit log contains neither.
create table share_links (
  program_id bigint not null,
  id bigint generated always as identity,
  token_hash bytea not null,
  query_type text not null,
  query text not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (program_id, id),
  foreign key (program_id) references programs(id),
  constraint share_links_query_type_check check (query_type in ('transactionId', 'customerKey', 'clickId', 'emailHash'))
);

create index share_links_ended on share_links (expires_at);
create unique index share_links_token on share_links (program_id, token_hash);

-- The daily statistics by link: the counts of daily_stats, without new partners, for each link. Link 0 has the counts
-- for customers whom a coupon code or the team attributed.
create table daily_link_stats (
  program_id bigint not null,
  day date not null,
  partner_id bigint not null,
  link_id bigint not null,
  currency text not null,
  shard smallint not null,
  clicks bigint not null default 0,
  leads bigint not null default 0,
  conversions bigint not null default 0,
  sales bigint not null default 0,
  revenue_cents numeric(38,0) not null default 0,
  commission_cents numeric(38,0) not null default 0,
  primary key (program_id, day, partner_id, link_id, currency, shard),
  constraint daily_link_stats_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint daily_link_stats_shard_check check (shard >= 0)
);

-- Days of a program, and of some of its partners, that are not yet rolled up: few rows compared to those that are.
create index daily_link_stats_not_rolled_up on daily_link_stats (program_id, partner_id, day) where shard < 32;

-- The process that runs an exclusive job, and the end of its lease by the database's clock. A process that ends stops
-- renewing its row, and another one takes over after it has expired.
create table leases (
  name text not null,
  holder uuid not null,
  until timestamptz not null,
  primary key (name)
);

-- Emails are written in the change's transaction they report and sent afterwards, once per cause and recipient. They
-- are few, so they are local to the coordinator of a cluster, where one query finds the due ones.
create table mails (
  id bigint generated always as identity,
  kind text not null,
  cause text not null,
  recipient text not null,
  -- The same for every attempt.
  message_id text not null,
  -- The program whose log lists it; null for emails about an account.
  workspace_id text,
  program_id bigint,
  -- The data for its text. A secret is encrypted and deleted once the email is sent or has expired.
  data jsonb not null,
  secret text,
  state text not null default 'pending',
  -- A claim is a lease, as for webhooks: `attempts` counts claims.
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  claimed_until timestamptz,
  last_attempt_at timestamptz,
  last_code integer,
  last_error text,
  sent_at timestamptz,
  created_at timestamptz not null,
  -- The email is not sent after this time: its content may be outdated, or another email has replaced it.
  expires_at timestamptz not null,
  -- The language of the request that caused it. A language stored in the recipient's account takes precedence.
  language text,
  primary key (id),
  unique (cause, recipient),
  foreign key (program_id) references workspace_programs(program_id) on delete cascade,
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  constraint mails_attempts_check check (attempts >= 0),
  constraint mails_check check ((state = 'pending') = (next_attempt_at is not null)),
  constraint mails_check1 check ((state = 'sent') = (sent_at is not null)),
  constraint mails_check2 check (state = 'pending' or claimed_until is null),
  constraint mails_check3 check (state = 'pending' or secret is null),
  constraint mails_language_check check (language in ('en', 'de', 'fr', 'es', 'pt-BR', 'vi')),
  constraint mails_kind_check check (kind in ('invitation', 'password_reset', 'webhook_disabled', 'invoice_issued',
    'new_application', 'application_received', 'application_approved', 'application_rejected', 'application_question',
    'partner_invitation', 'partner_sign_in', 'payout_details_changed', 'payout_details_requested', 'payout_made',
    'payout_paid',
    'partner_statement', 'partner_first_click', 'partner_sale', 'partner_reversal', 'claim_decided',
    'partner_passkey_changed', 'partner_account_closed')),
  constraint mails_state_check check (state in ('pending', 'sent', 'failed', 'withdrawn'))
);

-- Lists the few emails that weren't sent.
create index mails_unsent on mails (workspace_id, created_at, id) where state in ('failed', 'withdrawn');
create index mails_due on mails (next_attempt_at, id) where state = 'pending';
create index mails_newest on mails (workspace_id, created_at, id);
create index mails_of_applicant on mails ((data ->> 'email')) where kind = 'new_application';
-- Finds the emails and the application of one partner.
create index mails_of_recipient on mails (program_id, recipient, created_at, id) where program_id is not null;
create index mails_old on mails (created_at, id);
-- Finds the emails to an address in every program, and the team's emails about an applicant: they are exported for a
-- data subject, and erased with an account.
create index mails_to on mails (recipient, created_at, id);

-- The number of emails that all processes have tried to send to a recipient in an hour.
create table mail_hours (
  recipient text not null,
  hour timestamptz not null,
  mails integer not null,
  primary key (recipient, hour)
);

-- Recipients who unsubscribed from one kind of a program's emails.
create table mail_opt_outs (
  program_id bigint not null,
  recipient text not null,
  kind text not null,
  created_at timestamptz not null,
  primary key (program_id, recipient, kind),
  foreign key (program_id) references workspace_programs(program_id) on delete cascade,
  constraint mail_opt_outs_kind_check check (kind in ('webhook_disabled', 'new_application', 'partner_statement',
    'partner_first_click', 'partner_sale'))
);

-- A slug is unique in the installation; this small table maps it to its program.
create table program_slugs (
  slug text not null,
  program_id bigint not null,
  created_at timestamptz not null,
  primary key (slug),
  unique (program_id),
  foreign key (program_id) references workspace_programs(program_id) on delete cascade,
  constraint program_slugs_slug_check check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$')
);

-- A redirect domain is unique in the installation; this small table maps it to its program.
create table redirect_domains (
  domain text not null,
  program_id bigint not null,
  created_at timestamptz not null,
  primary key (domain),
  unique (program_id),
  foreign key (program_id) references workspace_programs(program_id) on delete cascade,
  constraint redirect_domains_domain_check check (domain = lower(domain) and length(domain) <= 253)
);

create table program_brands (
  program_id bigint not null,
  slug text,
  color text not null,
  reply_to text,
  -- SHA-256 of the logo, which is part of its URL.
  logo_digest text,
  updated_at timestamptz not null,
  primary key (program_id),
  foreign key (program_id) references programs(id),
  constraint program_brands_color_check check (color ~ '^#[0-9a-f]{6}$')
);

create table program_logos (
  program_id bigint not null,
  media_type text not null,
  bytes bytea not null,
  digest text not null,
  created_at timestamptz not null,
  primary key (program_id),
  foreign key (program_id) references programs(id),
  constraint program_logos_bytes_check check (octet_length(bytes) <= 65536)
);

-- A program's onboarding settings: who can join, and the page's text, questions and terms.
create table join_pages (
  program_id bigint not null,
  mode text not null,
  -- Markdown.
  content text not null,
  -- [{id, kind, text, required, choices}]: an id never changes while its question exists.
  questions jsonb not null,
  -- The version in force; null if there are no terms.
  terms_version integer,
  updated_at timestamptz not null,
  primary key (program_id),
  foreign key (program_id) references programs(id),
  constraint join_pages_mode_check check (mode in ('open', 'approval', 'invitation'))
);

-- A version never changes, because partners may have accepted it.
create table join_terms (
  program_id bigint not null,
  version integer not null,
  content text not null,
  created_at timestamptz not null,
  primary key (program_id, version),
  foreign key (program_id) references programs(id),
  constraint join_terms_version_check check (version > 0)
);

-- Applications to a program, one for each address; application_steps has their history.
create table applications (
  program_id bigint not null,
  id bigint generated always as identity,
  email text not null,
  name text not null,
  website text,
  -- [{id, question, answer}], with each question's text at the time.
  answers jsonb not null,
  -- The terms accepted when it was sent.
  terms_version integer,
  invitation_id bigint,
  -- The program's partner that it belongs to, if there is one.
  partner_id bigint,
  status text not null,
  -- Increases with each status change: a decision names the version it is based on.
  version integer not null,
  -- The number of its steps.
  steps integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- The language of the form, also used for emails about the application.
  language text not null default 'en',
  primary key (program_id, id),
  unique (program_id, email),
  foreign key (program_id) references programs(id),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint applications_language_check check (language in ('en', 'de', 'fr', 'es', 'pt-BR', 'vi')),
  constraint applications_status_check check (status in ('pending', 'info_requested', 'approved', 'rejected')),
  constraint applications_steps_check check (steps > 0),
  constraint applications_version_check check (version > 0)
);

create index applications_email on applications (email, program_id);
create index applications_newest on applications (program_id, created_at, id);
create index applications_of_partner on applications (program_id, partner_id) where partner_id is not null;
create index applications_rejected on applications (changed_at) where status = 'rejected';
create index applications_waiting on applications (program_id, created_at, id) where status = 'pending';
create index applications_words on applications using gin (to_tsvector('simple'::regconfig,
  translate(name || ' ' || email || ' ' || coalesce(website, ''), '@._-+/:&<>', '          '))) with (fastupdate = off);

-- The history of an application, in order.
create table application_steps (
  program_id bigint not null,
  application_id bigint not null,
  step integer not null,
  kind text not null,
  -- A team member, or a management key; null for the applicant or an automatic decision.
  actor_id text,
  message text,
  answers jsonb,
  at timestamptz not null,
  primary key (program_id, application_id, step),
  foreign key (program_id, application_id) references applications(program_id, id) on delete cascade,
  constraint application_steps_kind_check check (kind in ('applied', 'applied_again', 'info_requested', 'answered', 'approved',
    'rejected'))
);

-- Invitations to join without a decision. The token is stored as its hash.
create table join_invitations (
  program_id bigint not null,
  id bigint generated always as identity,
  token_hash bytea not null,
  -- The invited address; null if anyone with the link can use it.
  email text,
  invited_by text not null,
  inviter_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  primary key (program_id, id),
  unique (program_id, token_hash),
  foreign key (program_id) references programs(id)
);

create index join_invitations_email on join_invitations (program_id, email) where email is not null;
create index join_invitations_ended on join_invitations (expires_at);
create index join_invitations_newest on join_invitations (program_id, created_at, id);
create index join_invitations_of_email on join_invitations (email, program_id) where email is not null;

-- Used solutions of a join page's proof of work: each works once.
create table spent_challenges (
  program_id bigint not null,
  challenge text not null,
  expires_at timestamptz not null,
  primary key (program_id, challenge),
  foreign key (program_id) references programs(id)
);

create index spent_challenges_ended on spent_challenges (expires_at);

-- Partner accounts, created at the first sign-in with a link sent to the address. The account's partners are the rows
-- of `partners` with its address, in every workspace. It belongs to no single program, so on a cluster it is on the
-- coordinator.
create table partner_accounts (
  id bigint generated always as identity,
  -- Trimmed and in lower case, as in `partners`. Null once the account is closed.
  email text,
  -- For times in the portal; reports use the program's.
  time_zone text,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- Null if not chosen.
  language text,
  -- The portal's language in the browser of the latest sign-in. Applies while no language is chosen.
  browser_language text,
  primary key (id),
  unique (email),
  constraint partner_accounts_language_check check (language in ('en', 'de', 'fr', 'es', 'pt-BR', 'vi')),
  constraint partner_accounts_browser_language_check check
    (browser_language in ('en', 'de', 'fr', 'es', 'pt-BR', 'vi')),
  constraint partner_accounts_check check ((email is null) = (closed_at is not null))
);

-- A sign-in link requested for an address. Whether the address has an account is only looked up when the link is used.
create table partner_sign_in_links (
  token_hash bytea not null,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  spent_at timestamptz,
  -- For a link that the team copied: its partner.
  workspace_id text,
  partner_id bigint,
  primary key (token_hash),
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  constraint partner_sign_in_links_check check ((workspace_id is null) = (partner_id is null))
);

create index partner_sign_in_links_email on partner_sign_in_links (email);
create index partner_sign_in_links_ended on partner_sign_in_links (expires_at);

create table partner_sessions (
  id bigint generated always as identity,
  account_id bigint not null,
  token_hash bytea not null,
  -- Set if the session was started with a sign-in link copied by a workspace's team: it shows that workspace only.
  workspace_id text,
  -- A description of the browser and system.
  device text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id),
  unique (token_hash),
  foreign key (account_id) references partner_accounts(id),
  foreign key (workspace_id) references workspaces(id) on delete cascade
);

create index partner_sessions_account on partner_sessions (account_id);
create index partner_sessions_ended on partner_sessions (expires_at);

-- The amounts that a partner earned, lost and was paid in a month in the program's time zone, in one currency. Written
-- once after the month has ended and never changed. Later changes belong to a later month.
create table partner_statements (
  program_id bigint not null,
  partner_id bigint not null,
  -- YYYY-MM
  month text not null,
  currency text not null,
  time_zone text not null,
  opening_cents numeric(38,0) not null,
  earned_cents numeric(38,0) not null,
  reversed_cents numeric(38,0) not null,
  paid_cents numeric(38,0) not null,
  closing_cents numeric(38,0) not null,
  -- The part of the closing balance that wasn't approved yet at the end of the month.
  held_cents numeric(38,0) not null,
  lines integer not null,
  closed_at timestamptz not null,
  primary key (program_id, partner_id, month, currency),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint partner_statements_check check ((((opening_cents + earned_cents) - reversed_cents) - paid_cents) = closing_cents),
  constraint partner_statements_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint partner_statements_held_check check (held_cents >= 0),
  constraint partner_statements_lines_check check (lines > 0),
  constraint partner_statements_month_check check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);

-- One commission's change in the month: the amounts earned, reversed (less restored) and paid.
create table partner_statement_lines (
  program_id bigint not null,
  partner_id bigint not null,
  month text not null,
  currency text not null,
  commission_id bigint not null,
  earned_cents bigint not null,
  reversed_cents bigint not null,
  paid_cents bigint not null,
  primary key (program_id, partner_id, month, currency, commission_id),
  foreign key (program_id, commission_id) references commissions(program_id, id),
  constraint partner_statement_lines_program_id_partner_id_month_curren_fkey foreign key (program_id, partner_id,
    month, currency) references partner_statements(program_id, partner_id, month, currency),
  constraint partner_statement_lines_check check (earned_cents <> 0 or reversed_cents <> 0 or paid_cents <> 0),
  constraint partner_statement_lines_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX')
);

create index partner_statement_lines_commission on partner_statement_lines (program_id, commission_id);

-- A program's months whose statements have all been written. They are closed in order.
create table partner_statement_months (
  program_id bigint not null,
  month text not null,
  closed_at timestamptz not null,
  primary key (program_id, month),
  foreign key (program_id) references programs(id),
  constraint partner_statement_months_month_check check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);

-- Roll-ups of daily_link_stats for periods of 8 and 64 days: a yearly report reads some twenty rows per link instead of
-- 365. A roll-up is always the sum of its days' rows in the roll-up shard (32; statistics/stat-shards.ts), updated in
-- the same transaction. Later counts are in other shards and added when reading. Periods are aligned to 1970-01-01.
-- There is no foreign key, as in daily_link_stats.
create table link_stat_rollups (
  program_id bigint not null,
  days smallint not null,
  first_day date not null,
  partner_id bigint not null,
  link_id bigint not null,
  currency text not null,
  clicks bigint not null default 0,
  leads bigint not null default 0,
  conversions bigint not null default 0,
  sales bigint not null default 0,
  revenue_cents numeric(38,0) not null default 0,
  commission_cents numeric(38,0) not null default 0,
  primary key (program_id, days, first_day, partner_id, link_id, currency),
  constraint link_stat_rollups_currency_check check (currency ~ '^[A-Z]{3}$'),
  constraint link_stat_rollups_days_check check (days = 8 or days = 64),
  constraint link_stat_rollups_first_day_check check (((first_day - '1970-01-01'::date) % (days)::integer) = 0)
);

-- Live clicks by the values of their dimensions, for days in UTC and for periods of 8 and 64 of them (aligned to
-- 1970-01-01), so that a yearly breakdown reads few rows. Written once, after a day has ended, and unaffected by the
-- deletion of old clicks; only the erasure of a person changes it.
create table click_value_rollups (
  program_id bigint not null,
  dimension text not null,
  days smallint not null,
  first_day date not null,
  -- Only for `subId`, whose values are the partner's own.
  partner_id bigint,
  -- Null for clicks without a value. An empty value stands for all but a day's most frequent values.
  value text,
  clicks bigint not null,
  unique nulls not distinct (program_id, days, first_day, dimension, partner_id, value),
  constraint click_value_rollups_clicks_check check (clicks > 0),
  constraint click_value_rollups_days_check check (days = 1 or days = 8 or days = 64),
  constraint click_value_rollups_dimension_check check (dimension in ('subId', 'landingPage', 'referrer', 'language',
    'country', 'device', 'visitor')),
  constraint click_value_rollups_first_day_check check (((first_day - '1970-01-01'::date) % (days)::integer) = 0)
);

-- The first day, in UTC, that is not in `click_value_rollups` yet. Erasure and roll-ups exclude each other by locking the
-- program.
create table click_value_rollup_ends (
  program_id bigint not null,
  rolled_up_until date not null,
  primary key (program_id),
  foreign key (program_id) references programs(id)
);

-- Totals of a partner's commissions and of those created on a local day, without the changes in
-- `commission_sum_entries`: a total is its row here plus its entries. The day is -infinity until it is assigned.
create table commission_sums (
  program_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  kind text not null,
  status text not null,
  commissions bigint not null,
  amount_cents numeric(38,0) not null,
  reversed_cents numeric(38,0) not null,
  paid_cents numeric(38,0) not null,
  -- The number of commissions that the next payout would include, and the amount owed for them.
  payable bigint not null,
  payable_cents numeric(38,0) not null,
  primary key (program_id, partner_id, currency, kind, status),
  constraint commission_sums_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint commission_sums_kind_check check (kind in ('sale', 'lead')),
  constraint commission_sums_status_check check (status in ('pending', 'approved', 'paid', 'reversed'))
);

create table commission_day_sums (
  program_id bigint not null,
  day date not null,
  currency text not null,
  kind text not null,
  status text not null,
  commissions bigint not null,
  amount_cents numeric(38,0) not null,
  reversed_cents numeric(38,0) not null,
  primary key (program_id, day, currency, kind, status),
  constraint commission_day_sums_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint commission_day_sums_kind_check check (kind in ('sale', 'lead')),
  constraint commission_day_sums_status_check check (status in ('pending', 'approved', 'paid', 'reversed'))
);

-- Written by the trigger of commissions, in the transaction of the change. A job adds entries to the totals and deletes
-- them. Entries are only inserted, so concurrent writers never wait for each other. The foreign key makes them wait for
-- a rebuild, which locks the program.
create table commission_sum_entries (
  program_id bigint not null,
  partner_id bigint not null,
  id bigint generated always as identity,
  day date not null,
  currency text not null,
  kind text not null,
  status text not null,
  commissions bigint not null,
  amount_cents numeric(38,0) not null,
  reversed_cents numeric(38,0) not null,
  paid_cents numeric(38,0) not null,
  payable bigint not null,
  payable_cents numeric(38,0) not null,
  primary key (program_id, partner_id, id),
  foreign key (program_id) references programs(id),
  constraint commission_sum_entries_currency_check check ((currency ~ '^[A-Z]{3}$') and currency <> 'XXX'),
  constraint commission_sum_entries_kind_check check (kind in ('sale', 'lead')),
  constraint commission_sum_entries_status_check check (status in ('pending', 'approved', 'paid', 'reversed'))
);

-- Numbers of customers by partner and status, kept like `commission_sums`.
create table customer_sums (
  program_id bigint not null,
  partner_id bigint not null,
  status text not null,
  customers bigint not null,
  primary key (program_id, partner_id, status),
  constraint customer_sums_status_check check (status in ('provisional', 'lead', 'conversion'))
);

-- Numbers of customers of a whole program by status, which many partners would make slow to add up.
create table customer_program_sums (
  program_id bigint not null,
  status text not null,
  customers bigint not null,
  primary key (program_id, status),
  constraint customer_program_sums_status_check check (status in ('provisional', 'lead', 'conversion'))
);

create table customer_sum_entries (
  program_id bigint not null,
  partner_id bigint not null,
  id bigint generated always as identity,
  status text not null,
  customers bigint not null,
  primary key (program_id, partner_id, id),
  foreign key (program_id) references programs(id),
  constraint customer_sum_entries_status_check check (status in ('provisional', 'lead', 'conversion'))
);

-- A program's payout settings. The account it pays from is encrypted with a key derived from APP_SECRET.
create table payout_settings (
  program_id bigint not null,
  debtor text,
  updated_at timestamptz not null,
  -- The smallest payout in each currency: minor units as strings, by currency code.
  minimums jsonb not null default '{}'::jsonb,
  -- The day of the month on which payouts are created, in the program's time zone; null if they are created manually.
  pay_day integer,
  -- The last month (YYYY-MM) whose scheduled payouts were created.
  paid_month text,
  -- Whether payouts are created only for partners with payout details.
  details_required boolean not null default false,
  primary key (program_id),
  foreign key (program_id) references programs(id),
  constraint payout_settings_check check (pay_day is null or paid_month is not null),
  constraint payout_settings_paid_month_check check (paid_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  constraint payout_settings_pay_day_check check (pay_day >= 1 and pay_day <= 28)
);

-- Facts about the installation, in one row.
create table installation (
  is_only boolean not null default true,
  -- A fingerprint of the APP_SECRET that the data depends on; null until a process claims it.
  secret_fingerprint text,
  -- No email is sent about earlier events: the time of the first start, the last restore, or when mail was switched on.
  notify_from timestamptz not null,
  sends_mail boolean not null default false,
  backed_up_at timestamptz,
  primary key (is_only),
  constraint installation_is_only_check check (is_only),
  constraint installation_secret_fingerprint_check check (secret_fingerprint ~ '^[0-9a-f]{32}$')
);

-- A partner's groups over time, to explain past sales. `seq` defines the order, not time.
create table partner_group_changes (
  program_id bigint not null,
  partner_id bigint not null,
  seq integer not null,
  group_id bigint,
  at timestamptz not null,
  primary key (program_id, partner_id, seq),
  foreign key (program_id, group_id) references partner_groups(program_id, id),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint partner_group_changes_seq_check check (seq > 0)
);

-- The items reported to partners in digest emails. Each item is in one email only, whichever process writes it.
create table partner_mail_items (
  program_id bigint not null,
  kind text not null,
  -- The id of a partner, a commission, or a change to a commission.
  item_id bigint not null,
  notified_at timestamptz not null,
  primary key (program_id, kind, item_id),
  foreign key (program_id) references programs(id),
  constraint partner_mail_items_kind_check check (kind in ('partner_first_click', 'partner_sale', 'partner_reversal'))
);

create index partner_mail_items_old on partner_mail_items (program_id, notified_at) where kind <> 'partner_first_click';

-- An order or a day claimed by a partner, until the team decides or the partner withdraws it.
create table claims (
  program_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  -- Exactly one of the two is set: the id of an order as entered by the partner, or a day in the program's time zone.
  transaction_id text,
  day text,
  -- The partner's note; null once the customer is erased.
  note text,
  state text not null default 'open',
  -- The result.
  sale_id bigint,
  -- The program's reply to the partner.
  message text,
  -- A team member, or a management key.
  decided_by text,
  created_at timestamptz not null,
  -- When it was decided or withdrawn.
  closed_at timestamptz,
  primary key (program_id, id),
  unique (program_id, sale_id),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  foreign key (program_id, sale_id) references sale_events(program_id, id),
  constraint claims_check check ((transaction_id is null) = (day is not null)),
  constraint claims_check1 check ((state = 'approved') = (sale_id is not null)),
  constraint claims_check2 check ((state = 'open') = (closed_at is null)),
  constraint claims_check3 check ((state in ('approved', 'rejected')) = (decided_by is not null)),
  constraint claims_day_check check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  constraint claims_state_check check (state in ('open', 'approved', 'rejected', 'withdrawn'))
);

create index claims_newest on claims (program_id, created_at, id);
create unique index claims_open_day on claims (program_id, partner_id, day) where state = 'open' and day is not null;
-- A partner has at most one open claim for each order and each day.
create unique index claims_open_order on claims (program_id, partner_id, transaction_id) where state = 'open'
  and transaction_id is not null;
create index claims_order on claims (program_id, transaction_id) where transaction_id is not null;
create index claims_partner on claims (program_id, partner_id, created_at, id);
-- Lists the claims with a status, and counts the open ones for the navigation.
create index claims_state on claims (program_id, state, created_at, id);

-- Access to one partner's portal in one program without the partner's own session: impersonation by a team member,
-- read-only (`view`), or a frame in the program's own pages (`embed`). It begins with a ticket that works once, for a
-- minute; the bearer token is stored as its hash.
create table delegated_sessions (
  id bigint generated always as identity,
  kind text not null,
  workspace_id text not null,
  program_id bigint not null,
  partner_id bigint not null,
  -- The member who started the session, which ends when they lose the permission.
  user_id text,
  key_id bigint,
  ticket_hash bytea not null,
  ticket_ends_at timestamptz not null,
  -- Set when the ticket is used.
  token_hash bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (id),
  unique (ticket_hash),
  unique (token_hash),
  foreign key (key_id) references management_keys(id) on delete cascade,
  foreign key (user_id) references users(id) on delete cascade,
  foreign key (workspace_id) references workspaces(id) on delete cascade,
  constraint delegated_sessions_check check ((user_id is null) <> (key_id is null)),
  constraint delegated_sessions_check1 check (ticket_ends_at <= expires_at),
  constraint delegated_sessions_kind_check check (kind in ('view', 'embed'))
);

create index delegated_sessions_ended on delegated_sessions (expires_at);
create index delegated_sessions_user on delegated_sessions (workspace_id, user_id);

-- A program's portal settings: which pages may embed it, and how many links partners can create.
create table portal_settings (
  program_id bigint not null,
  embed_origins text[] not null default '{}'::text[],
  -- Null: the service's maximum.
  own_links integer,
  updated_at timestamptz not null,
  -- For partners and applicants who haven't chosen one.
  language text not null default 'en',
  -- Rules for coupon codes that partners create themselves: null if they can't. The pattern has one `*`, for the part
  -- that the partner chooses.
  own_codes integer,
  own_code_pattern text,
  own_code_min_chars integer,
  own_code_max_chars integer,
  own_code_discount text,
  primary key (program_id),
  foreign key (program_id) references programs(id),
  constraint portal_settings_own_codes_check check (num_nonnulls(own_codes, own_code_pattern, own_code_min_chars,
    own_code_max_chars) in (0, 4) and (own_code_discount is null or own_codes is not null)),
  constraint portal_settings_own_codes_check1 check (own_codes between 1 and 100),
  constraint portal_settings_own_code_chars_check check (own_code_min_chars >= 1
    and own_code_min_chars <= own_code_max_chars and own_code_max_chars <= 64),
  constraint portal_settings_language_check check (language in ('en', 'de', 'fr', 'es', 'pt-BR', 'vi')),
  constraint portal_settings_embed_origins_check check (cardinality(embed_origins) <= 10),
  constraint portal_settings_own_links_check check (own_links >= 0 and own_links <= 200)
);

-- A passkey that a partner signs in with instead of a link. Only the public key is stored.
create table partner_passkeys (
  id bigint generated always as identity,
  account_id bigint not null,
  -- In base64url, as sent by browsers.
  credential_id text not null,
  public_key bytea not null,
  -- The passkey's own use counter, if it has one: it never decreases.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Synchronized between devices by its provider.
  is_synced boolean not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (id),
  unique (credential_id),
  foreign key (account_id) references partner_accounts(id),
  constraint partner_passkeys_counter_check check (counter >= 0),
  constraint partner_passkeys_name_check check (name <> '')
);

create index partner_passkeys_account on partner_passkeys (account_id);

-- The challenge that a passkey signs: created for one ceremony, and usable once.
create table partner_passkey_challenges (
  challenge_hash bytea not null,
  -- The session that adds a passkey; null while signing in.
  session_id bigint,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (challenge_hash),
  foreign key (session_id) references partner_sessions(id) on delete cascade
);

create index partner_passkey_challenges_ended on partner_passkey_challenges (expires_at);
create index partner_passkey_challenges_session on partner_passkey_challenges (session_id);

-- The team's internal notes about a partner.
create table partner_notes (
  program_id bigint not null,
  id bigint generated always as identity,
  partner_id bigint not null,
  -- A team member, or a management key.
  author_id text not null,
  text text not null,
  -- Increases with each edit: an edit names the version it is based on.
  version integer not null default 1,
  created_at timestamptz not null,
  edited_at timestamptz,
  edited_by text,
  primary key (program_id, id),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint partner_notes_check check ((edited_at is null) = (edited_by is null)),
  constraint partner_notes_check1 check ((edited_at is null) = (version = 1)),
  constraint partner_notes_text_check check (text <> '' and (char_length(text) <= 2000)),
  constraint partner_notes_version_check check (version > 0)
);

create index partner_notes_newest on partner_notes (program_id, partner_id, created_at, id);

-- The team's tags for its partners, in normalized form.
create table partner_tags (
  program_id bigint not null,
  partner_id bigint not null,
  tag text not null,
  primary key (program_id, partner_id, tag),
  foreign key (program_id, partner_id) references program_enrollments(program_id, partner_id),
  constraint partner_tags_tag_check check (tag <> '' and (char_length(tag) <= 40))
);

create index partner_tags_of_program on partner_tags (program_id, tag, partner_id);

-- Customers that the team attributed to a partner, from that day on. Earlier events stay with the old row and partner:
-- the customer continues as a new row, which takes over the ids, and `continued_by` references it.
create table customer_attributions (
  program_id bigint not null,
  id bigint generated always as identity,
  -- The row from that day on.
  customer_id bigint not null,
  -- The row until then; null for a new customer.
  previous_customer_id bigint,
  partner_id bigint not null,
  previous_partner_id bigint,
  -- Null once the customer is erased.
  reason text,
  -- A team member, or a management key; null if a coupon code attributed the customer.
  actor_id text,
  coupon_id bigint,
  attributed_at timestamptz not null,
  primary key (program_id, id),
  unique (program_id, customer_id),
  foreign key (program_id, customer_id) references customers(program_id, id),
  foreign key (program_id, coupon_id) references coupon_codes(program_id, id),
  constraint customer_attributions_actor_check check ((actor_id is null) = (coupon_id is not null)),
  constraint customer_attributions_reason_check check (reason <> '' and (char_length(reason) <= 500))
);

-- Counts the customers that a coupon code has attributed.
create index customer_attributions_coupon on customer_attributions (program_id, coupon_id) where coupon_id is not null;

-- The click with an `event_id`, which counts once even if sent again within 24 hours. `event_hash` is a hash of the
-- link and the `event_id`. A job deletes older rows.
create table click_event_ids (
  program_id bigint not null,
  event_hash uuid not null,
  received_at timestamptz not null,
  click_uuid uuid not null,
  primary key (program_id, event_hash)
);

create index click_event_ids_old on click_event_ids (received_at);

-- Saves clicks of one program with their statistics, in one transaction and one round trip. Returns 'saved'; 'busy' if
-- another transaction has locked the program; 'changed' if the facts of the decision have changed; 'repeated' if an
-- event_id already belongs to another click; or 'collided' if a dimension has another one's id. Only 'saved' saves
-- clicks. p_ahead_ms is how far a sandbox's clock was ahead at the decision; null for other programs. p_links are the
-- links at the decision, p_absent the unknown codes in lower case. p_events are the event_ids of counted clicks:
-- `is_new` if the click is recorded, else it belongs to an earlier click.
create function save_clicks(p_program_id bigint, p_ahead_ms bigint, p_links json, p_absent json, p_events json,
  p_days json, p_lost json, p_dimensions json, p_clicks json, p_shard smallint)
returns text language plpgsql
-- A plan made while the table was empty must not scan the whole table later.
set enable_seqscan to off
as $$
declare
  noted bigint;
begin
  -- A transaction that moves the clock or recomputes the days locks the program's row.
  if p_days is not null or p_lost is not null or p_ahead_ms is not null then
    perform from programs p where p.id = p_program_id for key share skip locked;
    if not found then
      return 'busy';
    end if;
  end if;
  if p_ahead_ms is not null then
    perform from programs p where p.id = p_program_id and p.clock_ahead_ms = p_ahead_ms;
    if not found then
      return 'changed';
    end if;
  end if;
  if p_absent is not null then
    perform from link_codes c where lower(c.code collate "C") in (select json_array_elements_text(p_absent));
    if found then
      return 'changed';
    end if;
  end if;
  perform from json_to_recordset(p_links) as known (link_id bigint, link_status text, partner_id bigint,
    partner_status text, program_status text, closed_to_new_referrals boolean, cookie_window_days integer, time_zone text)
  where not exists (
    select from links l
    join program_enrollments pp on pp.program_id = p_program_id and pp.partner_id = l.partner_id
    join programs p on p.id = p_program_id
    where l.program_id = p_program_id and l.id = known.link_id
      and l.status = known.link_status and l.partner_id = known.partner_id and pp.status = known.partner_status
      and p.status = known.program_status and p.closed_to_new_referrals = known.closed_to_new_referrals
      and p.cookie_window_days = known.cookie_window_days and p.time_zone = known.time_zone);
  if found then
    return 'changed';
  end if;

  if p_dimensions is not null then
    -- Sorted, so that batches never deadlock.
    insert into click_dimensions (program_id, month, id, rest, affiliate_url, page_url, page_title, landing_page, sub_id,
      referrer_url, referrer_site, user_agent, browser, os, device, language, language_code, country, timezone,
      screen_resolution, viewport_size)
    select p_program_id, d.month, d.id, d.rest, d.affiliate_url, d.page_url, d.page_title, d.landing_page, d.sub_id,
      d.referrer_url, d.referrer_site, d.user_agent, d.browser, d.os, d.device, d.language, d.language_code, d.country,
      d.timezone, d.screen_resolution, d.viewport_size
    from json_to_recordset(p_dimensions) as d (month date, id integer, rest bigint, affiliate_url text, page_url text,
      page_title text, landing_page text, sub_id text, referrer_url text, referrer_site text, user_agent text,
      browser text, os text, device text, language text, language_code text, country text, timezone text,
      screen_resolution text, viewport_size text)
    order by d.month, d.id
    on conflict (program_id, month, id) do nothing;
    perform from json_to_recordset(p_dimensions) as d (month date, id integer, rest bigint)
    join click_dimensions k on k.program_id = p_program_id and k.month = d.month and k.id = d.id
    where k.rest <> d.rest;
    if found then
      return 'collided';
    end if;
  end if;

  if p_events is not null then
    -- Sorted, so that batches never deadlock.
    insert into click_event_ids as known (program_id, event_hash, received_at, click_uuid)
    select p_program_id, e.event_hash, e.received_at, e.click_uuid
    from json_to_recordset(p_events) as e (event_hash uuid, received_at timestamptz, click_uuid uuid)
    order by e.event_hash
    on conflict (program_id, event_hash) do update
      set received_at = excluded.received_at, click_uuid = excluded.click_uuid
      where excluded.received_at - known.received_at >= interval '24 hours';
    -- Read back, because the row count on a cluster includes unchanged rows.
    select count(*) into noted from json_to_recordset(p_events) as e (event_hash uuid, click_uuid uuid)
    join click_event_ids k
      on k.program_id = p_program_id and k.event_hash = e.event_hash and k.click_uuid = e.click_uuid;
    if noted < json_array_length(p_events) then
      -- An event_id must never reference a click that was not saved.
      delete from click_event_ids k where k.program_id = p_program_id and (k.event_hash, k.click_uuid) in (
        select e.event_hash, e.click_uuid
        from json_to_recordset(p_events) as e (event_hash uuid, click_uuid uuid, is_new boolean) where e.is_new);
      return 'repeated';
    end if;
  end if;

  -- Sorted, so that batches never deadlock.
  if p_days is not null then
    insert into daily_stats as s (program_id, day, currency, shard,
      clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
    select p_program_id, d.day, 'XXX', p_shard, sum(d.clicks), 0, 0, 0, 0, 0, 0
    from json_to_recordset(p_days) as d (day date, clicks bigint)
    group by d.day
    order by d.day
    on conflict (program_id, day, currency, shard) do update set clicks = s.clicks + excluded.clicks;

    insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard, clicks)
    select p_program_id, d.day, d.partner_id, d.link_id, 'XXX', p_shard, d.clicks
    from json_to_recordset(p_days) as d (day date, partner_id bigint, link_id bigint, clicks bigint)
    order by d.day, d.partner_id, d.link_id
    on conflict (program_id, day, partner_id, link_id, currency, shard) do update set clicks = s.clicks + excluded.clicks;

    insert into click_events as e (program_id, received_at, click_uuid, link_id, partner_id, page_id, referrer_id,
      device_id, day, screen_width, screen_height, viewport_width, viewport_height, capture_method, is_test,
      session_uuid, session_id, consent, additional_data)
    select p_program_id, c.received_at, c.click_uuid, c.link_id, c.partner_id, c.page_id, c.referrer_id, c.device_id,
      c.day, c.screen_width, c.screen_height, c.viewport_width, c.viewport_height, c.capture_method, false,
      c.session_uuid, c.session_id, c.consent, c.additional_data
    from json_to_recordset(p_clicks) as c (received_at timestamptz, click_uuid uuid, link_id bigint, partner_id bigint,
      page_id integer, referrer_id integer, device_id integer, day date, screen_width smallint, screen_height smallint,
      viewport_width smallint, viewport_height smallint, capture_method smallint, session_uuid uuid, session_id text,
      consent text, additional_data jsonb);
  end if;

  if p_lost is not null then
    insert into uncounted_clicks as u (program_id, partner_id, clicks, last_at)
    select p_program_id, l.partner_id, l.clicks, l.last_at
    from json_to_recordset(p_lost) as l (partner_id bigint, clicks bigint, last_at timestamptz)
    order by l.partner_id
    on conflict (program_id, partner_id) do update
      set clicks = u.clicks + excluded.clicks, last_at = greatest(u.last_at, excluded.last_at);
  end if;
  return 'saved';
end
$$;

-- Saves decided sales of one program with their customers, commissions, fees, messages and statistics, in one
-- transaction and one round trip. If the facts of the decision have changed, it raises a serialization failure, and the
-- sales are decided again: the time zone, a sandbox's clock (p_ahead_ms; null for other programs), the number of sales
-- per customer. p_lock_wait limits the wait for a customer's row. `place` counts the sales from 1. Ids are generated
-- before any row is written, so each statement inserts the rows of all sales. Rows are inserted in the order of their
-- unique keys, so that batches never deadlock.
create function save_sales(p_program_id bigint, p_ahead_ms bigint, p_time_zone text, p_shard smallint, p_sales jsonb,
  p_stats jsonb, p_lock_wait text)
returns table (place integer, sale_id bigint, commission_id bigint) language plpgsql as $$
#variable_conflict use_column
declare
  one record;
  sale_ids bigint[];
  commission_ids bigint[];
  payment_ids bigint[];
  account text;
  published text[] := '{}';
  usual_lock_wait text := current_setting('lock_timeout');
begin
  -- A transaction that moves the clock or recomputes the days locks the program's row, so one of the two waits for the
  -- other. If these sales waited, they are decided again.
  perform from programs p where p.id = p_program_id and p.time_zone = p_time_zone
    and (p_ahead_ms is null or p.clock_ahead_ms = p_ahead_ms) for key share;
  if not found then
    raise exception 'the time zone or the clock of program % has changed', p_program_id
      using errcode = 'serialization_failure';
  end if;

  if p_lock_wait is not null then
    perform set_config('lock_timeout', p_lock_wait, true);
  end if;

  -- Concurrent sales for one customer queue on the customer's row.
  for one in
    select r.customer_id, r.sale_count, r.continued_by, r.received_at, r.reported_at, r.reported_day
    from jsonb_to_recordset(p_sales) as r (customer_id bigint, sale_count integer, continued_by bigint,
      received_at timestamptz, reported_at timestamptz, reported_day date)
    order by r.customer_id, r.sale_count
  loop
    update customers as c
    set sale_count = c.sale_count + 1, status = 'conversion',
      first_sale_at = coalesce(c.first_sale_at, one.received_at),
      first_purchase_at = coalesce(c.first_purchase_at, one.reported_at),
      first_purchase_day = case when c.first_purchase_at is null then one.reported_day else c.first_purchase_day end
    where c.program_id = p_program_id and c.id = one.customer_id and c.sale_count = one.sale_count
      and c.continued_by is not distinct from one.continued_by and c.erased_at is null;
    if not found then
      raise exception 'customer % has another sale or partner by now, or was erased', one.customer_id
        using errcode = 'serialization_failure';
    end if;
  end loop;

  select array_agg(nextval('sale_events_id_seq') order by r.place),
    array_agg(case when r.commission_cents is not null then nextval('commissions_id_seq') end order by r.place)
  into sale_ids, commission_ids
  from jsonb_to_recordset(p_sales) as r (place integer, commission_cents bigint);

  insert into sale_events (program_id, id, is_test, transaction_id, amount_cents, currency, tax_amount_cents, sale_type,
    is_recurring, subscription_id, subscription_interval, product_id, occurred_at, provider, provider_payment_id,
    additional_data, customer_id, partner_id, attributed_by, click_uuid, clicked_at, received_at, reported_at,
    reported_day, decision_code, policy_id, decision_facts, coupon_code, coupon_id, browser, landing_page)
  overriding system value
  select p_program_id, sale_ids[r.place], false, r.transaction_id, r.amount_cents, r.currency, r.tax_amount_cents,
    r.sale_type, r.is_recurring, r.subscription_id, r.subscription_interval, r.product_id, r.occurred_at, r.provider,
    r.provider_payment_id, r.additional_data, r.customer_id, r.partner_id, r.attributed_by, r.click_uuid, r.clicked_at,
    r.received_at, r.reported_at, r.reported_day, r.decision_code, r.policy_id, r.decision_facts, r.coupon_code,
    r.coupon_id, r.browser, r.landing_page
  from jsonb_to_recordset(p_sales) as r (place integer, transaction_id text, amount_cents bigint, currency text,
    tax_amount_cents bigint, sale_type text, is_recurring boolean, subscription_id text, subscription_interval text,
    product_id text, occurred_at timestamptz, provider text, provider_payment_id text, additional_data jsonb,
    customer_id bigint, partner_id bigint, attributed_by text, click_uuid uuid, clicked_at timestamptz,
    received_at timestamptz, reported_at timestamptz, reported_day date, decision_code text, policy_id bigint,
    decision_facts jsonb, coupon_code text, coupon_id bigint, browser text, landing_page text)
  order by r.transaction_id;

  insert into commissions (program_id, id, kind, sale_id, customer_id, partner_id, policy_id, amount_cents, currency,
    hold_until, created_at, created_day)
  overriding system value
  select p_program_id, commission_ids[r.place], 'sale', sale_ids[r.place], r.customer_id, r.partner_id, r.policy_id,
    r.commission_cents, r.currency, r.hold_until, r.received_at, r.received_day
  from jsonb_to_recordset(p_sales) as r (place integer, customer_id bigint, partner_id bigint, policy_id bigint,
    commission_cents bigint, currency text, hold_until timestamptz, received_at timestamptz, received_day date)
  where r.commission_cents is not null;

  insert into platform_fees (program_id, sale_id, rate_bps, amount_cents, currency, created_at)
  select p_program_id, sale_ids[r.place], r.fee_rate_bps, r.fee_cents, r.currency, r.received_at
  from jsonb_to_recordset(p_sales)
    as r (place integer, fee_rate_bps integer, fee_cents bigint, currency text, received_at timestamptz);

  -- If the program has a processor account, a sale adds its own payment unless the processor has reported it. A refund
  -- reported meanwhile violates the unique key, and the sale is decided again.
  select a.processor into account from processor_accounts a where a.program_id = p_program_id;
  if account is not null then
    select array_agg(nextval('processor_payments_id_seq') order by r.place) into payment_ids
    from jsonb_to_recordset(p_sales) as r (place integer);

    insert into processor_payments (program_id, id, processor, state, transaction_id, sale_id, created_at)
    overriding system value
    select p_program_id, payment_ids[r.place], account, 'attributed', r.transaction_id, sale_ids[r.place], r.received_at
    from jsonb_to_recordset(p_sales)
      as r (place integer, transaction_id text, received_at timestamptz, is_payment_known boolean)
    where not r.is_payment_known
    order by r.transaction_id;

    insert into payment_references (program_id, reference, payment_id, is_from_sale)
    select p_program_id, n.reference, payment_ids[r.place], n.is_from_sale
    from jsonb_to_recordset(p_sales) as r (place integer, transaction_id text, provider text, payment_name text,
      is_payment_known boolean, is_name_taken boolean)
    cross join lateral (values
      (r.transaction_id, false, not r.is_name_taken),
      (r.payment_name, true, r.payment_name <> r.transaction_id and coalesce(r.provider, account) = account)
    ) as n (reference, is_from_sale, is_new)
    where not r.is_payment_known and n.is_new
    order by n.reference;
  end if;

  for one in
    select w.event_types from webhook_endpoints w where w.program_id = p_program_id and w.disabled_at is null
  loop
    published := published || one.event_types;
  end loop;
  if published && array['sale.created', 'commission.created'] then
    insert into outbox_events (program_id, type, data, created_at)
    select p_program_id, e.type, e.data, r.received_at
    from jsonb_to_recordset(p_sales) as r (place integer, transaction_id text, amount_cents bigint, currency text,
      customer_id bigint, partner_id bigint, commission_cents bigint, hold_until timestamptz, received_at timestamptz)
    cross join lateral (values
      (1, 'sale.created', jsonb_build_object('sale_id', sale_ids[r.place], 'transaction_id', r.transaction_id,
        'amount_cents', r.amount_cents, 'currency', r.currency, 'customer_id', r.customer_id,
        'partner_id', r.partner_id, 'commission_id', commission_ids[r.place])),
      (2, 'commission.created', jsonb_build_object('commission_id', commission_ids[r.place],
        'partner_id', r.partner_id, 'sale_id', sale_ids[r.place], 'customer_id', r.customer_id,
        'amount_cents', r.commission_cents, 'currency', r.currency,
        'hold_until', to_char(r.hold_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
    ) as e (step, type, data)
    where e.type = any (published) and (e.type = 'sale.created' or commission_ids[r.place] is not null)
    order by r.place, e.step;
  end if;

  -- No unique key compares a transaction_id with the pseudonym of an erased one. A concurrent erasure has ended once
  -- the sales above are saved, so this statement sees it. One name at a time, by all columns of their unique key: for a
  -- list of names in a table that was never analyzed, the planner may choose another index and read all of the
  -- program's sales.
  for one in
    select r.erased_transaction from jsonb_to_recordset(p_sales) as r (transaction_id text, erased_transaction text)
    where r.erased_transaction <> r.transaction_id
  loop
    perform from sale_events s
    where s.program_id = p_program_id and s.is_test = false and s.transaction_id = one.erased_transaction;
    if found then
      raise exception 'a transaction_id of these sales is that of an erased sale'
        using errcode = 'serialization_failure';
    end if;
  end loop;

  perform set_config('lock_timeout', usual_lock_wait, true);
  insert into daily_stats as s (program_id, day, currency, shard,
    clicks, leads, conversions, partners, sales, revenue_cents, commission_cents)
  select p_program_id, d.day, d.currency, p_shard,
    0, 0, sum(d.conversions), 0, sum(d.sales), sum(d.revenue_cents), sum(d.commission_cents)
  from jsonb_to_recordset(p_stats)
    as d (day date, currency text, conversions bigint, sales bigint, revenue_cents numeric, commission_cents numeric)
  group by d.day, d.currency
  order by d.day, d.currency
  on conflict (program_id, day, currency, shard) do update set
    conversions = s.conversions + excluded.conversions,
    sales = s.sales + excluded.sales,
    revenue_cents = s.revenue_cents + excluded.revenue_cents,
    commission_cents = s.commission_cents + excluded.commission_cents;

  insert into daily_link_stats as s (program_id, day, partner_id, link_id, currency, shard,
    conversions, sales, revenue_cents, commission_cents)
  select p_program_id, d.day, d.partner_id, d.link_id, d.currency, p_shard,
    sum(d.conversions), sum(d.sales), sum(d.revenue_cents), sum(d.commission_cents)
  from jsonb_to_recordset(p_stats) as d (day date, partner_id bigint, link_id bigint, currency text,
    conversions bigint, sales bigint, revenue_cents numeric, commission_cents numeric)
  group by d.day, d.partner_id, d.link_id, d.currency
  order by d.day, d.partner_id, d.link_id, d.currency
  on conflict (program_id, day, partner_id, link_id, currency, shard) do update set
    conversions = s.conversions + excluded.conversions,
    sales = s.sales + excluded.sales,
    revenue_cents = s.revenue_cents + excluded.revenue_cents,
    commission_cents = s.commission_cents + excluded.commission_cents;

  return query
  select s.place::integer, s.sale_id, s.commission_id
  from unnest(sale_ids, commission_ids) with ordinality as s (sale_id, commission_id, place);
end
$$;

-- Returns these columns of a row as the audit log shows them: secrets as hidden, URLs as their origin (the path may be
-- secret), and numbers that JavaScript would round as text.
create function audit_shown(whole jsonb, columns text[], secrets text[], addresses text[]) returns jsonb
  language sql immutable as $$
  select jsonb_object_agg(key, case
    when value = 'null' then value
    when key = any (secrets) then '"hidden"'
    when key = any (addresses)
      then to_jsonb(regexp_replace(value #>> '{}', '^([a-z]+://)([^/?#]*@)?([^/?#]*).*$', '\1\3'))
    when jsonb_typeof(value) = 'number' and length(value::text) > 15 then to_jsonb(value::text)
    else value
  end)
  from jsonb_each(whole) where key = any (columns)
$$;

-- Writes changes by users and keys to the audit log, if the transaction setting `affiliate.acting` is set. Arguments:
-- the target's type and id column, columns to omit, secrets, and URLs. Resending an email is a change of its workspace;
-- the service itself makes all other changes of an email.
create function audit_change() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  acting jsonb := current_setting('affiliate.acting')::jsonb;
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  thing jsonb := coalesce(became, was);
  program bigint := case when tg_argv[0] = 'program' then thing ->> 'id' else thing ->> 'program_id' end;
  workspace text := case when tg_argv[0] = 'workspace' then thing ->> 'id' else thing ->> 'workspace_id' end;
  is_of_workspace boolean := tg_argv[0] in
      ('workspace', 'member', 'invitation', 'management_key', 'processor_account', 'mail')
    or (tg_argv[0] = 'partner' and program is null);
  is_copy boolean := false;
  changed text[] := array(
    select key from jsonb_object_keys(thing) key
    where key <> all (tg_argv[2]::text[]) and (was -> key) is distinct from (became -> key));
begin
  -- An erasure must not write what it erases to the log.
  if current_setting('affiliate.erasing', true) = 'on' or (tg_op = 'UPDATE' and changed = '{}') then
    return null;
  end if;
  if tg_op <> 'UPDATE' then
    was := jsonb_strip_nulls(was);
    became := jsonb_strip_nulls(became);
  end if;
  was := audit_shown(was, changed, tg_argv[3]::text[], tg_argv[4]::text[]);
  became := audit_shown(became, changed, tg_argv[3]::text[], tg_argv[4]::text[]);
  if not is_of_workspace then
    if workspace is null then
      select p.workspace_id into workspace from programs p where p.id = program;
    end if;
    insert into program_audit_log
      (program_id, at, workspace_id, user_id, key_id, action, target_type, target_id, before, after, request_id)
    values (
      program, (acting ->> 'at')::timestamptz, workspace, acting ->> 'user_id', (acting ->> 'key_id')::bigint,
      acting ->> 'action', tg_argv[0], thing ->> tg_argv[1], was, became, acting ->> 'request_id');
    return null;
  end if;
  if to_regclass('pg_catalog.pg_dist_local_group') is not null then
    execute 'select groupid <> 0 from pg_catalog.pg_dist_local_group' into is_copy;
  end if;
  if not is_copy then
    if workspace is null then
      select w.workspace_id into workspace from workspace_programs w where w.program_id = program;
    end if;
    insert into audit_log
      (at, workspace_id, program_id, user_id, key_id, action, target_type, target_id, before, after, request_id)
    values (
      (acting ->> 'at')::timestamptz, workspace, program, acting ->> 'user_id', (acting ->> 'key_id')::bigint,
      acting ->> 'action', tg_argv[0], thing ->> tg_argv[1], was, became, acting ->> 'request_id');
  end if;
  return null;
end
$$;

-- Adds the rows of a transition table to `commission_sum_entries`: the new rows with the factor 1, and the old ones
-- with -1. The condition for `payable` is the same as in the index `commissions_payable`. Entries are inserted one by
-- one, because Citus can't insert the result of a query on a transition table.
create function sum_commissions() returns trigger language plpgsql as $$
declare
  factor integer := tg_argv[0];
  one record;
begin
  for one in
    select c.program_id, c.partner_id, coalesce(c.created_day, '-infinity') as day, c.currency, c.kind, c.status,
      count(*) as commissions, sum(c.amount_cents) as amount_cents, sum(c.reversed_cents) as reversed_cents,
      sum(c.paid_cents) as paid_cents, count(*) filter (where p.is_payable) as payable,
      coalesce(sum(c.amount_cents - c.reversed_cents - c.paid_cents) filter (where p.is_payable), 0) as payable_cents
    from changed_rows c
    cross join lateral (select c.payout_id is null and (c.status = 'approved' or (c.status in ('paid', 'reversed')
      and c.amount_cents - c.reversed_cents <> c.paid_cents)) as is_payable) p
    group by 1, 2, 3, 4, 5, 6
  loop
    insert into commission_sum_entries (program_id, partner_id, day, currency, kind, status, commissions,
      amount_cents, reversed_cents, paid_cents, payable, payable_cents)
    values (one.program_id, one.partner_id, one.day, one.currency, one.kind, one.status, factor * one.commissions,
      factor * one.amount_cents, factor * one.reversed_cents, factor * one.paid_cents, factor * one.payable,
      factor * one.payable_cents);
  end loop;
  return null;
end
$$;

create function sum_customers() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into customer_sum_entries (program_id, partner_id, status, customers)
    values (old.program_id, old.partner_id, old.status, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into customer_sum_entries (program_id, partner_id, status, customers)
    values (new.program_id, new.partner_id, new.status, 1);
  end if;
  return null;
end
$$;

create function keep_program_clock() returns trigger language plpgsql as $$
begin
  if new.sandbox <> old.sandbox then
    raise exception 'program %: the sandbox setting cannot be changed after creation', old.id;
  end if;
  if new.clock_ahead_ms < old.clock_ahead_ms then
    raise exception 'the clock of program % never goes back', old.id;
  end if;
  return new;
end
$$;

-- Changing the time zone makes all days due for recomputation, and the statistics follow.
create function note_due_days() returns trigger language plpgsql as $$
begin
  new.days_due_from := date '1900-01-01';
  return new;
end
$$;

-- The audit log is append-only, except that an erasure removes personal data from it. The erasure sets a transaction
-- setting, and deletes no row.
create function refuse_audit_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('affiliate.erasing', true) = 'on' then
    return null;
  end if;
  raise exception 'audit_log is append-only: its rows are never changed or deleted';
end
$$;

-- Issued documents never change, except for the columns named per table: those replaced by an erasure, and the status
-- columns with their transitions.
create function refuse_issued_change() returns trigger language plpgsql as $$
begin
  -- Only these columns may change; none if the list is empty.
  if tg_op = 'UPDATE' and tg_level = 'ROW' and to_jsonb(old) - tg_argv[1]::text[] = to_jsonb(new) - tg_argv[1]::text[] then
    return new;
  end if;
  raise exception '% is never changed or deleted once it is issued', tg_argv[0];
end
$$;

create function refuse_statement_change() returns trigger language plpgsql as $$
begin
  raise exception 'a statement that was made is never changed or deleted';
end
$$;

create trigger audit after insert or update or delete on workspaces for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('workspace', 'id',
  '{created_at}', '{}', '{}');
create trigger audit after insert or update or delete on workspace_members for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('member', 'user_id',
  '{id,created_at}', '{}', '{}');
-- An invitation's id is its secret.
create trigger audit after insert or update or delete on workspace_invitations for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('invitation', 'email',
  '{id,created_at}', '{}', '{}');
create trigger audit after insert or update or delete on programs for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('program', 'id',
  '{created_at,updated_at,days_due_from}', '{}', '{}');
create trigger keep_clock before update on programs for each row when ((new.sandbox is distinct from old.sandbox)
  or (new.clock_ahead_ms < old.clock_ahead_ms)) execute function keep_program_clock();
create trigger note_due_days before update of time_zone on programs for each row
  when (old.time_zone is distinct from new.time_zone) execute function note_due_days();
create trigger audit after insert or update or delete on api_keys for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('api_key', 'id',
  '{created_at,last_used_at,key_hash}', '{}', '{}');
create trigger audit after insert or update or delete on partners for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('partner', 'id',
  '{created_at}', '{}', '{}');
create trigger audit after insert or update or delete on partner_groups for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('partner_group', 'id',
  '{created_at}', '{}', '{}');
create trigger audit after insert or update or delete on program_enrollments for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('partner', 'partner_id',
  '{created_at,created_day}', '{}', '{}');
create trigger audit after insert or update or delete on links for each row when (current_setting('affiliate.acting',
  true) <> '') execute function audit_change('link', 'id', '{created_at}', '{}', '{}');
create trigger audit after insert or update or delete on coupon_codes for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('coupon_code', 'id',
  '{created_at,code_key}', '{}', '{}');
create trigger audit after insert or update or delete on commission_policies for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('commission_policy', 'id',
  '{created_at}', '{}', '{}');
create trigger audit after insert or update or delete on payout_batches for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('payout_batch', 'id',
  '{created_at}', '{}', '{}');
create trigger audit after insert or update or delete on payouts for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('payout', 'id',
  '{created_at,filed_at}', '{}', '{}');
-- An open payout is paid or canceled once, and until then its payout details can be updated.
create trigger issued before update on payouts for each row execute function refuse_issued_change('a payout',
  '{status,reference,closed_by,closed_at,details_version,filed_at}');
create trigger issued_closed before update on payouts for each row when ((old.status <> 'open')
  and (new.* is distinct from old.*)) execute function refuse_issued_change('a closed payout', '{}');
create trigger issued_deleted before delete on payouts for each statement
  execute function refuse_issued_change('a payout', '{}');
-- Logs who approved or rejected a commission. A payout records its own effect on its commissions.
create trigger sums_inserted after insert on commissions referencing new table as changed_rows for each statement
  execute function sum_commissions('1');
create trigger sums_updated_from after update on commissions referencing old table as changed_rows for each statement
  execute function sum_commissions('-1');
create trigger sums_updated_to after update on commissions referencing new table as changed_rows for each statement
  execute function sum_commissions('1');
create trigger sums_deleted after delete on commissions referencing old table as changed_rows for each statement
  execute function sum_commissions('-1');
create trigger sums_changed after insert or delete on customers for each row execute function sum_customers();
create trigger sums_updated after update on customers for each row
  when (old.status <> new.status or old.partner_id <> new.partner_id) execute function sum_customers();
create trigger audit after update of status, hold_reason on commissions for each row
  when ((current_setting('affiliate.acting', true) <> '') and (((new.status is distinct from old.status)
  and (new.status <> 'paid')) or (new.hold_reason is distinct from old.hold_reason)))
  execute function audit_change('commission', 'id', '{created_at}', '{}', '{}');
create trigger audit after insert or update or delete on refund_events for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('refund', 'id',
  '{received_at}', '{}', '{}');
-- An erasure replaces a refund's id and removes its reason. A dispute can get a new amount; it or a refund is withdrawn
-- once.
create trigger issued before update on refund_events for each row execute function refuse_issued_change('a refund',
  '{refund_id,reason,amount_cents,reported_cents,withdrawn_at}');
create trigger issued_amount before update of amount_cents, reported_cents on refund_events for each row
  when ((old.kind <> 'dispute') and ((new.amount_cents is distinct from old.amount_cents)
  or (new.reported_cents is distinct from old.reported_cents))) execute function refuse_issued_change('a refund',
  '{}');
create trigger issued_deleted before delete on refund_events for each statement
  execute function refuse_issued_change('a refund', '{}');
create trigger issued_reason before update of reason on refund_events for each row when ((new.reason is not null)
  and (new.reason is distinct from old.reason)) execute function refuse_issued_change('the reason of a refund', '{}');
create trigger issued_withdrawn before update of withdrawn_at on refund_events for each row
  when ((old.withdrawn_at is not null) and (new.withdrawn_at is distinct from old.withdrawn_at))
  execute function refuse_issued_change('a withdrawn refund or dispute', '{}');
-- An erasure replaces a reason entered by a person.
create trigger issued before update on commission_changes for each row
  execute function refuse_issued_change('a commission change', '{reason}');
create trigger issued_deleted before delete on commission_changes for each statement
  execute function refuse_issued_change('a commission change', '{}');
create trigger audit after insert or update or delete on webhook_endpoints for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('webhook', 'id',
  '{created_at,failing_since}', '{secret,previous_secret}', '{url}');
create trigger audit after insert or update or delete on processor_accounts for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('processor_account',
  'account_id', '{reported_at}', '{webhook_secret,api_key}', '{}');
create trigger audit after update of closed_at on reconciliations for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('reconciliation', 'id',
  '{cursor,holder,held_until,resume_at}', '{}', '{}');
create trigger audit after update of note, recorded_by on reconciliation_items for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('reconciliation_item', 'id',
  '{generation,keys}', '{note}', '{}');
create trigger audit after update on processor_payments for each row when (current_setting('affiliate.acting',
  true) <> '') execute function audit_change('payment', 'id', '{created_at,email_hash}', '{}', '{}');
create trigger issued before delete or update on payout_items for each statement
  execute function refuse_issued_change('a payout item', '{}');
create trigger audit after insert or update or delete on invoices for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('invoice', 'id',
  '{issued_at,sums}', '{}', '{}');
-- An invoice gets its totals once, after its lines, and is voided once.
create trigger issued before update on invoices for each row execute function refuse_issued_change('an invoice',
  '{lines,total_usd_cents,sums,voided_at}');
create trigger issued_deleted before delete on invoices for each statement
  execute function refuse_issued_change('an invoice', '{}');
create trigger issued_sums before update of sums on invoices for each row when ((old.sums <> '[]'::jsonb)
  and (new.sums <> old.sums)) execute function refuse_issued_change('an invoice', '{}');
create trigger issued_totals before update of lines, total_usd_cents on invoices for each row when (((old.lines <> 0)
  or (old.total_usd_cents <> 0)) and ((new.lines <> old.lines) or (new.total_usd_cents <> old.total_usd_cents)))
  execute function refuse_issued_change('an invoice', '{}');
create trigger issued_voided before update of voided_at on invoices for each row when ((old.voided_at is not null)
  and (new.voided_at is distinct from old.voided_at)) execute function refuse_issued_change('a voided invoice', '{}');
create trigger issued before delete or update on invoice_lines for each statement
  execute function refuse_issued_change('an invoice line', '{}');
-- Test deliveries and manual retries; the delivery itself records the result of an attempt.
create trigger audit after insert or update on webhook_deliveries for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('webhook_delivery', 'id',
  '{created_at,claimed_until,attempts,first_attempt_at,last_attempt_at,last_status,last_error,last_response,delivered_at}',
  '{}', '{}');
create trigger audit after update of resolved_at on events_for_review for each row when (current_setting('affiliate.acting',
  true) <> '') execute function audit_change('processor_event', 'id', '{created_at}', '{}', '{}');
-- Two triggers, because on a cluster a table's rows aren't stored under its name.
create trigger append_only before delete or update on audit_log for each statement
  execute function refuse_audit_log_change();
create trigger append_only_truncate before truncate on audit_log for each statement
  execute function refuse_audit_log_change();
create trigger append_only before delete or update on program_audit_log for each statement
  execute function refuse_audit_log_change();
create trigger append_only_truncate before truncate on program_audit_log for each statement
  execute function refuse_audit_log_change();
create trigger audit after insert or update or delete on management_keys for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('management_key', 'id',
  '{created_at,last_used_at,key_hash}', '{}', '{}');
create trigger audit after insert or update or delete on share_links for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('share_link', 'id',
  '{created_at,token_hash,query,created_by}', '{}', '{}');
create trigger audit after update on mails for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('mail', 'id', '{attempts,next_attempt_at,claimed_until,last_attempt_at,expires_at}',
  '{secret}', '{}');
create trigger audit after insert or update or delete on program_brands for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('brand', 'program_id',
  '{updated_at}', '{}', '{}');
create trigger audit after insert or update or delete on join_pages for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('join_page', 'program_id',
  '{updated_at}', '{}', '{}');
create trigger audit after insert or update or delete on applications for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('application', 'id',
  '{created_at,changed_at,steps,version}', '{}', '{}');
create trigger audit after insert or update or delete on join_invitations for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('partner_invitation', 'id',
  '{created_at,token_hash,inviter_name}', '{}', '{}');
create trigger audit after insert on partner_sign_in_links for each row when (current_setting('affiliate.acting',
  true) <> '') execute function audit_change('partner', 'partner_id', '{created_at,token_hash,email,spent_at}', '{}',
  '{}');
create trigger written_once before delete or update on partner_statements for each statement
  execute function refuse_statement_change();
create trigger written_once before delete or update on partner_statement_lines for each statement
  execute function refuse_statement_change();
create trigger audit after insert or update or delete on payout_settings for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('payout_settings',
  'program_id', '{updated_at}', '{debtor}', '{}');
create trigger audit after update on claims for each row when (current_setting('affiliate.acting', true) <> '')
  execute function audit_change('claim', 'id', '{created_at,closed_at,transaction_id,note,message}', '{}', '{}');
create trigger audit after insert or update or delete on portal_settings for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('portal_settings',
  'program_id', '{updated_at}', '{}', '{}');
-- Logs that a note was written, changed or deleted, but never its text.
create trigger audit after insert or update or delete on partner_notes for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('partner_note', 'id',
  '{created_at,edited_at}', '{text}', '{}');
create trigger audit after insert or update or delete on partner_tags for each row
  when (current_setting('affiliate.acting', true) <> '') execute function audit_change('partner', 'partner_id', '{}',
  '{}', '{}');
create trigger audit after insert on customer_attributions for each row when (current_setting('affiliate.acting',
  true) <> '') execute function audit_change('customer', 'customer_id', '{id,attributed_at,actor_id}', '{reason}',
  '{}');
create trigger issued_truncated before truncate on payouts for each statement
  execute function refuse_issued_change('a payout', '{}');
create trigger issued_truncated before truncate on refund_events for each statement
  execute function refuse_issued_change('a refund', '{}');
create trigger issued_truncated before truncate on commission_changes for each statement
  execute function refuse_issued_change('a commission change', '{}');
create trigger issued_truncated before truncate on payout_items for each statement
  execute function refuse_issued_change('a payout item', '{}');
create trigger issued_truncated before truncate on invoices for each statement
  execute function refuse_issued_change('an invoice', '{}');
create trigger issued_truncated before truncate on invoice_lines for each statement
  execute function refuse_issued_change('an invoice line', '{}');
create trigger written_once_truncate before truncate on partner_statements for each statement
  execute function refuse_statement_change();
create trigger written_once_truncate before truncate on partner_statement_lines for each statement
  execute function refuse_statement_change();
