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

const NO_OTHER_CLICK = 'when no other click has it'
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
      'of people of the team',
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
    before: erased('the values that name the person'),
    after: erased('the values that name the person'),
    ...none('of the merchant', 'workspace_id'),
    ...none('of people of the team', 'user_id'),
    ...none('a word', 'action', 'target_type'),
    ...none('the id of a row, or the pseudonym', 'target_id'),
    ...none('names a call', 'request_id'),
  },
  claims: {
    transaction_id: pseudonymised('its erased name, when it is that of the customer’s order'),
    note: erased('when it is about the customer’s order'),
    message: erased('when it is about the customer’s order'),
    ...none('a day, or a word', 'day', 'state'),
    ...none('of people of the team', 'decided_by'),
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
    click_uuid: pseudonymised('a new one of the same instant, unless it brought somebody else too'),
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
    reason: erased('what somebody wrote; what the service says stays'),
    ...none('a word', 'from_status', 'to_status', 'actor'),
    ...none('of people of the team', 'actor_user_id'),
  },
  commission_policies: {
    ...none('of the merchant', 'product_id', 'type', 'currency', 'duration', 'commission_base'),
  },
  commissions: {
    ...none('a word or a currency', 'kind', 'currency', 'status', 'hold_reason'),
  },
  customers: {
    customer_key: pseudonymised('a random pseudonym'),
    email_hash: erased(),
    processor_customer_id: erased(),
    click_uuid: pseudonymised('a new click id, which no cookie holds'),
    ...none('a word', 'status'),
  },
  customer_attributions: {
    reason: erased(),
    ...none('of people of the team', 'actor_id'),
  },
  request_counts: {
    ...none('a word', 'type', 'outcome'),
  },
  daily_link_stats: {
    ...none('sums of a day', 'currency'),
  },
  daily_stats: {
    ...none('sums of a day', 'currency'),
  },
  erased_signups: {
    trace: pseudonymised('a keyed hash, made by erasing'),
  },
  idempotent_answers: {
    answer: { kind: 'passing', how: 'encrypted, for 24 hours' },
    ...none('of people of the team', 'actor'),
    ...none('a word, and ids of rows', 'operation'),
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
    object_id: pseudonymised('its erased name'),
    ...none('a word', 'processor', 'type', 'reason', 'currency'),
    ...none('names a message of the processor', 'event_id'),
    ...none('of people of the team', 'resolved_by'),
  },
  lead_events: {
    session_id: erased(),
    page_url: erased(),
    additional_data: erased(),
    ...none('a word', 'state', 'source', 'settled_by', 'commission_currency'),
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
    ...none('of people of the team, of a partner, or who would be one', 'recipient'),
  },
  mail_opt_outs: {
    ...none('of people of the team, or of a partner', 'recipient'),
    ...none('a word', 'kind'),
  },
  mails: {
    ...none(
      'of people of the team, of a partner, or who would be one',
      'recipient',
      'data',
      'secret',
      'last_error',
    ),
    ...none('a word', 'language'),
    ...none('of the merchant', 'workspace_id'),
    ...none('names a message', 'message_id', 'cause'),
    ...none('a word', 'kind', 'state'),
  },
  management_keys: {
    ...none('of the merchant', 'workspace_id', 'name', 'key_hash', 'masked'),
    ...none('of people of the team', 'created_by'),
    ...none('words', 'permissions'),
  },
  currencies: {
    ...none('of the installation', 'code'),
  },
  leases: {
    ...none('names a work of the service', 'name'),
    ...none('names a process at that work', 'holder'),
  },
  installation: {
    ...none('of the installation', 'secret_fingerprint'),
  },
  migrations: {
    ...none('of the installation', 'name'),
  },
  outbox_events: {
    data: pseudonymised('the transaction_id in it is an erased name'),
    ...none('names a message', 'message_id'),
    ...none('a word', 'type'),
  },
  partner_groups: {
    ...none('of the merchant', 'name'),
  },
  partner_accounts: {
    ...none('of a partner', 'email', 'time_zone', 'language'),
  },
  partner_sign_in_links: {
    ...none('a hash', 'token_hash'),
    ...none('of whoever asked to sign in as a partner; it goes within hours', 'email'),
    ...none('of the merchant', 'workspace_id'),
  },
  partner_notes: {
    ...none('of a partner, by the team, which deletes it', 'text'),
    ...none('of people of the team', 'author_id', 'edited_by'),
  },
  partner_tags: {
    ...none('of a partner', 'tag'),
  },
  partner_mail_items: {
    ...none('a word', 'kind'),
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
    ...none('a word', 'kind'),
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
    reference: pseudonymised('its erased name: what is told of the payment later finds it'),
  },
  payment_shares: {
    reference: pseudonymised('its erased name'),
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
    charge_id: pseudonymised('its erased name'),
    ...none('a word', 'currency'),
  },
  processor_connections: {
    ...none('of the merchant', 'processor', 'account_id'),
  },
  purged_events_for_review: {
    ...none('a word', 'reason'),
  },
  processor_events: {
    ...none(
      'names a message of the processor: a repeat of it must change nothing',
      'processor',
      'event_id',
      'type',
      'outcome',
    ),
    ...none('words that stand where an id should be', 'placeholders'),
  },
  processor_customers: {
    reference: erased('with its row'),
    click_id: erased('with its row'),
    customer_key: erased('with its row'),
    reference_key: erased('with its row'),
    email_hash: erased('with its row'),
  },
  processor_payments: {
    transaction_id: pseudonymised('its erased name'),
    subscription_id: erased(),
    click_id: erased(),
    customer_key: erased(),
    reference_key: erased(),
    email_hash: erased(),
    processor_customer_id: erased(),
    bill_id: pseudonymised('its erased name'),
    ...none(
      'a word',
      'processor',
      'state',
      'reason',
      'currency',
      'sale_type',
      'subscription_interval',
      'amount_from',
    ),
    ...none('of the merchant: what was sold', 'product_id'),
    ...none('of people of the team', 'decided_by'),
  },
  processor_refunds: {
    refund_id: pseudonymised('its erased name'),
    charge_id: pseudonymised('its erased name'),
    reason: erased(),
    ...none('a word', 'kind', 'currency'),
    ...none('names a message of the processor', 'event_id'),
  },
  program_audit_log: {
    before: erased('the values that name the person'),
    after: erased('the values that name the person'),
    ...none('of the merchant', 'workspace_id'),
    ...none('of people of the team', 'user_id'),
    ...none('a word', 'action', 'target_type'),
    ...none('the id of a row, or the pseudonym', 'target_id'),
    ...none('names a call', 'request_id'),
  },
  application_steps: {
    ...none('of a partner, or who would be one', 'message', 'answers'),
    ...none('a word', 'kind'),
    ...none('of people of the team', 'actor_id'),
  },
  applications: {
    ...none('of a partner, or who would be one', 'email', 'name', 'website', 'answers'),
    ...none('a word', 'status', 'language'),
  },
  join_invitations: {
    ...none('of a partner, or who would be one', 'email'),
    ...none('a hash', 'token_hash'),
    ...none('of people of the team', 'invited_by', 'inviter_name'),
  },
  spent_challenges: {
    ...none('a number that the service drew', 'challenge'),
  },
  join_pages: {
    ...none('of the merchant', 'content', 'questions'),
    ...none('a word', 'mode'),
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
    ...none('a word', 'media_type'),
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
    refund_id: pseudonymised('its erased name: told again, the refund still counts once'),
    reason: erased(),
    ...none('a word', 'kind', 'source'),
    ...none('of people of the team', 'actor_user_id'),
  },
  rejected_requests: {
    transaction_id: pseudonymised('its erased name: sent again, it still counts on its row'),
    customer_key: erased(),
    click_id: erased(),
    amount: erased(),
    currency: erased(),
    ...none('a word', 'type', 'code', 'decision_code', 'field'),
    ...none('times and an attribution window', 'decision_facts'),
    ...none('a sentence of the service, which repeats nothing that was sent', 'message'),
    ...none('of a partner', 'link_code'),
    ...none('names a call', 'request_id'),
  },
  share_links: {
    query: { kind: 'passing', how: 'encrypted, for 24 hours' },
    ...none('a word', 'query_type'),
    ...none('a hash', 'token_hash'),
    ...none('of people of the team', 'created_by'),
  },
  sale_events: {
    transaction_id: pseudonymised('its erased name: sent again, the sale is still a duplicate'),
    subscription_id: erased(),
    provider_payment_id: erased(),
    additional_data: erased(),
    click_uuid: pseudonymised('that of the customer'),
    ...none(
      'a word',
      'currency',
      'sale_type',
      'subscription_interval',
      'provider',
      'attributed_by',
      'status',
      'decision_code',
    ),
    ...none('of the merchant: what was sold', 'product_id'),
    ...none('times and terms of a policy', 'decision_facts'),
  },
  sessions: {
    ...none(
      'of people of the team',
      'id',
      'user_id',
      'token',
      'ip_address',
      'user_agent',
      'active_workspace_id',
    ),
  },
  two_factors: {
    ...none('of people of the team', 'id', 'user_id', 'secret', 'backup_codes'),
  },
  users: {
    ...none('of people of the team', 'id', 'name', 'email', 'image'),
  },
  verifications: {
    ...none('of people of the team', 'id', 'identifier', 'value'),
  },
  webhook_deliveries: {
    last_error: erased(),
    last_answer: erased(),
    ...none('a word', 'state'),
  },
  webhook_endpoints: {
    ...none('of the merchant', 'url', 'event_types', 'secret', 'previous_secret', 'disabled_reason'),
    ...none('of people of the team', 'listened_by'),
    ...none('a word', 'kind'),
  },
  workspace_invitations: {
    ...none('of people of the team', 'id', 'workspace_id', 'email', 'role', 'status', 'inviter_id'),
  },
  workspace_members: {
    ...none('of people of the team', 'id', 'workspace_id', 'user_id', 'role', 'status'),
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

const MONEY = 'a record of money, which names him by his number alone'

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
    email: { kind: 'pseudonymised', how: 'a random address that is none' },
    ...kept('of the merchant', 'workspace_id'),
  },
  program_enrollments: {
    ...kept('of the merchant', 'workspace_id'),
    ...kept('a word', 'status'),
    ...kept('what the team wrote about money that is held', 'payout_hold_reason', 'payouts_held_by'),
  },
  applications: {
    email: { kind: 'pseudonymised', how: 'a random address that is none' },
    name: { kind: 'pseudonymised', how: 'Closed partner' },
    website: { kind: 'erased', how: '' },
    answers: { kind: 'erased', how: '' },
  },
  application_steps: {
    message: { kind: 'erased', how: '' },
    answers: { kind: 'erased', how: '' },
  },
  join_invitations: { email: { kind: 'pseudonymised', how: 'a random address that is none' } },
  payout_details: {
    sealed: { kind: 'erased', how: 'by a job, once nothing is on hold, owed or on its way' },
    ...kept('a word', 'method'),
  },
  payouts: kept(MONEY, 'currency', 'status', 'reference', 'closed_by'),
  payout_batches: kept(MONEY, 'kind', 'created_by'),
  claims: {
    note: { kind: 'erased', how: '' },
    message: { kind: 'erased', how: '' },
    ...kept('the order that he asked about', 'transaction_id'),
    ...kept('a day, or a word', 'day', 'state'),
    ...kept('who of the team decided', 'decided_by'),
  },
  partner_notes: {
    text: { kind: 'erased', how: 'with its row' },
    author_id: { kind: 'erased', how: 'with its row' },
    edited_by: { kind: 'erased', how: 'with its row' },
  },
  partner_tags: { tag: { kind: 'erased', how: 'with its row' } },
  links: {
    ...kept(
      'he published it himself; given to somebody else, his old pages would earn for a stranger',
      'code',
    ),
    ...kept('a word', 'status'),
  },
  link_codes: kept('as that of his link', 'code'),
  rejected_requests: kept('as that of his link', 'link_code'),
  click_dimensions: kept(
    'the address that visitors were sent by, with the code of the link and the partner’s own id',
    'affiliate_url',
    'sub_id',
  ),
  mails: {
    recipient: { kind: 'pseudonymised', how: 'a random address that is none' },
    data: { kind: 'erased', how: '' },
    secret: { kind: 'erased', how: '' },
    last_error: { kind: 'erased', how: '' },
  },
  mail_opt_outs: { recipient: { kind: 'erased', how: 'with its row' } },
  mail_hours: { recipient: { kind: 'erased', how: 'with its row' } },
  outbox_events: { data: { kind: 'pseudonymised', how: 'his name, in what is told of an approval' } },
  webhook_deliveries: kept(
    'what the merchant’s own receiver answered; it goes with its message',
    'last_answer',
  ),
  audit_log: {
    before: { kind: 'erased', how: 'the values that name him' },
    after: { kind: 'erased', how: 'the values that name him' },
  },
  program_audit_log: {
    before: { kind: 'erased', how: 'the values that name him' },
    after: { kind: 'erased', how: 'the values that name him' },
  },
  idempotent_answers: { answer: { kind: 'passing', how: 'encrypted, for 24 hours' } },
}
