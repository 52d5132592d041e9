/** The effect of erasing a customer on a column (docs/privacy.md). */
export type ColumnHandling =
  /** Exported, and removed on erasure. */
  | { kind: 'erased'; how: string }
  /** Exported, and replaced on erasure by a value that can't be traced back without APP_SECRET, or at all. */
  | { kind: 'pseudonymized'; how: string }
  /** May hold customer data, but only for a day. */
  | { kind: 'passing'; how: string }
  /** Holds no customer data, for this reason. */
  | { kind: 'none'; why: string }

const NO_OTHER_CLICK = 'Removed if no other click uses it'
const erased = (how = ''): ColumnHandling => ({ kind: 'erased', how })
const pseudonymized = (how: string): ColumnHandling => ({ kind: 'pseudonymized', how })

function none(why: string, ...columns: string[]): Record<string, ColumnHandling> {
  return Object.fromEntries(columns.map((column) => [column, { kind: 'none', why }]))
}

/**
 * The customer data in each text, bytes or JSON column, unless a check limits it to fixed values. A migration that adds
 * such a column declares it here; export and erasure are in `operations/data-subjects`.
 */
export const PERSONAL_DATA: Readonly<Record<string, Readonly<Record<string, ColumnHandling>>>> = {
  accounts: none(
    'Belongs to team members',
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
  api_keys: none('Belongs to the merchant', 'key_hash', 'masked'),
  audit_log: {
    before: erased('Removes the values that identify the customer'),
    after: erased('Removes the values that identify the customer'),
    ...none('Belongs to the merchant', 'workspace_id'),
    ...none('Belongs to team members', 'user_id'),
    ...none('An enum value', 'action', 'target_type'),
    ...none('A row ID or a pseudonym', 'target_id'),
    ...none('A request ID', 'request_id'),
  },
  claims: {
    transaction_id: pseudonymized('Pseudonymized if it is the customer’s order'),
    note: erased('Removed if the claim is about one of the customer’s orders'),
    message: erased('Removed if the claim is about one of the customer’s orders'),
    ...none('A date or an enum value', 'day'),
    ...none('Belongs to team members', 'decided_by'),
  },
  click_archives: {
    ...none('An archive’s location; erasure doesn’t reach its content (docs/privacy.md)', 'place', 'name'),
    ...none('A checksum', 'manifest_sha256'),
  },
  click_event_ids: {
    event_hash: { kind: 'passing', how: 'A hash, deleted after 24 hours' },
    click_uuid: { kind: 'passing', how: 'Deleted after 24 hours' },
  },
  click_events: {
    click_uuid: pseudonymized('A new ID with the same time, unless the click has another customer'),
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
  click_value_rollups: { value: erased('Counted again without the value') },
  commission_changes: {
    reason: erased('Removes text written by people; generated reasons stay'),
    ...none('An enum value', 'from_status', 'to_status'),
    ...none('Belongs to team members', 'actor_user_id'),
  },
  commission_policies: none('Belongs to the merchant', 'product_id'),
  customers: {
    customer_key: pseudonymized('A random pseudonym'),
    email_hash: erased(),
    processor_customer_id: erased(),
    click_uuid: pseudonymized('A new click ID that no cookie contains'),
  },
  coupon_codes: none('Belongs to a partner', 'code', 'code_key', 'customer_discount'),
  customer_attributions: {
    reason: erased(),
    ...none('Belongs to team members', 'actor_id'),
  },
  erased_signups: {
    trace: pseudonymized('A keyed hash, created by the erasure'),
  },
  idempotent_responses: {
    response: { kind: 'passing', how: 'Encrypted, deleted after 24 hours' },
    ...none('Belongs to team members', 'actor'),
    ...none('An operation name and row IDs', 'operation'),
    ...none('Belongs to the merchant', 'key'),
    ...none('A hash', 'fingerprint'),
  },
  invoice_lines: none('Belongs to the merchant', 'exchange_rate'),
  invoices: none(
    'Belongs to the merchant',
    'time_zone',
    'issuer',
    'program_name',
    'workspace_name',
    'exchange_rates',
    'sums',
    'issued_by',
    'void_reason',
    'issuer_address',
    'issuer_tax_id',
    'billed_name',
    'billed_address',
    'billed_tax_id',
  ),
  events_for_review: {
    object_id: pseudonymized('Pseudonymized'),
    ...none('An enum value', 'processor', 'type', 'currency'),
    ...none('A processor event ID', 'event_id'),
    ...none('Belongs to team members', 'resolved_by'),
  },
  lead_events: {
    coupon_code: erased('Typed by the customer; the code that it matched stays'),
    ...none('Times, IDs and field names', 'decision_facts'),
    ...none('A pseudonym and a click ID', 'test_facts'),
    session_id: erased(),
    page_url: erased(),
    landing_page: erased(),
    ...none('The name of a known browser', 'browser'),
    additional_data: erased(),
  },
  link_codes: none('Belongs to a partner', 'code'),
  links: none('Belongs to a partner', 'code'),
  mail_hours: none('Belongs to a team member, partner or applicant', 'recipient'),
  mail_opt_outs: none('Belongs to a team member or partner', 'recipient'),
  mails: {
    ...none('Belongs to a team member, partner or applicant', 'recipient', 'data', 'secret', 'last_error'),
    ...none('Belongs to the merchant', 'workspace_id'),
    ...none('A message ID', 'message_id', 'cause'),
  },
  management_keys: {
    ...none('Belongs to the merchant', 'workspace_id', 'name', 'key_hash', 'masked'),
    ...none('Belongs to team members', 'created_by'),
    ...none('A list of enum values', 'permissions'),
  },
  leases: {
    ...none('A job name', 'name'),
    ...none('A process ID', 'holder'),
  },
  installation: none('Belongs to the installation', 'secret_fingerprint'),
  migrations: none('Belongs to the installation', 'name', 'digest'),
  outbox_events: {
    data: pseudonymized('Its transaction_id is pseudonymized'),
    ...none('A message ID', 'message_id'),
    ...none('An enum value', 'type'),
  },
  partner_groups: none('Belongs to the merchant', 'name'),
  partner_accounts: none('Belongs to a partner', 'email', 'time_zone', 'language', 'browser_language'),
  partner_sign_in_links: {
    ...none('A hash', 'token_hash'),
    ...none('Belongs to someone signing in as a partner; deleted within hours', 'email'),
    ...none('Belongs to the merchant', 'workspace_id'),
  },
  partner_notes: {
    ...none('Written by the team about a partner; the team can delete it', 'text'),
    ...none('Belongs to team members', 'author_id', 'edited_by'),
  },
  partner_tags: none('Belongs to a partner', 'tag'),
  partner_statements: none('Monthly totals', 'month', 'time_zone'),
  partner_statement_lines: none('Monthly totals', 'month'),
  partner_statement_months: none('A month', 'month'),
  partner_sessions: {
    ...none('A hash', 'token_hash'),
    ...none('Belongs to a partner', 'device'),
    ...none('Belongs to the merchant', 'workspace_id'),
  },
  partner_passkeys: none('Belongs to a partner', 'credential_id', 'public_key', 'name', 'transports'),
  partner_passkey_challenges: none('A hash', 'challenge_hash'),
  delegated_sessions: {
    ...none('A hash', 'ticket_hash', 'token_hash'),
    ...none('Belongs to the merchant', 'workspace_id', 'user_id'),
  },
  program_enrollments: none('Belongs to a partner', 'workspace_id', 'payout_hold_reason', 'payouts_held_by'),
  partners: none('Belongs to a partner', 'workspace_id', 'name', 'email'),
  payment_references: {
    reference: pseudonymized('Pseudonymized, so later events for the payment still match'),
  },
  payment_shares: {
    reference: pseudonymized('Pseudonymized'),
  },
  portal_settings: none('Belongs to the merchant', 'embed_origins', 'own_code_pattern', 'own_code_discount'),
  payout_batches: none('Belongs to a partner', 'created_by'),
  payout_details: none('Belongs to a partner', 'sealed'),
  payout_settings: none('Belongs to the merchant', 'debtor', 'minimums', 'paid_month'),
  payouts: none('Belongs to a partner', 'reference', 'closed_by'),
  processor_accounts: none('Belongs to the merchant', 'processor', 'account_id', 'webhook_secret', 'api_key'),
  processor_charges: {
    charge_id: pseudonymized('Pseudonymized'),
    ...none('An enum value', 'currency'),
  },
  processor_connections: none('Belongs to the merchant', 'processor', 'account_id'),
  processor_events: {
    ...none(
      'A processor event ID, so a redelivered event changes nothing',
      'processor',
      'event_id',
      'type',
      'outcome',
    ),
    ...none('Placeholder values sent instead of IDs', 'placeholders'),
    reference: pseudonymized('Pseudonymized like the IDs of its payment; the ID of a test sale is kept'),
  },
  processor_customers: {
    reference: erased('Deleted with its row'),
    click_id: erased('Deleted with its row'),
    customer_key: erased('Deleted with its row'),
    reference_key: erased('Deleted with its row'),
    coupon_code: erased('Deleted with its row'),
    email_hash: erased('Deleted with its row'),
  },
  processor_payments: {
    transaction_id: pseudonymized('Pseudonymized'),
    subscription_id: erased(),
    click_id: erased(),
    customer_key: erased(),
    reference_key: erased(),
    coupon_code: erased(),
    email_hash: erased(),
    processor_customer_id: erased(),
    bill_id: pseudonymized('Pseudonymized'),
    ...none('An enum value', 'processor', 'currency'),
    ...none('The product, set by the merchant', 'product_id'),
    ...none('Belongs to team members', 'decided_by'),
  },
  processor_refunds: {
    refund_id: pseudonymized('Pseudonymized'),
    charge_id: pseudonymized('Pseudonymized'),
    reason: erased(),
    ...none('An enum value', 'currency'),
    ...none('A processor event ID', 'event_id'),
  },
  reconciliations: {
    ...none('A month or an enum value', 'month', 'processor', 'failure', 'unattributed_reasons'),
    ...none('Identifies a process', 'holder'),
    ...none('A position in the processor’s list', 'cursor'),
    ...none('Belongs to team members', 'closed_by', 'close_note'),
  },
  reconciliation_items: {
    reference: erased('Deleted with its row'),
    keys: erased('Deleted with its row'),
    note: erased('Deleted with its row'),
    ...none('An enum value', 'reason', 'currency', 'recorded_currency'),
    ...none('Belongs to team members', 'note_by', 'recorded_by'),
  },
  program_audit_log: {
    before: erased('Removes the values that identify the customer'),
    after: erased('Removes the values that identify the customer'),
    ...none('Belongs to the merchant', 'workspace_id'),
    ...none('Belongs to team members', 'user_id'),
    ...none('An enum value', 'action', 'target_type'),
    ...none('A row ID or a pseudonym', 'target_id'),
    ...none('A request ID', 'request_id'),
  },
  application_steps: {
    ...none('Belongs to a partner or applicant', 'message', 'answers'),
    ...none('Belongs to team members', 'actor_id'),
  },
  applications: none('Belongs to a partner or applicant', 'email', 'name', 'website', 'answers'),
  join_invitations: {
    ...none('Belongs to a partner or applicant', 'email'),
    ...none('A hash', 'token_hash'),
    ...none('Belongs to team members', 'invited_by', 'inviter_name'),
  },
  spent_challenges: none('A random number', 'challenge'),
  join_pages: none('Belongs to the merchant', 'content', 'questions'),
  join_terms: none('Belongs to the merchant', 'content'),
  program_brands: {
    ...none('Belongs to the merchant', 'slug', 'color', 'reply_to'),
    ...none('A checksum', 'logo_digest'),
  },
  program_logos: {
    ...none('Belongs to the merchant', 'bytes'),
    ...none('An enum value', 'media_type'),
    ...none('A checksum', 'digest'),
  },
  program_slugs: none('Belongs to the merchant', 'slug'),
  redirect_domains: none('Belongs to the merchant', 'domain'),
  programs: none(
    'Belongs to the merchant',
    'workspace_id',
    'name',
    'time_zone',
    'processor_account_id',
    'legal_name',
    'legal_address',
    'tax_id',
    'site_url',
    'redirect_domain',
  ),
  refund_events: {
    refund_id: pseudonymized('Pseudonymized, so a repeated refund still counts once'),
    reason: erased(),
    ...none('Belongs to team members', 'actor_user_id'),
  },
  rejected_requests: {
    transaction_id: pseudonymized('Pseudonymized, so a repeated request still matches its row'),
    customer_key: erased(),
    click_id: erased(),
    amount: erased(),
    currency: erased(),
    coupon_code: erased('Typed by the customer'),
    landing_page: erased(),
    ...none('The name of a known browser', 'browser'),
    ...none('An enum value', 'code', 'decision_code', 'field'),
    ...none('Times and an attribution window', 'decision_facts'),
    ...none('A service message that contains no input', 'message'),
    ...none('Belongs to a partner', 'link_code'),
    ...none('A request ID', 'request_id'),
  },
  share_links: {
    query: { kind: 'passing', how: 'Encrypted, deleted after 24 hours' },
    ...none('A hash', 'token_hash'),
    ...none('Belongs to team members', 'created_by'),
  },
  sale_events: {
    coupon_code: erased('Typed by the customer; the code that it matched stays'),
    transaction_id: pseudonymized('Pseudonymized, so a repeated sale is still a duplicate'),
    subscription_id: erased(),
    provider_payment_id: erased(),
    additional_data: erased(),
    landing_page: erased(),
    ...none('The name of a known browser', 'browser'),
    click_uuid: pseudonymized('Replaced like the customer’s click ID'),
    ...none('An enum value', 'provider'),
    ...none('The product, set by the merchant', 'product_id'),
    ...none('Times, policy terms, IDs and field names', 'decision_facts'),
    ...none('A pseudonym and a click ID', 'test_facts'),
  },
  sessions: none(
    'Belongs to team members',
    'id',
    'user_id',
    'token',
    'ip_address',
    'user_agent',
    'active_workspace_id',
  ),
  two_factors: none('Belongs to team members', 'id', 'user_id', 'secret', 'backup_codes'),
  users: none('Belongs to team members', 'id', 'name', 'email', 'image'),
  verifications: none('Belongs to team members', 'id', 'identifier', 'value'),
  webhook_deliveries: {
    last_error: erased(),
    last_response: erased(),
  },
  webhook_endpoints: {
    ...none('Belongs to the merchant', 'url', 'event_types', 'secret', 'previous_secret', 'disabled_reason'),
    ...none('Belongs to team members', 'listened_by'),
  },
  workspace_invitations: none(
    'Belongs to team members',
    'id',
    'workspace_id',
    'email',
    'role',
    'status',
    'inviter_id',
  ),
  workspace_members: none('Belongs to team members', 'id', 'workspace_id', 'user_id'),
  workspace_programs: none('Belongs to the merchant', 'workspace_id'),
  workspaces: none('Belongs to the merchant', 'id', 'name', 'slug', 'logo', 'metadata'),
}

/** The effect of closing a partner account on a column (docs/partner-portal.md). */
export type PartnerHolding =
  /** Removed. */
  | { kind: 'erased'; how: string }
  /** Replaced by a value that can't be traced back. */
  | { kind: 'pseudonymized'; how: string }
  /** Expires within a day. */
  | { kind: 'passing'; how: string }
  /** Kept, for this reason. */
  | { kind: 'kept'; why: string }

function retained(why: string, ...columns: string[]): Record<string, PartnerHolding> {
  return Object.fromEntries(columns.map((column) => [column, { kind: 'kept', why }]))
}

const MONEY = 'A financial record that identifies the partner only by ID'

/**
 * Columns with partner or applicant data. Each is erased when the account is closed (`close-account.flow.ts`), or kept
 * for the given reason. A test checks that every partner column of `PERSONAL_DATA` is listed.
 */
export const PARTNER_DATA: Readonly<Record<string, Readonly<Record<string, PartnerHolding>>>> = {
  partner_accounts: {
    email: { kind: 'erased', how: '' },
    time_zone: { kind: 'erased', how: '' },
    language: { kind: 'erased', how: '' },
    browser_language: { kind: 'erased', how: '' },
  },
  partner_sessions: { device: { kind: 'erased', how: 'Deleted with its row' } },
  partner_sign_in_links: { email: { kind: 'erased', how: 'Deleted with its row' } },
  partner_passkeys: {
    credential_id: { kind: 'erased', how: 'Deleted with its row' },
    public_key: { kind: 'erased', how: 'Deleted with its row' },
    name: { kind: 'erased', how: 'Deleted with its row' },
    transports: { kind: 'erased', how: 'Deleted with its row' },
  },
  partners: {
    name: { kind: 'pseudonymized', how: 'Replaced by “Closed partner” and the partner ID' },
    email: { kind: 'pseudonymized', how: 'Replaced by a random address that can’t receive mail' },
    ...retained('Belongs to the merchant', 'workspace_id'),
  },
  program_enrollments: {
    ...retained('Belongs to the merchant', 'workspace_id'),
    ...retained('The team’s reason for pausing payouts', 'payout_hold_reason', 'payouts_held_by'),
  },
  applications: {
    email: { kind: 'pseudonymized', how: 'Replaced by a random address that can’t receive mail' },
    name: { kind: 'pseudonymized', how: 'Replaced by “Closed partner”' },
    website: { kind: 'erased', how: '' },
    answers: { kind: 'erased', how: '' },
  },
  application_steps: {
    message: { kind: 'erased', how: '' },
    answers: { kind: 'erased', how: '' },
  },
  join_invitations: {
    email: { kind: 'pseudonymized', how: 'Replaced by a random address that can’t receive mail' },
  },
  payout_details: {
    sealed: { kind: 'erased', how: 'Deleted by a job, once nothing is on hold, due or being paid' },
  },
  payouts: retained(MONEY, 'reference', 'closed_by'),
  payout_batches: retained(MONEY, 'created_by'),
  claims: {
    note: { kind: 'erased', how: '' },
    message: { kind: 'erased', how: '' },
    ...retained('The claim’s order', 'transaction_id'),
    ...retained('A date or an enum value', 'day'),
    ...retained('The team member who decided', 'decided_by'),
  },
  partner_notes: {
    text: { kind: 'erased', how: 'Deleted with its row' },
    author_id: { kind: 'erased', how: 'Deleted with its row' },
    edited_by: { kind: 'erased', how: 'Deleted with its row' },
  },
  partner_tags: { tag: { kind: 'erased', how: 'Deleted with its row' } },
  coupon_codes: {
    ...retained('Published by the partner, and set up in the merchant’s checkout', 'code', 'code_key'),
    ...retained('Set by the merchant', 'customer_discount'),
  },
  links: retained(
    'Published by the partner; if it were reused, old pages would earn for another partner',
    'code',
  ),
  link_codes: retained('Retained for the same reason as the link’s code', 'code'),
  rejected_requests: retained('Retained for the same reason as the link’s code', 'link_code'),
  click_dimensions: retained(
    'the visited link, including its code and the partner’s ID',
    'affiliate_url',
    'sub_id',
  ),
  click_value_rollups: retained('the partner’s IDs in visited links, counted per day', 'value'),
  mails: {
    recipient: { kind: 'pseudonymized', how: 'Replaced by a random address that can’t receive mail' },
    data: { kind: 'erased', how: '' },
    secret: { kind: 'erased', how: '' },
    last_error: { kind: 'erased', how: '' },
  },
  mail_opt_outs: { recipient: { kind: 'erased', how: 'Deleted with its row' } },
  mail_hours: { recipient: { kind: 'erased', how: 'Deleted with its row' } },
  outbox_events: { data: { kind: 'pseudonymized', how: 'Replaces the partner’s name in approval events' } },
  webhook_deliveries: retained(
    'the response from the merchant’s endpoint; deleted with its message',
    'last_response',
  ),
  audit_log: {
    before: { kind: 'erased', how: 'Removes the values that identify the partner' },
    after: { kind: 'erased', how: 'Removes the values that identify the partner' },
  },
  program_audit_log: {
    before: { kind: 'erased', how: 'Removes the values that identify the partner' },
    after: { kind: 'erased', how: 'Removes the values that identify the partner' },
  },
  idempotent_responses: { response: { kind: 'passing', how: 'Encrypted, deleted after 24 hours' } },
}
