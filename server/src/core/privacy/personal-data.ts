/** What erasing a customer does to a column (docs/privacy.md). */
export type Holding =
  /** Exported, and removed on erasure. */
  | { kind: 'erased'; how: string }
  /** Exported, and replaced on erasure by a value that can't be traced back without APP_SECRET, or at all. */
  | { kind: 'pseudonymised'; how: string }
  /** May hold data of a customer, but only for a day. */
  | { kind: 'passing'; how: string }
  /** Holds no customer data, for this reason. */
  | { kind: 'none'; why: string }

const NO_OTHER_CLICK = 'if no other click has it'
const erased = (how = ''): Holding => ({ kind: 'erased', how })
const pseudonymised = (how: string): Holding => ({ kind: 'pseudonymised', how })

function none(why: string, ...columns: string[]): Record<string, Holding> {
  return Object.fromEntries(columns.map((column) => [column, { kind: 'none', why }]))
}

/**
 * The customer data in each text, bytes or JSON column. A migration that adds such a column declares it here;
 * export and erasure are in `operations/data-subjects`.
 */
export const PERSONAL_DATA: Readonly<Record<string, Readonly<Record<string, Holding>>>> = {
  accounts: {
    ...none(
      'of team members',
      'id',
      'user_id',
      'account_id',
      'provider_id',
      'access_token',
      'refresh_token',
      'id_token',
      'scope',
      'password',
    ),
  },
  api_keys: {
    ...none('of the merchant', 'mode', 'key_hash', 'masked'),
  },
  audit_log: {
    before: erased('the values that identify the customer'),
    after: erased('the values that identify the customer'),
    ...none('of the merchant', 'workspace_id'),
    ...none('of team members', 'user_id'),
    ...none('an enum value', 'action', 'target_type'),
    ...none('a row id or a pseudonym', 'target_id'),
    ...none('a request id', 'request_id'),
  },
  claims: {
    transaction_id: pseudonymised('a pseudonym, if it is the customer’s order'),
    note: erased('if it is about the customer’s order'),
    message: erased('if it is about the customer’s order'),
    ...none('a day, or an enum value', 'day', 'state'),
    ...none('of team members', 'decided_by'),
  },
  click_archives: {
    ...none('where an archive lies; what it holds cannot be reached (docs/privacy.md)', 'place', 'name'),
    ...none('a checksum', 'manifest_sha256'),
  },
  click_event_ids: {
    event_hash: { kind: 'passing', how: 'a hash, for 24 hours' },
    click_uuid: { kind: 'passing', how: 'for 24 hours' },
  },
  click_events: {
    click_uuid: pseudonymised('a new id with the same time, unless the click has another customer'),
    session_id: erased(),
    additional_data: erased(),
    session_uuid: erased(),
    consent: erased(),
  },
  click_dimensions: {
    affiliate_url: erased(NO_OTHER_CLICK),
    page_url: erased(NO_OTHER_CLICK),
    page_title: erased(NO_OTHER_CLICK),
    landing_page: erased(NO_OTHER_CLICK),
    sub_id: erased(NO_OTHER_CLICK),
    referrer_url: erased(NO_OTHER_CLICK),
    referrer_site: erased(NO_OTHER_CLICK),
    user_agent: erased(NO_OTHER_CLICK),
    browser: erased(NO_OTHER_CLICK),
    os: erased(NO_OTHER_CLICK),
    device: erased(NO_OTHER_CLICK),
    language: erased(NO_OTHER_CLICK),
    language_code: erased(NO_OTHER_CLICK),
    country: erased(NO_OTHER_CLICK),
    timezone: erased(NO_OTHER_CLICK),
    screen_resolution: erased(NO_OTHER_CLICK),
    viewport_size: erased(NO_OTHER_CLICK),
  },
  commission_changes: {
    reason: erased('written text; texts of the service stay'),
    ...none('an enum value', 'from_status', 'to_status', 'actor'),
    ...none('of team members', 'actor_user_id'),
  },
  commission_policies: {
    ...none('of the merchant', 'product_id', 'type', 'currency', 'duration', 'commission_base'),
  },
  commissions: {
    ...none('an enum value or a currency', 'kind', 'currency', 'status', 'hold_reason'),
  },
  customers: {
    customer_key: pseudonymised('a random pseudonym'),
    email_hash: erased(),
    processor_customer_id: erased(),
    click_uuid: pseudonymised('a new click id, which no cookie holds'),
    ...none('an enum value', 'status'),
  },
  customer_attributions: {
    reason: erased(),
    ...none('of team members', 'actor_id'),
  },
  request_counts: {
    ...none('an enum value', 'type', 'outcome'),
  },
  daily_link_stats: {
    ...none('sums of a day', 'currency'),
  },
  daily_stats: {
    ...none('sums of a day', 'currency'),
  },
  erased_signups: {
    trace: pseudonymised('a keyed hash, created by the erasure'),
  },
  idempotent_answers: {
    answer: { kind: 'passing', how: 'encrypted, for 24 hours' },
    ...none('of team members', 'actor'),
    ...none('an enum value, and row ids', 'operation'),
    ...none('of the merchant', 'key'),
    ...none('a hash', 'fingerprint'),
  },
  invoice_lines: {
    ...none('of the merchant', 'kind', 'currency', 'exchange_rate'),
  },
  invoices: {
    ...none(
      'of the merchant',
      'time_zone',
      'issuer',
      'program_name',
      'workspace_name',
      'exchange_rates',
      'issued_by',
      'kind',
      'void_reason',
      'issuer_address',
      'issuer_tax_id',
      'billed_name',
      'billed_address',
      'billed_tax_id',
    ),
  },
  events_for_review: {
    object_id: pseudonymised('a pseudonym'),
    ...none('an enum value', 'processor', 'type', 'reason', 'currency'),
    ...none('an event id of the processor', 'event_id'),
    ...none('of team members', 'resolved_by'),
  },
  lead_events: {
    session_id: erased(),
    page_url: erased(),
    additional_data: erased(),
    ...none('an enum value', 'state', 'source', 'settled_by', 'commission_currency'),
  },
  link_codes: {
    ...none('of a partner', 'code'),
  },
  link_stat_rollups: {
    ...none('sums of some days', 'currency'),
  },
  links: {
    ...none('of a partner', 'code', 'status'),
  },
  mail_hours: {
    ...none('of team members, a partner or an applicant', 'recipient'),
  },
  mail_opt_outs: {
    ...none('of team members or a partner', 'recipient'),
    ...none('an enum value', 'kind'),
  },
  mails: {
    ...none('of team members, a partner or an applicant', 'recipient', 'data', 'secret', 'last_error'),
    ...none('an enum value', 'language'),
    ...none('of the merchant', 'workspace_id'),
    ...none('a message id', 'message_id', 'cause'),
    ...none('an enum value', 'kind', 'state'),
  },
  management_keys: {
    ...none('of the merchant', 'workspace_id', 'name', 'key_hash', 'masked'),
    ...none('of team members', 'created_by'),
    ...none('words', 'permissions'),
  },
  currencies: {
    ...none('of the installation', 'code'),
  },
  leases: {
    ...none('a job name', 'name'),
    ...none('a process id', 'holder'),
  },
  installation: {
    ...none('of the installation', 'secret_fingerprint'),
  },
  migrations: {
    ...none('of the installation', 'name'),
  },
  outbox_events: {
    data: pseudonymised('its transaction_id is a pseudonym'),
    ...none('a message id', 'message_id'),
    ...none('an enum value', 'type'),
  },
  partner_groups: {
    ...none('of the merchant', 'name'),
  },
  partner_accounts: {
    ...none('of a partner', 'email', 'time_zone', 'language'),
  },
  partner_sign_in_links: {
    ...none('a hash', 'token_hash'),
    ...none('of someone who requested a sign-in link; deleted within hours', 'email'),
    ...none('of the merchant', 'workspace_id'),
  },
  partner_notes: {
    ...none('about a partner, written and deleted by the team', 'text'),
    ...none('of team members', 'author_id', 'edited_by'),
  },
  partner_tags: {
    ...none('of a partner', 'tag'),
  },
  partner_mail_items: {
    ...none('an enum value', 'kind'),
  },
  partner_statements: {
    ...none('sums of a month', 'month', 'currency', 'time_zone'),
  },
  partner_statement_lines: {
    ...none('sums of a month', 'month', 'currency'),
  },
  partner_statement_months: {
    ...none('a month', 'month'),
  },
  partner_sessions: {
    ...none('a hash', 'token_hash'),
    ...none('of a partner', 'device'),
    ...none('of the merchant', 'workspace_id'),
  },
  partner_passkeys: {
    ...none('of a partner', 'credential_id', 'public_key', 'name', 'transports'),
  },
  partner_passkey_challenges: {
    ...none('a hash', 'challenge_hash'),
  },
  delegated_sessions: {
    ...none('an enum value', 'kind'),
    ...none('a hash', 'ticket_hash', 'token_hash'),
    ...none('of the merchant', 'workspace_id', 'user_id'),
  },
  program_enrollments: {
    ...none('of a partner', 'workspace_id', 'status', 'payout_hold_reason', 'payouts_held_by'),
  },
  partners: {
    ...none('of a partner', 'workspace_id', 'name', 'email'),
  },
  payment_references: {
    reference: pseudonymised('a pseudonym, by which later reports about the payment find it'),
  },
  payment_shares: {
    reference: pseudonymised('a pseudonym'),
  },
  portal_settings: {
    ...none('of the merchant', 'embed_origins', 'language'),
  },
  payout_batches: {
    ...none('of a partner', 'kind', 'created_by'),
  },
  payout_details: {
    ...none('of a partner', 'method', 'sealed'),
  },
  payout_settings: {
    ...none('of the merchant', 'debtor', 'minimums', 'paid_month'),
  },
  payouts: {
    ...none('of a partner', 'currency', 'status', 'reference', 'closed_by'),
  },
  platform_fees: {
    ...none('of the merchant', 'currency'),
  },
  processor_accounts: {
    ...none('of the merchant', 'processor', 'account_id', 'connected_by', 'webhook_secret'),
  },
  processor_charges: {
    charge_id: pseudonymised('a pseudonym'),
    ...none('an enum value', 'currency'),
  },
  processor_connections: {
    ...none('of the merchant', 'processor', 'account_id'),
  },
  purged_events_for_review: {
    ...none('an enum value', 'reason'),
  },
  processor_events: {
    ...none(
      'an event id of the processor, so that a redelivery changes nothing',
      'processor',
      'event_id',
      'type',
      'outcome',
    ),
    ...none('placeholders sent as an id', 'placeholders'),
  },
  processor_customers: {
    reference: erased('with its row'),
    click_id: erased('with its row'),
    customer_key: erased('with its row'),
    reference_key: erased('with its row'),
    email_hash: erased('with its row'),
  },
  processor_payments: {
    transaction_id: pseudonymised('a pseudonym'),
    subscription_id: erased(),
    click_id: erased(),
    customer_key: erased(),
    reference_key: erased(),
    email_hash: erased(),
    processor_customer_id: erased(),
    bill_id: pseudonymised('a pseudonym'),
    ...none(
      'an enum value',
      'processor',
      'state',
      'reason',
      'currency',
      'sale_type',
      'subscription_interval',
      'amount_from',
    ),
    ...none('the product, set by the merchant', 'product_id'),
    ...none('of team members', 'decided_by'),
  },
  processor_refunds: {
    refund_id: pseudonymised('a pseudonym'),
    charge_id: pseudonymised('a pseudonym'),
    reason: erased(),
    ...none('an enum value', 'kind', 'currency'),
    ...none('an event id of the processor', 'event_id'),
  },
  program_audit_log: {
    before: erased('the values that identify the customer'),
    after: erased('the values that identify the customer'),
    ...none('of the merchant', 'workspace_id'),
    ...none('of team members', 'user_id'),
    ...none('an enum value', 'action', 'target_type'),
    ...none('a row id or a pseudonym', 'target_id'),
    ...none('a request id', 'request_id'),
  },
  application_steps: {
    ...none('of a partner or an applicant', 'message', 'answers'),
    ...none('an enum value', 'kind'),
    ...none('of team members', 'actor_id'),
  },
  applications: {
    ...none('of a partner or an applicant', 'email', 'name', 'website', 'answers'),
    ...none('an enum value', 'status', 'language'),
  },
  join_invitations: {
    ...none('of a partner or an applicant', 'email'),
    ...none('a hash', 'token_hash'),
    ...none('of team members', 'invited_by', 'inviter_name'),
  },
  spent_challenges: {
    ...none('a random number', 'challenge'),
  },
  join_pages: {
    ...none('of the merchant', 'content', 'questions'),
    ...none('an enum value', 'mode'),
  },
  join_terms: {
    ...none('of the merchant', 'content'),
  },
  program_brands: {
    ...none('of the merchant', 'slug', 'color', 'reply_to'),
    ...none('a checksum', 'logo_digest'),
  },
  program_logos: {
    ...none('of the merchant', 'bytes'),
    ...none('an enum value', 'media_type'),
    ...none('a checksum', 'digest'),
  },
  program_slugs: {
    ...none('of the merchant', 'slug'),
  },
  programs: {
    ...none(
      'of the merchant',
      'workspace_id',
      'name',
      'status',
      'time_zone',
      'lead_auth_policy',
      'payment_tracking_mode',
      'per_lead_currency',
      'processor_connection_status',
      'processor_account_id',
      'commission_approval',
      'commission_base',
      'legal_name',
      'legal_address',
      'tax_id',
      'site_url',
    ),
  },
  refund_events: {
    refund_id: pseudonymised('a pseudonym, so that the refund still counts once when it is reported again'),
    reason: erased(),
    ...none('an enum value', 'kind', 'source'),
    ...none('of team members', 'actor_user_id'),
  },
  rejected_requests: {
    transaction_id: pseudonymised('a pseudonym, so that it still matches its row when it is sent again'),
    customer_key: erased(),
    click_id: erased(),
    amount: erased(),
    currency: erased(),
    ...none('an enum value', 'type', 'code', 'decision_code', 'field'),
    ...none('times and an attribution window', 'decision_facts'),
    ...none('a text of the service that contains no input', 'message'),
    ...none('of a partner', 'link_code'),
    ...none('a request id', 'request_id'),
  },
  share_links: {
    query: { kind: 'passing', how: 'encrypted, for 24 hours' },
    ...none('an enum value', 'query_type'),
    ...none('a hash', 'token_hash'),
    ...none('of team members', 'created_by'),
  },
  sale_events: {
    transaction_id: pseudonymised('a pseudonym, so that the sale is still a duplicate when it is sent again'),
    subscription_id: erased(),
    provider_payment_id: erased(),
    additional_data: erased(),
    click_uuid: pseudonymised('the customer’s'),
    ...none(
      'an enum value',
      'currency',
      'sale_type',
      'subscription_interval',
      'provider',
      'attributed_by',
      'status',
      'decision_code',
    ),
    ...none('the product, set by the merchant', 'product_id'),
    ...none('times and terms of a policy', 'decision_facts'),
  },
  sessions: {
    ...none('of team members', 'id', 'user_id', 'token', 'ip_address', 'user_agent', 'active_workspace_id'),
  },
  two_factors: {
    ...none('of team members', 'id', 'user_id', 'secret', 'backup_codes'),
  },
  users: {
    ...none('of team members', 'id', 'name', 'email', 'image'),
  },
  verifications: {
    ...none('of team members', 'id', 'identifier', 'value'),
  },
  webhook_deliveries: {
    last_error: erased(),
    last_answer: erased(),
    ...none('an enum value', 'state'),
  },
  webhook_endpoints: {
    ...none('of the merchant', 'url', 'event_types', 'secret', 'previous_secret', 'disabled_reason'),
    ...none('of team members', 'listened_by'),
    ...none('an enum value', 'kind'),
  },
  workspace_invitations: {
    ...none('of team members', 'id', 'workspace_id', 'email', 'role', 'status', 'inviter_id'),
  },
  workspace_members: {
    ...none('of team members', 'id', 'workspace_id', 'user_id', 'role', 'status'),
  },
  workspace_programs: {
    ...none('of the merchant', 'workspace_id'),
  },
  workspaces: {
    ...none('of the merchant', 'id', 'name', 'slug', 'logo', 'metadata'),
  },
}

