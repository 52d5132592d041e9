// Row types of the migrated schema, made by `npm run schema`. Do not edit.
import type { ColumnType, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Currency, NO_CURRENCY } from '../money/currency.ts'

/** A column with a default: optional in an insert. */
type Defaulted<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>
/** `numeric`: read as a string of digits. */
type Digits = ColumnType<string, string | number, string | number>
type Json = JSONColumnType<Record<string, unknown>>

export interface Tables {
  accounts: {
    id: string
    user_id: string
    account_id: string
    provider_id: string
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: Date | null
    refresh_token_expires_at: Date | null
    scope: string | null
    password: string | null
    created_at: Date
    updated_at: Date
  }
  api_keys: {
    program_id: number
    id: GeneratedAlways<number>
    mode: 'live' | 'test'
    key_hash: Buffer
    masked: string
    created_at: Date
    retired_at: Date | null
    last_used_at: Date | null
  }
  application_steps: {
    program_id: number
    application_id: number
    step: number
    kind: 'applied' | 'applied_again' | 'info_requested' | 'answered' | 'approved' | 'rejected'
    actor_id: string | null
    message: string | null
    answers: Json | null
    at: Date
  }
  applications: {
    program_id: number
    id: GeneratedAlways<number>
    email: string
    name: string
    website: string | null
    answers: Json
    terms_version: number | null
    invitation_id: number | null
    partner_id: number | null
    status: 'pending' | 'info_requested' | 'approved' | 'rejected'
    version: number
    steps: number
    created_at: Date
    changed_at: Date
    language: Defaulted<'en' | 'de' | 'fr' | 'es' | 'pt-BR' | 'vi'>
  }
  archived_clicks: {
    program_id: number
    slot: Date
    partner_id: number
    clicks: number
    link_id: number
    day: string | null
  }
  audit_log: {
    id: Defaulted<number>
    at: Date
    workspace_id: string | null
    program_id: number | null
    user_id: string | null
    action: string
    target_type: string
    target_id: string
    before: Json | null
    after: Json | null
    request_id: string | null
    written_at: Defaulted<Date>
    key_id: number | null
  }
  claims: {
    program_id: number
    id: GeneratedAlways<number>
    partner_id: number
    transaction_id: string | null
    day: string | null
    note: string | null
    state: Defaulted<'open' | 'approved' | 'rejected' | 'withdrawn'>
    sale_id: number | null
    message: string | null
    decided_by: string | null
    created_at: Date
    closed_at: Date | null
  }
  click_archives: {
    program_id: number
    month: string
    part: number
    place: string | null
    name: string | null
    manifest_sha256: string | null
    clicks: number
    test_clicks: number
    keys_hash: Digits
    latest_test_id: number | null
    latest_test_at: Date | null
    archived_at: Date
    dropped_at: Date | null
  }
  click_dimensions: {
    program_id: number
    month: string
    id: number
    rest: number
    affiliate_url: string | null
    page_url: string | null
    page_title: string | null
    landing_page: string | null
    sub_id: string | null
    referrer_url: string | null
    referrer_site: string | null
    user_agent: string | null
    browser: string | null
    os: string | null
    device: string | null
    language: string | null
    language_code: string | null
    country: string | null
    timezone: string | null
    screen_resolution: string | null
    viewport_size: string | null
  }
  click_event_ids: {
    program_id: number
    event_hash: string
    received_at: Date
    click_uuid: string
  }
  click_events: {
    program_id: number
    received_at: Date
    click_uuid: string
    id: GeneratedAlways<number>
    link_id: number | null
    partner_id: number | null
    page_id: number | null
    referrer_id: number | null
    device_id: number | null
    day: string | null
    screen_width: number | null
    screen_height: number | null
    viewport_width: number | null
    viewport_height: number | null
    is_test: boolean
    session_uuid: string | null
    session_id: string | null
    consent: string | null
    additional_data: Json | null
  }
  commission_changes: {
    program_id: number
    id: GeneratedAlways<number>
    commission_id: number
    from_status: string
    to_status: string
    from_amount_cents: number
    to_amount_cents: number
    actor: 'system' | 'user' | 'key' | 'merchant' | 'processor'
    actor_user_id: string | null
    reason: string
    changed_at: Date
    adjusted_cents: Defaulted<number>
  }
  commission_policies: {
    program_id: number
    id: GeneratedAlways<number>
    product_id: string | null
    version: number
    type: 'percent' | 'flat'
    rate_bps: number | null
    amount_cents: number | null
    currency: Currency | null
    duration: Defaulted<'lifetime' | 'first_sale' | 'months'>
    duration_months: number | null
    hold_days: number | null
    created_at: Date
    superseded_at: Date | null
    group_id: number | null
    commission_base: Defaulted<'amount' | 'amount_without_tax'>
  }
  commissions: {
    program_id: number
    id: GeneratedAlways<number>
    kind: 'sale' | 'lead'
    sale_id: number | null
    lead_id: number | null
    customer_id: number
    partner_id: number
    policy_id: number | null
    amount_cents: number
    currency: Currency
    status: Defaulted<'pending' | 'approved' | 'paid' | 'reversed'>
    hold_until: Date
    created_at: Date
    reversed_cents: Defaulted<number>
    paid_cents: Defaulted<number>
    approved_at: Date | null
    rejected_at: Date | null
    payout_id: number | null
    hold_reason: 'payment_link_missing' | 'possible_duplicate' | null
    duplicate_of_sale_id: number | null
    created_day: string | null
  }
  currencies: {
    code: Currency
  }
  customer_attributions: {
    program_id: number
    id: GeneratedAlways<number>
    customer_id: number
    previous_customer_id: number | null
    partner_id: number
    previous_partner_id: number | null
    reason: string | null
    actor_id: string
    attributed_at: Date
  }
  customers: {
    program_id: number
    id: GeneratedAlways<number>
    customer_key: string | null
    email_hash: Buffer | null
    processor_customer_id: string | null
    status: 'provisional' | 'lead' | 'conversion'
    partner_id: number
    link_id: number
    click_uuid: string
    clicked_at: Date
    signup_at: Date | null
    first_sale_at: Date | null
    first_purchase_at: Date | null
    sale_count: Defaulted<number>
    created_at: Date
    erased_at: Date | null
    signup_day: string | null
    first_purchase_day: string | null
    continued_by: number | null
    attributed_by_team: Defaulted<boolean>
  }
  daily_link_stats: {
    program_id: number
    day: string
    partner_id: number
    link_id: number
    currency: Currency | typeof NO_CURRENCY
    shard: number
    clicks: Defaulted<number>
    leads: Defaulted<number>
    conversions: Defaulted<number>
    sales: Defaulted<number>
    revenue_cents: Defaulted<Digits>
    commission_cents: Defaulted<Digits>
  }
  daily_stats: {
    program_id: number
    day: string
    currency: Currency | typeof NO_CURRENCY
    shard: number
    clicks: Defaulted<number>
    leads: Defaulted<number>
    conversions: Defaulted<number>
    partners: Defaulted<number>
    sales: Defaulted<number>
    revenue_cents: Defaulted<Digits>
    commission_cents: Defaulted<Digits>
  }
  delegated_sessions: {
    id: GeneratedAlways<number>
    kind: 'view' | 'embed'
    workspace_id: string
    program_id: number
    partner_id: number
    user_id: string | null
    key_id: number | null
    ticket_hash: Buffer
    ticket_ends_at: Date
    token_hash: Buffer | null
    created_at: Date
    expires_at: Date
  }
  erased_signups: {
    program_id: number
    trace: Buffer
    erased_at: Date
  }
  events_for_review: {
    program_id: number
    id: GeneratedAlways<number>
    processor: string
    event_id: string
    type: string
    reason: 'unreadable' | 'currency_differs' | 'amount_differs' | 'another_program'
    object_id: string | null
    amount_cents: number | null
    currency: string | null
    sale_id: number | null
    occurred_at: Date
    created_at: Date
    resolved_at: Date | null
    resolved_by: string | null
  }
  idempotent_answers: {
    program_id: number
    actor: string
    operation: string
    key: string
    fingerprint: Buffer
    status: number | null
    answer: string | null
    created_at: Date
  }
  installation: {
    is_only: Defaulted<boolean>
    secret_fingerprint: string | null
    notify_from: Date
    sends_mail: Defaulted<boolean>
    backed_up_at: Date | null
  }
  invoice_lines: {
    program_id: number
    invoice_id: number
    fee_id: number
    sale_id: number
    kind: 'fee' | 'credit' | 'void'
    amount_cents: number
    currency: Currency
    exchange_rate: string | null
    usd_cents: Digits
    charged_at: Date
  }
  invoices: {
    program_id: number
    id: GeneratedAlways<number>
    sequence: number
    month: string
    period_from: Date
    period_to: Date
    time_zone: string
    issuer: string
    program_name: string
    workspace_name: string
    exchange_rates: Json
    lines: Defaulted<number>
    total_usd_cents: Defaulted<Digits>
    issued_by: string
    issued_at: Date
    kind: Defaulted<'invoice' | 'credit_note'>
    voids_invoice_id: number | null
    void_reason: string | null
    voided_at: Date | null
    issuer_address: string | null
    issuer_tax_id: string | null
    billed_name: string | null
    billed_address: string | null
    billed_tax_id: string | null
  }
  join_invitations: {
    program_id: number
    id: GeneratedAlways<number>
    token_hash: Buffer
    email: string | null
    invited_by: string
    inviter_name: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
    revoked_at: Date | null
  }
  join_pages: {
    program_id: number
    mode: 'open' | 'approval' | 'invitation'
    content: string
    questions: Json
    terms_version: number | null
    updated_at: Date
  }
  join_terms: {
    program_id: number
    version: number
    content: string
    created_at: Date
  }
  lead_events: {
    program_id: number
    id: GeneratedAlways<number>
    is_test: boolean
    customer_id: number | null
    state: 'provisional' | 'settled'
    source: 'browser' | 'server'
    settled_by: 'browser' | 'server' | 'payment' | null
    received_at: Date
    settled_at: Date | null
    session_id: string | null
    page_url: string | null
    additional_data: Json | null
    commission_cents: number | null
    commission_currency: Currency | null
  }
  lead_locks: {
    program_id: number
    bucket: number
  }
  leases: {
    name: string
    holder: string
    until: Date
  }
  link_codes: {
    code: string
    program_id: number
    link_id: number
  }
  link_stat_rollups: {
    program_id: number
    days: number
    first_day: string
    partner_id: number
    link_id: number
    currency: Currency | typeof NO_CURRENCY
    clicks: Defaulted<number>
    leads: Defaulted<number>
    conversions: Defaulted<number>
    sales: Defaulted<number>
    revenue_cents: Defaulted<Digits>
    commission_cents: Defaulted<Digits>
  }
  links: {
    program_id: number
    id: GeneratedAlways<number>
    partner_id: number
    code: string
    status: Defaulted<'active' | 'inactive'>
    created_at: Date
  }
  mail_hours: {
    recipient: string
    hour: Date
    mails: number
  }
  mail_opt_outs: {
    program_id: number
    recipient: string
    kind: 'webhook_disabled' | 'new_application' | 'partner_statement' | 'partner_first_click' | 'partner_sale'
    created_at: Date
  }
  mails: {
    id: GeneratedAlways<number>
    kind: 'invitation' | 'password_reset' | 'webhook_disabled' | 'invoice_issued' | 'new_application' | 'application_received' | 'application_approved' | 'application_rejected' | 'application_question' | 'partner_invitation' | 'partner_sign_in' | 'payout_details_changed' | 'payout_made' | 'payout_paid' | 'partner_statement' | 'partner_first_click' | 'partner_sale' | 'partner_reversal' | 'claim_decided' | 'partner_passkey_changed' | 'partner_account_closed'
    cause: string
    recipient: string
    message_id: string
    workspace_id: string | null
    program_id: number | null
    data: Json
    secret: string | null
    state: Defaulted<'pending' | 'sent' | 'failed' | 'withdrawn'>
    attempts: Defaulted<number>
    next_attempt_at: Date | null
    claimed_until: Date | null
    last_attempt_at: Date | null
    last_code: number | null
    last_error: string | null
    sent_at: Date | null
    created_at: Date
    expires_at: Date
    language: 'en' | 'de' | 'fr' | 'es' | 'pt-BR' | 'vi' | null
  }
  management_keys: {
    id: GeneratedAlways<number>
    workspace_id: string
    program_id: number | null
    name: string
    permissions: string[]
    key_hash: Buffer
    masked: string
    created_by: string
    created_at: Date
    expires_at: Date | null
    revoked_at: Date | null
    last_used_at: Date | null
  }
  migrations: {
    name: string
    applied_at: Date
  }
  outbox_events: {
    program_id: number
    id: GeneratedAlways<number>
    message_id: Defaulted<string>
    type: string
    data: Json
    created_at: Date
    dispatched_at: Date | null
  }
  partner_accounts: {
    id: GeneratedAlways<number>
    email: string | null
    time_zone: string | null
    created_at: Date
    closed_at: Date | null
    language: 'en' | 'de' | 'fr' | 'es' | 'pt-BR' | 'vi' | null
  }
  partner_group_changes: {
    program_id: number
    partner_id: number
    seq: number
    group_id: number | null
    at: Date
  }
  partner_groups: {
    program_id: number
    id: GeneratedAlways<number>
    name: string
    created_at: Date
    ended_at: Date | null
  }
  partner_mail_items: {
    program_id: number
    kind: 'partner_first_click' | 'partner_sale' | 'partner_reversal'
    item_id: number
    notified_at: Date
  }
  partner_notes: {
    program_id: number
    id: GeneratedAlways<number>
    partner_id: number
    author_id: string
    text: string
    version: Defaulted<number>
    created_at: Date
    edited_at: Date | null
    edited_by: string | null
  }
  partner_passkey_challenges: {
    challenge_hash: Buffer
    session_id: number | null
    created_at: Date
    expires_at: Date
  }
  partner_passkeys: {
    id: GeneratedAlways<number>
    account_id: number
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    name: string
    is_synced: boolean
    created_at: Date
    used_at: Date | null
  }
  partner_sessions: {
    id: GeneratedAlways<number>
    account_id: number
    token_hash: Buffer
    workspace_id: string | null
    device: string
    created_at: Date
    seen_at: Date
    expires_at: Date
  }
  partner_sign_in_links: {
    token_hash: Buffer
    email: string
    created_at: Date
    expires_at: Date
    spent_at: Date | null
    workspace_id: string | null
    partner_id: number | null
  }
  partner_statement_lines: {
    program_id: number
    partner_id: number
    month: string
    currency: Currency
    commission_id: number
    earned_cents: number
    reversed_cents: number
    paid_cents: number
  }
  partner_statement_months: {
    program_id: number
    month: string
    closed_at: Date
  }
  partner_statements: {
    program_id: number
    partner_id: number
    month: string
    currency: Currency
    time_zone: string
    opening_cents: Digits
    earned_cents: Digits
    reversed_cents: Digits
    paid_cents: Digits
    closing_cents: Digits
    lines: number
    closed_at: Date
  }
  partner_tags: {
    program_id: number
    partner_id: number
    tag: string
  }
  partners: {
    workspace_id: string
    id: GeneratedAlways<number>
    name: string
    email: string
    created_at: Date
    closed_at: Date | null
  }
  payment_references: {
    program_id: number
    reference: string
    payment_id: number
    is_from_sale: Defaulted<boolean>
  }
  payment_shares: {
    program_id: number
    reference: string
    payment_id: number
  }
  payout_batches: {
    program_id: number
    id: GeneratedAlways<number>
    kind: 'batch' | 'manual'
    created_by: string
    created_at: Date
  }
  payout_details: {
    program_id: number
    partner_id: number
    version: number
    method: 'bank_iban' | 'bank_account' | 'paypal' | 'wise' | 'other'
    sealed: string | null
    created_at: Date
    usable_at: Date
    withdrawn_at: Date | null
    erased_at: Date | null
  }
  payout_items: {
    program_id: number
    payout_id: number
    commission_id: number
    amount_cents: number
    earned_at: Date
  }
  payout_settings: {
    program_id: number
    debtor: string | null
    updated_at: Date
    minimums: Defaulted<Json>
    pay_day: number | null
    paid_month: string | null
    details_required: Defaulted<boolean>
  }
  payouts: {
    program_id: number
    id: GeneratedAlways<number>
    batch_id: number
    partner_id: number
    currency: Currency
    amount_cents: Digits
    commissions: number
    status: Defaulted<'open' | 'paid' | 'cancelled'>
    reference: string | null
    created_at: Date
    closed_by: string | null
    closed_at: Date | null
    details_version: number | null
  }
  platform_fees: {
    program_id: number
    id: GeneratedAlways<number>
    sale_id: number
    rate_bps: number
    amount_cents: number
    currency: Currency
    created_at: Date
    reversed_cents: Defaulted<number>
    invoiced_cents: Defaulted<number>
    invoiced_usd_cents: Defaulted<Digits>
  }
  portal_settings: {
    program_id: number
    embed_origins: Defaulted<string[]>
    own_links: number | null
    updated_at: Date
    language: Defaulted<'en' | 'de' | 'fr' | 'es' | 'pt-BR' | 'vi'>
  }
  processor_accounts: {
    processor: string
    account_id: string
    program_id: number
    connected_by: 'oauth' | 'manual'
    webhook_secret: string | null
    is_live: boolean
    connected_at: Date
    reported_at: Date | null
  }
  processor_charges: {
    program_id: number
    charge_id: string
    payment_id: number
    amount_cents: number
    currency: string
    released_cents: Defaulted<number>
  }
  processor_connections: {
    program_id: number
    processor: string
    account_id: string
    connected_at: Date
    ended_at: Date | null
  }
  processor_customers: {
    program_id: number
    reference: string
    click_id: string | null
    customer_key: string | null
    email_hash: Buffer | null
    created_at: Date
    reference_key: string | null
  }
  processor_events: {
    program_id: number
    processor: string
    event_id: string
    type: string
    is_live: boolean
    outcome: string
    occurred_at: Date
    received_at: Date
    placeholders: Json | null
  }
  processor_payments: {
    program_id: number
    id: GeneratedAlways<number>
    processor: string
    state: 'announced' | 'attributed' | 'unattributed' | 'dismissed'
    reason: 'no_customer' | 'window_expired' | 'unsupported_currency' | 'partner_not_approved' | 'program_inactive' | 'closed_to_new_referrals' | null
    transaction_id: string | null
    amount_cents: number | null
    tax_amount_cents: number | null
    currency: string | null
    sale_type: 'payment' | 'subscription' | null
    is_recurring: boolean | null
    subscription_id: string | null
    subscription_interval: 'monthly' | 'quarterly' | 'annual' | null
    product_id: string | null
    click_id: string | null
    customer_key: string | null
    email_hash: Buffer | null
    processor_customer_id: string | null
    occurred_at: Date | null
    sale_id: number | null
    decided_by: string | null
    created_at: Date
    was_unattributed: GeneratedAlways<boolean>
    refunded_cents: number | null
    bill_id: string | null
    created_sale: Defaulted<boolean>
    amount_from: 'checkout' | 'conversion' | 'charge' | 'intent' | 'invoice' | null
    written_at: Defaulted<Date>
    erased_at: Date | null
    reference_key: string | null
    unpaid_since: Date | null
    is_linked: Defaulted<boolean>
  }
  processor_refunds: {
    program_id: number
    id: GeneratedAlways<number>
    payment_id: number
    kind: 'refund' | 'failed_refund' | 'dispute'
    refund_id: string | null
    charge_id: string | null
    amount_cents: number
    is_withdrawn: boolean
    reason: string | null
    occurred_at: Date
    received_at: Date
    applied_at: Date | null
    currency: string | null
    event_id: string | null
  }
  program_audit_log: {
    program_id: number
    id: Defaulted<number>
    at: Date
    written_at: Defaulted<Date>
    workspace_id: string
    user_id: string | null
    action: string
    target_type: string
    target_id: string
    before: Json | null
    after: Json | null
    request_id: string | null
    key_id: number | null
  }
  program_brands: {
    program_id: number
    slug: string | null
    color: string
    reply_to: string | null
    logo_digest: string | null
    updated_at: Date
  }
  program_enrollments: {
    program_id: number
    partner_id: number
    workspace_id: string
    status: 'pending' | 'approved' | 'rejected' | 'closed'
    created_at: Date
    decided_at: Date | null
    payout_hold_reason: string | null
    payouts_held_at: Date | null
    payouts_held_by: string | null
    group_id: number | null
    created_day: string | null
  }
  program_logos: {
    program_id: number
    media_type: string
    bytes: Buffer
    digest: string
    created_at: Date
  }
  program_slugs: {
    slug: string
    program_id: number
    created_at: Date
  }
  programs: {
    id: GeneratedAlways<number>
    workspace_id: string
    name: string
    status: Defaulted<'active' | 'paused' | 'archived'>
    time_zone: Defaulted<string>
    lead_auth_policy: Defaulted<'server_verified' | 'browser_allowed'>
    payment_tracking_mode: Defaulted<'processor_connect' | 's2s'>
    attribution_window_days: Defaulted<number>
    cookie_window_days: Defaulted<number>
    hold_period_days: Defaulted<number>
    platform_fee_bps: number
    per_lead_amount_cents: number | null
    per_lead_currency: Currency | null
    processor_connection_status: Defaulted<'not_connected' | 'connected' | 'disconnected'>
    processor_account_id: string | null
    processor_charges_enabled: Defaulted<boolean>
    processor_payouts_enabled: Defaulted<boolean>
    processor_details_submitted: Defaulted<boolean>
    processor_connected_at: Date | null
    created_at: Date
    updated_at: Date
    commission_approval: Defaulted<'automatic' | 'review'>
    legal_name: string | null
    legal_address: string | null
    tax_id: string | null
    closed_to_new_referrals: Defaulted<boolean>
    site_url: string | null
    click_retention_months: number | null
    sandbox: Defaulted<boolean>
    clock_ahead_ms: Defaulted<number>
    days_due_from: string | null
    commission_base: Defaulted<'amount' | 'amount_without_tax'>
  }
  purged_events_for_review: {
    program_id: number
    reason: 'unreadable' | 'currency_differs' | 'amount_differs' | 'another_program'
    events: number
  }
  refund_events: {
    program_id: number
    id: GeneratedAlways<number>
    is_test: boolean
    sale_id: number
    kind: 'refund' | 'failed_refund' | 'dispute'
    refund_id: string
    amount_cents: number
    reason: string | null
    source: 'merchant' | 'dashboard' | 'processor'
    actor_user_id: string | null
    received_at: Date
    withdrawn_at: Date | null
    reported_cents: number | null
    voids_sale: Defaulted<boolean>
  }
  rejected_requests: {
    program_id: number
    id: GeneratedAlways<number>
    type: 'click' | 'lead' | 'sale' | 'refund'
    is_test: boolean
    code: string
    message: string
    field: string | null
    transaction_id: string | null
    customer_key: string | null
    click_id: string | null
    link_code: string | null
    amount: string | null
    currency: string | null
    decision_code: string | null
    decision_facts: Json | null
    key_id: number | null
    is_authenticated: boolean
    request_id: string
    count: Defaulted<number>
    first_at: Date
    last_at: Date
  }
  request_counts: {
    program_id: number
    day: string
    type: 'click' | 'lead' | 'sale' | 'refund'
    outcome: 'counted' | 'bot' | 'unknown_link' | 'inactive_link' | 'partner_not_approved' | 'program_closed' | 'settled' | 'provisional' | 'repeat' | 'with_commission' | 'no_policy' | 'policy_ended' | 'duplicate' | 'window_expired' | 'unsupported_currency' | 'applied' | 'sale_not_found' | 'no_attribution' | 'unauthorized' | 'rejected' | 'failed'
    requests: number
  }
  sale_events: {
    program_id: number
    id: GeneratedAlways<number>
    is_test: boolean
    transaction_id: string
    amount_cents: number | null
    currency: Currency
    tax_amount_cents: number | null
    sale_type: 'payment' | 'subscription'
    is_recurring: boolean
    subscription_id: string | null
    subscription_interval: 'monthly' | 'quarterly' | 'annual' | null
    product_id: string | null
    occurred_at: Date | null
    provider: string | null
    provider_payment_id: string | null
    additional_data: Json | null
    customer_id: number | null
    partner_id: number | null
    attributed_by: 'customer_key' | 'click_id' | 'email' | 'processor_customer_id' | 'manual' | null
    click_uuid: string | null
    clicked_at: Date | null
    status: Defaulted<'paid' | 'refunded'>
    refunded_cents: Defaulted<number>
    received_at: Date
    reported_at: Date
    decision_code: 'with_commission' | 'no_policy' | 'policy_ended' | null
    policy_id: number | null
    decision_facts: Json | null
    erased_at: Date | null
    reported_day: string | null
  }
  sessions: {
    id: string
    user_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    active_workspace_id: string | null
    created_at: Date
    updated_at: Date
  }
  share_links: {
    program_id: number
    id: GeneratedAlways<number>
    token_hash: Buffer
    query_type: 'transactionId' | 'customerKey' | 'clickId' | 'emailHash'
    query: string
    created_by: string
    created_at: Date
    expires_at: Date
    revoked_at: Date | null
  }
  spent_challenges: {
    program_id: number
    challenge: string
    expires_at: Date
  }
  two_factors: {
    id: string
    user_id: string
    secret: string
    backup_codes: string
    verified: Defaulted<boolean>
    failed_verification_count: Defaulted<number>
    locked_until: Date | null
  }
  uncounted_clicks: {
    program_id: number
    partner_id: number
    clicks: number
    last_at: Date
  }
  users: {
    id: string
    name: string
    email: string
    email_verified: Defaulted<boolean>
    image: string | null
    created_at: Date
    updated_at: Date
    two_factor_enabled: Defaulted<boolean>
  }
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: Date
    created_at: Date
    updated_at: Date
  }
  webhook_deliveries: {
    program_id: number
    id: GeneratedAlways<number>
    endpoint_id: number
    event_id: number
    state: Defaulted<'pending' | 'delivered' | 'failed'>
    attempts: Defaulted<number>
    next_attempt_at: Date | null
    claimed_until: Date | null
    first_attempt_at: Date | null
    last_attempt_at: Date | null
    last_status: number | null
    last_error: string | null
    delivered_at: Date | null
    created_at: Date
    last_answer: string | null
  }
  webhook_endpoints: {
    program_id: number
    id: GeneratedAlways<number>
    url: string | null
    event_types: string[]
    secret: string
    previous_secret: string | null
    previous_secret_until: Date | null
    created_at: Date
    disabled_at: Date | null
    disabled_reason: string | null
    failing_since: Date | null
    kind: Defaulted<'address' | 'listener'>
    listened_by: string | null
    listening_until: Date | null
  }
  webhook_programs: {
    program_id: number
  }
  workspace_invitations: {
    id: string
    workspace_id: string
    email: string
    role: string | null
    status: string
    expires_at: Date
    inviter_id: string
    created_at: Date
  }
  workspace_members: {
    id: string
    workspace_id: string
    user_id: string
    role: 'owner' | 'admin' | 'member' | 'viewer'
    status: Defaulted<'active' | 'suspended'>
    created_at: Date
  }
  workspace_programs: {
    program_id: number
    workspace_id: string
    created_at: Date
  }
  workspaces: {
    id: string
    name: string
    slug: string
    logo: string | null
    metadata: string | null
    created_at: Date
    requires_two_factor: Defaulted<boolean>
  }
}