/** What closing a partner account does to a column (docs/partner-portal.md). */
export type PartnerHolding =
  /** Removed. */
  | { kind: 'erased'; how: string }
  /** Replaced by a value that can't be traced back. */
  | { kind: 'pseudonymised'; how: string }
  /** Expires within a day. */
  | { kind: 'passing'; how: string }
  /** Kept, for this reason. */
  | { kind: 'kept'; why: string }

function kept(why: string, ...columns: string[]): Record<string, PartnerHolding> {
  return Object.fromEntries(columns.map((column) => [column, { kind: 'kept', why }]))
}

const MONEY = 'a financial record, which identifies the partner only by number'

/**
 * Columns with data of partners or applicants: each is erased when the account is closed
 * (`close-account.flow.ts`), or kept for a reason. A test checks that every partner column of `PERSONAL_DATA`
 * is listed.
 */
export const PARTNER_DATA: Readonly<Record<string, Readonly<Record<string, PartnerHolding>>>> = {
  partner_accounts: {
    email: { kind: 'erased', how: '' },
    time_zone: { kind: 'erased', how: '' },
    language: { kind: 'erased', how: '' },
  },
  partner_sessions: { device: { kind: 'erased', how: 'with its row' } },
  partner_sign_in_links: { email: { kind: 'erased', how: 'with its row' } },
  partner_passkeys: {
    credential_id: { kind: 'erased', how: 'with its row' },
    public_key: { kind: 'erased', how: 'with its row' },
    name: { kind: 'erased', how: 'with its row' },
    transports: { kind: 'erased', how: 'with its row' },
  },
  partners: {
    name: { kind: 'pseudonymised', how: 'Closed partner, and its number' },
    email: { kind: 'pseudonymised', how: 'a random address that cannot receive mail' },
    ...kept('of the merchant', 'workspace_id'),
  },
  program_enrollments: {
    ...kept('of the merchant', 'workspace_id'),
    ...kept('an enum value', 'status'),
    ...kept('the team’s reason for a hold', 'payout_hold_reason', 'payouts_held_by'),
  },
  applications: {
    email: { kind: 'pseudonymised', how: 'a random address that cannot receive mail' },
    name: { kind: 'pseudonymised', how: 'Closed partner' },
    website: { kind: 'erased', how: '' },
    answers: { kind: 'erased', how: '' },
  },
  application_steps: {
    message: { kind: 'erased', how: '' },
    answers: { kind: 'erased', how: '' },
  },
  join_invitations: { email: { kind: 'pseudonymised', how: 'a random address that cannot receive mail' } },
  payout_details: {
    sealed: { kind: 'erased', how: 'by a job, once nothing is on hold, due or being paid' },
    ...kept('an enum value', 'method'),
  },
  payouts: kept(MONEY, 'currency', 'status', 'reference', 'closed_by'),
  payout_batches: kept(MONEY, 'kind', 'created_by'),
  claims: {
    note: { kind: 'erased', how: '' },
    message: { kind: 'erased', how: '' },
    ...kept('the order of the claim', 'transaction_id'),
    ...kept('a day, or an enum value', 'day', 'state'),
    ...kept('the team member who decided', 'decided_by'),
  },
  partner_notes: {
    text: { kind: 'erased', how: 'with its row' },
    author_id: { kind: 'erased', how: 'with its row' },
    edited_by: { kind: 'erased', how: 'with its row' },
  },
  partner_tags: { tag: { kind: 'erased', how: 'with its row' } },
  links: {
    ...kept('published by the partner; reused, old pages would earn for another partner', 'code'),
    ...kept('an enum value', 'status'),
  },
  link_codes: kept('like the link', 'code'),
  rejected_requests: kept('like the link', 'link_code'),
  click_dimensions: kept(
    'the visited link, with its code and the partner’s own id',
    'affiliate_url',
    'sub_id',
  ),
  mails: {
    recipient: { kind: 'pseudonymised', how: 'a random address that cannot receive mail' },
    data: { kind: 'erased', how: '' },
    secret: { kind: 'erased', how: '' },
    last_error: { kind: 'erased', how: '' },
  },
  mail_opt_outs: { recipient: { kind: 'erased', how: 'with its row' } },
  mail_hours: { recipient: { kind: 'erased', how: 'with its row' } },
  outbox_events: { data: { kind: 'pseudonymised', how: 'the partner’s name, in the event of an approval' } },
  webhook_deliveries: kept(
    'the response of the merchant’s endpoint; deleted with its message',
    'last_answer',
  ),
  audit_log: {
    before: { kind: 'erased', how: 'the values that identify the partner' },
    after: { kind: 'erased', how: 'the values that identify the partner' },
  },
  program_audit_log: {
    before: { kind: 'erased', how: 'the values that identify the partner' },
    after: { kind: 'erased', how: 'the values that identify the partner' },
  },
  idempotent_answers: { answer: { kind: 'passing', how: 'encrypted, for 24 hours' } },
}
