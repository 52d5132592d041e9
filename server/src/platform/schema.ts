import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Currency, NO_CURRENCY } from './currency.ts'
import type { BlockDays } from './stat-delta.ts'
import type {
  Actor,
  AmountFrom,
  ApplicationStatus,
  ApplicationStep,
  AttributedBy,
  AuditAction,
  AuditTarget,
  CallBucket,
  ClaimState,
  ClickText,
  CommissionApproval,
  CommissionBase,
  CommissionKind,
  CommissionStatus,
  ConnectedBy,
  CustomerStatus,
  DeliveryState,
  GatheredMail,
  HoldReason,
  InvoiceKind,
  InvoiceLineKind,
  JoinMode,
  KeptReason,
  KeyMode,
  LeadAuthPolicy,
  LeadSettler,
  LeadSource,
  LeadState,
  LinkStatus,
  MailKind,
  MailState,
  MemberRole,
  MemberStatus,
  OptionalMail,
  PartnerStatus,
  PartnerVisitKind,
  PaymentState,
  PaymentTrackingMode,
  PayoutBatchKind,
  PayoutMethod,
  PayoutStatus,
  PolicyDuration,
  PolicyType,
  ProcessorConnectionStatus,
  ProgramStatus,
  QuestionKind,
  RefundKind,
  RefundSource,
  SaleStatus,
  SaleType,
  StoryAskedBy,
  SubscriptionInterval,
  TrackCall,
  UnattributedReason,
  WebhookKind,
} from './words.ts'

/**
 * The tables of `migrations/` as Kysely sees them. `bigint` columns are numbers: ids and amounts stay
 * within 2^53 - 1 (D8), and the drivers refuse a larger one. `numeric` sums arrive as strings of digits,
 * `date` as `YYYY-MM-DD`, `timestamptz` as `Date`.
 */
export interface Schema {
  audit_log: AuditLogTable
  currencies: CurrencyTable
  leases: LeaseTable
  installation: InstallationTable
  program_audit_log: ProgramAuditLogTable
  users: UserTable
  sessions: SessionTable
  two_factors: TwoFactorTable
  verifications: VerificationTable
  workspaces: WorkspaceTable
  workspace_members: WorkspaceMemberTable
  workspace_invitations: WorkspaceInvitationTable
  programs: ProgramTable
  workspace_programs: WorkspaceProgramTable
  webhook_programs: WebhookProgramTable
  api_keys: ApiKeyTable
  management_keys: ManagementKeyTable
  idempotent_answers: IdempotentAnswerTable
  partners: PartnerTable
  partner_programs: PartnerProgramTable
  partner_groups: PartnerGroupTable
  partner_group_changes: PartnerGroupChangeTable
  partner_notes: PartnerNoteTable
  partner_tags: PartnerTagTable
  uncounted_clicks: UncountedClickTable
  links: LinkTable
  link_codes: LinkCodeTable
  commission_policies: CommissionPolicyTable
  click_events: ClickEventTable
  click_event_ids: ClickEventIdTable
  archived_clicks: ArchivedClickTable
  click_archives: ClickArchiveTable
  click_texts: ClickTextTable
  customers: CustomerTable
  customer_attributions: CustomerAttributionTable
  lead_locks: LeadLockTable
  erased_signups: ErasedSignupTable
  lead_events: LeadEventTable
  sale_events: SaleEventTable
  commissions: CommissionTable
  platform_fees: PlatformFeeTable
  daily_stats: DailyStatTable
  daily_link_stats: DailyLinkStatTable
  link_stat_blocks: LinkStatBlockTable
  refund_events: RefundEventTable
  commission_changes: CommissionChangeTable
  webhook_endpoints: WebhookEndpointTable
  outbox_events: OutboxEventTable
  payout_batches: PayoutBatchTable
  payouts: PayoutTable
  payout_items: PayoutItemTable
  invoices: InvoiceTable
  invoice_lines: InvoiceLineTable
  webhook_deliveries: WebhookDeliveryTable
  processor_accounts: ProcessorAccountTable
  processor_events: ProcessorEventTable
  processor_payments: ProcessorPaymentTable
  payment_references: PaymentReferenceTable
  processor_refunds: ProcessorRefundTable
  payment_shares: PaymentShareTable
  processor_charges: ProcessorChargeTable
  kept_events: KeptEventTable
  purged_kept_events: PurgedKeptEventTable
  processor_connections: ProcessorConnectionTable
  processor_introductions: ProcessorIntroductionTable
  refusals: RefusalTable
  story_links: StoryLinkTable
  daily_calls: DailyCallTable
  mails: MailTable
  mail_hours: MailHourTable
  mail_opt_outs: MailOptOutTable
  program_slugs: ProgramSlugTable
  program_brands: ProgramBrandTable
  program_logos: ProgramLogoTable
  partner_accounts: PartnerAccountTable
  partner_sign_in_links: PartnerSignInLinkTable
  partner_sessions: PartnerSessionTable
  partner_passkeys: PartnerPasskeyTable
  partner_passkey_challenges: PartnerPasskeyChallengeTable
  partner_visits: PartnerVisitTable
  portal_settings: PortalSettingsTable
  join_pages: JoinPageTable
  join_terms: JoinTermsTable
  applications: ApplicationTable
  application_steps: ApplicationStepTable
  join_invitations: JoinInvitationTable
  spent_challenges: SpentChallengeTable
  claims: ClaimTable
  payout_details: PayoutDetailsTable
  payout_settings: PayoutSettingsTable
  partner_mail_items: PartnerMailItemTable
  partner_statements: PartnerStatementTable
  partner_statement_lines: PartnerStatementLineTable
  partner_statement_months: PartnerStatementMonthTable
}

type JsonObject = JSONColumnType<Record<string, unknown> | null, string | null, string | null>
/** `numeric(38, 0)`: read as a string of digits, written as digits or a number. */
type BigSum = ColumnType<string, string | number | undefined, string | number>

interface UserTable {
  id: string
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  two_factor_enabled: Generated<boolean>
  created_at: Date
  updated_at: Date
}

interface SessionTable {
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

interface WorkspaceTable {
  id: string
  name: string
  slug: string
  logo: string | null
  metadata: string | null
  requires_two_factor: Generated<boolean>
  created_at: Date
}

interface TwoFactorTable {
  id: string
  user_id: string
  secret: string
  backup_codes: string
  verified: Generated<boolean>
  failed_verification_count: Generated<number>
  locked_until: Date | null
}

interface VerificationTable {
  id: string
  identifier: string
  value: string
  expires_at: Date
  created_at: Date
  updated_at: Date
}

interface WorkspaceMemberTable {
  id: string
  workspace_id: string
  user_id: string
  role: MemberRole
  status: Generated<MemberStatus>
  created_at: Date
}

interface WorkspaceInvitationTable {
  id: string
  workspace_id: string
  email: string
  role: string | null
  status: string
  expires_at: Date
  inviter_id: string
  created_at: Date
}

interface ProgramTable {
  id: GeneratedAlways<number>
  workspace_id: string
  name: string
  status: Generated<ProgramStatus>
  closed_to_new_referrals: Generated<boolean>
  site_url: string | null
  time_zone: Generated<string>
  lead_auth_policy: Generated<LeadAuthPolicy>
  payment_tracking_mode: Generated<PaymentTrackingMode>
  attribution_window_days: Generated<number>
  /** How long clicks are kept; null goes by the installation's setting. */
  click_retention_months: number | null
  cookie_window_days: Generated<number>
  hold_period_days: Generated<number>
  platform_fee_bps: number
  commission_approval: Generated<CommissionApproval>
  commission_base: Generated<CommissionBase>
  per_lead_amount_cents: number | null
  per_lead_currency: Currency | null
  processor_connection_status: Generated<ProcessorConnectionStatus>
  processor_account_id: string | null
  processor_charges_enabled: Generated<boolean>
  processor_payouts_enabled: Generated<boolean>
  processor_details_submitted: Generated<boolean>
  processor_connected_at: Date | null
  legal_name: string | null
  legal_address: string | null
  tax_id: string | null
  /** Settled when it is made. */
  sandbox: Generated<boolean>
  /** How far the clock of a sandbox is ahead of the real one; 0 of every other program. */
  clock_ahead_ms: Generated<number>
  /** The first local day whose events may have the day of another time zone, or none; null when there is none. */
  days_due_from: Generated<string | null>
  created_at: Date
  updated_at: Date
}

interface ApiKeyTable {
  program_id: number
  id: GeneratedAlways<number>
  mode: KeyMode
  key_hash: Buffer
  masked: string
  created_at: Date
  retired_at: Date | null
  last_used_at: Date | null
}

export interface PartnerTable {
  workspace_id: string
  id: GeneratedAlways<number>
  name: string
  email: string
  created_at: Date
  /** Since then its name and e-mail are made up. */
  closed_at: Generated<Date | null>
}

export interface PartnerProgramTable {
  program_id: number
  partner_id: number
  workspace_id: string
  status: PartnerStatus
  created_at: Date
  created_day: Generated<string | null>
  decided_at: Date | null
  payout_hold_reason: string | null
  payouts_held_at: Date | null
  payouts_held_by: string | null
  group_id: number | null
}

export interface PartnerGroupTable {
  program_id: number
  id: GeneratedAlways<number>
  name: string
  created_at: Date
  ended_at: Date | null
}

interface PartnerGroupChangeTable {
  program_id: number
  partner_id: number
  /** The order of the changes. */
  seq: number
  /** Null: none from then on. */
  group_id: number | null
  at: Date
}

interface PartnerNoteTable {
  program_id: number
  id: GeneratedAlways<number>
  partner_id: number
  /** A person of the team, or a management key. */
  author_id: string
  text: string
  /** Grows with each edit. */
  version: Generated<number>
  created_at: Date
  edited_at: Generated<Date | null>
  edited_by: Generated<string | null>
}

interface PartnerTagTable {
  program_id: number
  partner_id: number
  /** In its one spelling. */
  tag: string
}

export interface UncountedClickTable {
  program_id: number
  partner_id: number
  clicks: number
  last_at: Date
}

interface LinkTable {
  program_id: number
  id: GeneratedAlways<number>
  partner_id: number
  code: string
  status: Generated<LinkStatus>
  created_at: Date
}

interface ClickEventIdTable {
  program_id: number
  event_hash: string
  received_at: Date
  click_uuid: string
}

interface LinkCodeTable {
  code: string
  program_id: number
  link_id: number
  /** Tells apart codes that differed only by case before this was refused. */
  twin: Generated<number>
}

interface CommissionPolicyTable {
  program_id: number
  id: GeneratedAlways<number>
  group_id: number | null
  product_id: string | null
  version: number
  type: PolicyType
  rate_bps: number | null
  amount_cents: number | null
  currency: Currency | null
  duration: Generated<PolicyDuration>
  duration_months: number | null
  hold_days: number | null
  commission_base: Generated<CommissionBase>
  created_at: Date
  superseded_at: Date | null
}

interface ClickEventTable extends Record<`${ClickText}_id`, Generated<number | null>> {
  program_id: number
  received_at: Date
  click_uuid: string
  id: GeneratedAlways<number>
  is_test: boolean
  link_id: number | null
  partner_id: number | null
  affiliate_url: string | null
  page_url: string | null
  page_title: string | null
  referrer_url: string | null
  /** Null also where it is `session_uuid`. */
  session_id: string | null
  session_uuid: Generated<string | null>
  user_agent: string | null
  screen_resolution: string | null
  viewport_size: string | null
  language: string | null
  timezone: string | null
  additional_data: JsonObject
  /** What the visitor agreed to, as the page told it. */
  consent: Generated<string | null>
  /** The local day it counts on; null of a test click, and until the application has written it. */
  day: Generated<string | null>
}

/** Live clicks that are gone, by the quarter of an hour in which they came. */
interface ArchivedClickTable {
  program_id: number
  /** Its first instant. */
  slot: Date
  partner_id: number
  /** 0 is that of clicks that went before their links were kept. */
  link_id: Generated<number>
  clicks: number
  day: Generated<string | null>
}

/** How many kept events are gone. */
interface PurgedKeptEventTable {
  program_id: number
  reason: KeptReason
  events: number
}

interface ClickArchiveTable {
  program_id: number
  /** Its first day, in UTC. */
  month: string
  part: number
  /** Null where clicks go without an archive; so are `name` and `manifest_sha256`. */
  place: string | null
  name: string | null
  manifest_sha256: string | null
  clicks: number
  test_clicks: number
  /** Digits. */
  keys_hash: string
  latest_test_id: number | null
  latest_test_at: Date | null
  archived_at: Date
  /** Null while the clicks are still there. */
  dropped_at: Date | null
}

interface ClickTextTable {
  program_id: number
  month: string
  field: ClickText
  id: number
  /** Null: it was erased, and its number stays taken. */
  text: string | null
}

interface CustomerTable {
  program_id: number
  id: GeneratedAlways<number>
  customer_key: string | null
  email_hash: Buffer | null
  processor_customer_id: string | null
  status: CustomerStatus
  partner_id: number
  link_id: number
  click_uuid: string
  clicked_at: Date
  signup_at: Date | null
  /** The local day of `signup_at`; null until the application has written it, as those of every event. */
  signup_day: Generated<string | null>
  first_sale_at: Date | null
  first_purchase_at: Date | null
  first_purchase_day: Generated<string | null>
  sale_count: Generated<number>
  created_at: Date
  /** Since then nothing here says who it was. */
  erased_at: Generated<Date | null>
  /** The row as which the customer goes on since a member of the team gave it to another partner. */
  continued_by: Generated<number | null>
  attributed_by_team: Generated<boolean>
}

interface CustomerAttributionTable {
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

interface LeadEventTable {
  program_id: number
  id: GeneratedAlways<number>
  is_test: boolean
  customer_id: number | null
  state: LeadState
  source: LeadSource
  settled_by: LeadSettler | null
  received_at: Date
  settled_at: Date | null
  session_id: string | null
  page_url: string | null
  additional_data: JsonObject
  commission_cents: number | null
  commission_currency: Currency | null
}

interface SaleEventTable {
  program_id: number
  id: GeneratedAlways<number>
  is_test: boolean
  transaction_id: string
  amount_cents: number | null
  currency: Currency
  tax_amount_cents: number | null
  sale_type: SaleType
  is_recurring: boolean
  subscription_id: string | null
  subscription_interval: SubscriptionInterval | null
  product_id: string | null
  occurred_at: Date | null
  provider: string | null
  provider_payment_id: string | null
  additional_data: JsonObject
  customer_id: number | null
  partner_id: number | null
  attributed_by: AttributedBy | null
  click_uuid: string | null
  clicked_at: Date | null
  status: Generated<SaleStatus>
  refunded_cents: Generated<number>
  received_at: Date
  reported_at: Date
  reported_day: Generated<string | null>
  has_commission: boolean | null
  erased_at: Generated<Date | null>
}

interface CommissionTable {
  program_id: number
  id: GeneratedAlways<number>
  kind: CommissionKind
  sale_id: number | null
  lead_id: number | null
  customer_id: number
  partner_id: number
  policy_id: number | null
  amount_cents: number
  currency: Currency
  status: Generated<CommissionStatus>
  hold_until: Date
  /** Why it waits beyond that. */
  hold_reason: HoldReason | null
  duplicate_of_sale_id: number | null
  created_at: Date
  created_day: Generated<string | null>
  reversed_cents: Generated<number>
  paid_cents: Generated<number>
  approved_at: Date | null
  rejected_at: Date | null
  payout_id: number | null
}

interface PlatformFeeTable {
  program_id: number
  id: GeneratedAlways<number>
  sale_id: number
  rate_bps: number
  amount_cents: number
  currency: Currency
  created_at: Date
  reversed_cents: Generated<number>
  invoiced_cents: Generated<number>
  invoiced_usd_cents: BigSum
}

interface DailyStatTable {
  program_id: number
  day: string
  currency: Currency | typeof NO_CURRENCY
  shard: number
  clicks: Generated<number>
  leads: Generated<number>
  conversions: Generated<number>
  partners: Generated<number>
  sales: Generated<number>
  revenue_cents: BigSum
  commission_cents: BigSum
}

interface DailyLinkStatTable {
  program_id: number
  day: string
  partner_id: number
  /** 0 where nobody knows it. */
  link_id: number
  currency: Currency | typeof NO_CURRENCY
  shard: number
  clicks: Generated<number>
  leads: Generated<number>
  conversions: Generated<number>
  sales: Generated<number>
  revenue_cents: BigSum
  commission_cents: BigSum
}

interface LinkStatBlockTable {
  program_id: number
  days: BlockDays
  first_day: string
  partner_id: number
  link_id: number
  currency: Currency | typeof NO_CURRENCY
  clicks: Generated<number>
  leads: Generated<number>
  conversions: Generated<number>
  sales: Generated<number>
  revenue_cents: BigSum
  commission_cents: BigSum
}

interface RefundEventTable {
  program_id: number
  id: GeneratedAlways<number>
  is_test: boolean
  sale_id: number
  kind: RefundKind
  refund_id: string
  /** What of it counts. */
  amount_cents: number
  /** What the report said, when that is another amount. */
  reported_cents: number | null
  /** The sale is the same payment as another one. */
  voids_sale: Generated<boolean>
  reason: string | null
  source: RefundSource
  actor_user_id: string | null
  received_at: Date
  withdrawn_at: Date | null
}

interface CommissionChangeTable {
  program_id: number
  id: GeneratedAlways<number>
  commission_id: number
  from_status: CommissionStatus
  to_status: CommissionStatus
  from_amount_cents: number
  to_amount_cents: number
  /** Zero but where the commission as a whole became another one. */
  restated_cents: Generated<number>
  actor: Actor
  actor_user_id: string | null
  reason: string
  changed_at: Date
}

interface WebhookEndpointTable {
  program_id: number
  id: GeneratedAlways<number>
  kind: Generated<WebhookKind>
  /** Of an address. */
  url: string | null
  event_types: string[]
  secret: string
  previous_secret: string | null
  previous_secret_until: Date | null
  created_at: Date
  disabled_at: Date | null
  disabled_reason: string | null
  failing_since: Date | null
  /** Of a listener: who made it, as it is written down. */
  listened_by: string | null
  /** Of a listener: it ends then unless somebody comes for its messages. */
  listening_until: Date | null
}

interface OutboxEventTable {
  program_id: number
  id: GeneratedAlways<number>
  message_id: Generated<string>
  type: string
  data: JSONColumnType<Record<string, unknown>, string, string>
  created_at: Date
  dispatched_at: Date | null
}

interface WebhookDeliveryTable {
  program_id: number
  id: GeneratedAlways<number>
  endpoint_id: number
  event_id: number
  state: Generated<DeliveryState>
  attempts: Generated<number>
  next_attempt_at: Date | null
  claimed_until: Date | null
  first_attempt_at: Date | null
  last_attempt_at: Date | null
  last_status: number | null
  last_error: string | null
  last_answer: string | null
  delivered_at: Date | null
  created_at: Date
}

interface PayoutBatchTable {
  program_id: number
  id: GeneratedAlways<number>
  kind: PayoutBatchKind
  created_by: string
  created_at: Date
}

interface PayoutTable {
  program_id: number
  id: GeneratedAlways<number>
  batch_id: number
  partner_id: number
  currency: Currency
  amount_cents: BigSum
  commissions: number
  status: Generated<PayoutStatus>
  reference: string | null
  created_at: Date
  closed_by: string | null
  closed_at: Date | null
  /** Of its partner's `payout_details`; null: there were none. */
  details_version: number | null
}

interface PartnerPasskeyTable {
  id: GeneratedAlways<number>
  account_id: number
  credential_id: string
  public_key: Buffer
  counter: number
  transports: string[]
  name: string
  is_synced: boolean
  created_at: Date
  used_at: Generated<Date | null>
}

interface PartnerPasskeyChallengeTable {
  challenge_hash: Buffer
  session_id: number | null
  created_at: Date
  expires_at: Date
}

interface PayoutDetailsTable {
  program_id: number
  partner_id: number
  version: number
  method: PayoutMethod
  /** Null: erased. */
  sealed: string | null
  created_at: Date
  usable_at: Date
  withdrawn_at: Date | null
  erased_at: Generated<Date | null>
}

interface PayoutSettingsTable {
  program_id: number
  debtor: string | null
  minimums: JSONColumnType<Record<string, string>, string | undefined, string>
  pay_day: number | null
  paid_month: string | null
  details_required: Generated<boolean>
  updated_at: Date
}

interface PayoutItemTable {
  program_id: number
  payout_id: number
  commission_id: number
  amount_cents: number
  earned_at: Date
}

interface InvoiceTable {
  program_id: number
  id: GeneratedAlways<number>
  sequence: number
  kind: Generated<InvoiceKind>
  voids_invoice_id: number | null
  void_reason: string | null
  voided_at: Date | null
  month: string
  period_from: Date
  period_to: Date
  time_zone: string
  issuer: string
  issuer_address: string | null
  issuer_tax_id: string | null
  billed_name: string | null
  billed_address: string | null
  billed_tax_id: string | null
  program_name: string
  workspace_name: string
  exchange_rates: JSONColumnType<Partial<Record<Currency, string>>, string, never>
  lines: Generated<number>
  total_usd_cents: BigSum
  issued_by: string
  issued_at: Date
}

interface InvoiceLineTable {
  program_id: number
  invoice_id: number
  fee_id: number
  sale_id: number
  kind: InvoiceLineKind
  amount_cents: number
  currency: Currency
  exchange_rate: string | null
  usd_cents: BigSum
  charged_at: Date
}

interface ProcessorAccountTable {
  processor: string
  account_id: string
  program_id: number
  connected_by: ConnectedBy
  webhook_secret: string | null
  is_live: boolean
  connected_at: Date
  reported_at: Date | null
}

interface ProcessorEventTable {
  program_id: number
  processor: string
  event_id: string
  type: string
  is_live: boolean
  outcome: string
  occurred_at: Date
  received_at: Date
  /** Values of our metadata that were ignored because they are placeholders (D56), by their names. */
  placeholders: Record<string, string> | null
}

interface ProcessorPaymentTable {
  program_id: number
  id: GeneratedAlways<number>
  processor: string
  state: PaymentState
  reason: UnattributedReason | null
  /** It could not be attributed when it arrived, whatever became of it. */
  was_unattributed: GeneratedAlways<boolean>
  transaction_id: string | null
  amount_cents: number | null
  tax_amount_cents: number | null
  currency: string | null
  sale_type: SaleType | null
  is_recurring: boolean | null
  subscription_id: string | null
  subscription_interval: SubscriptionInterval | null
  product_id: string | null
  click_id: string | null
  customer_key: string | null
  /** A generic reference of the merchant's: at most the key of a customer that exists (D60). */
  reference_key: string | null
  email_hash: Buffer | null
  processor_customer_id: string | null
  occurred_at: Date | null
  /** Since when its completed checkout waits for the money. */
  unpaid_since: Date | null
  sale_id: number | null
  decided_by: string | null
  created_at: Date
  /** By the database's time: which of two payments is the older. */
  written_at: Generated<Date>
  /** What of its sale has been refunded by all reports of the processor, in the sale's money. */
  refunded_cents: number | null
  /** The one invoice that it pays. */
  bill_id: string | null
  /** It goes by a name that refunds and disputes use: its payment intent or charge, not only its invoice. */
  is_linked: Generated<boolean>
  /** Its sale was made of it, not reported by the merchant. */
  made_sale: Generated<boolean>
  amount_from: AmountFrom | null
  erased_at: Generated<Date | null>
}

interface PaymentReferenceTable {
  program_id: number
  reference: string
  payment_id: number
  is_from_sale: Generated<boolean>
}

interface ProcessorRefundTable {
  program_id: number
  id: GeneratedAlways<number>
  payment_id: number
  kind: RefundKind
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

interface PaymentShareTable {
  program_id: number
  reference: string
  payment_id: number
}

interface ProcessorChargeTable {
  program_id: number
  charge_id: string
  payment_id: number
  /** What was captured. */
  amount_cents: number
  /** What was authorized and released without being captured (D61). */
  released_cents: Generated<number>
  currency: string
}

interface KeptEventTable {
  program_id: number
  id: GeneratedAlways<number>
  processor: string
  event_id: string
  type: string
  reason: KeptReason
  object_id: string | null
  amount_cents: number | null
  currency: string | null
  sale_id: number | null
  occurred_at: Date
  created_at: Date
  settled_at: Date | null
  settled_by: string | null
}

interface ProcessorConnectionTable {
  program_id: number
  processor: string
  account_id: string
  connected_at: Date
  ended_at: Date | null
}

interface ProcessorIntroductionTable {
  program_id: number
  reference: string
  click_id: string | null
  customer_key: string | null
  reference_key: string | null
  email_hash: Buffer | null
  created_at: Date
}

interface IdempotentAnswerTable {
  /** 0 where the call names none. */
  program_id: number
  actor: string
  operation: string
  key: string
  fingerprint: Buffer
  /** Null, with the answer, until the call has done its work; never where it is committed. */
  status: number | null
  answer: string | null
  created_at: Date
}

interface ManagementKeyTable {
  id: GeneratedAlways<number>
  workspace_id: string
  /** Null: it is of all programs of the workspace. */
  program_id: number | null
  name: string
  permissions: string[]
  key_hash: Buffer
  masked: string
  made_by: string
  created_at: Date
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
}

/** What the installation was ever started with. */
interface CurrencyTable {
  code: Currency
}

/** One row of facts about the whole installation. */
interface InstallationTable {
  is_only: Generated<boolean>
  /** Of the `APP_SECRET` that the data depends on; null until a process claims it. */
  secret_fingerprint: string | null
  /** No mail is about what happened before it. */
  notify_from: Date
  sends_mail: Generated<boolean>
  backed_up_at: Date | null
}

/** Who is at a work that one process does at a time (`lease.flow.ts`). */
interface LeaseTable {
  name: string
  holder: string
  until: Date
}

/** Written by triggers, and by `recordAudit` for what no trigger sees; never changed. */
interface AuditLogTable {
  id: Generated<number>
  at: Date
  /** When the database wrote the row. */
  written_at: Generated<Date>
  workspace_id: string | null
  program_id: number | null
  user_id: string | null
  /** The management key that did it, where no person did. */
  key_id: number | null
  action: AuditAction
  target_type: AuditTarget
  target_id: string
  before: JSONColumnType<Record<string, unknown>> | null
  after: JSONColumnType<Record<string, unknown>> | null
  request_id: string | null
}

/** What was changed of a program; its rows before 024 stand in `audit_log`. */
interface ProgramAuditLogTable extends AuditLogTable {
  workspace_id: string
  program_id: number
}

interface WorkspaceProgramTable {
  program_id: number
  workspace_id: string
  created_at: Date
}

/** Programs that have, or had, a webhook. */
interface WebhookProgramTable {
  program_id: number
}

interface ErasedSignupTable {
  program_id: number
  trace: Buffer
  erased_at: Date
}

interface LeadLockTable {
  program_id: number
  bucket: number
}

/** A track call that was not recorded. What was sent is text, cut to what can be kept; an e-mail address never. */
interface RefusalTable {
  program_id: number
  id: GeneratedAlways<number>
  call: TrackCall
  is_test: boolean
  /** The API's error code, or why a call was not counted that was answered as a success. */
  code: string
  message: string
  field: string | null
  transaction_id: string | null
  customer_key: string | null
  click_id: string | null
  link_code: string | null
  amount: string | null
  currency: string | null
  /** The API key it was made with; null where it had none that could be used. */
  key_id: number | null
  is_authenticated: boolean
  request_id: string
  /** Of duplicates, and of calls without a key that were alike and came together: how many this row stands for. */
  count: Generated<number>
  first_at: Date
  last_at: Date
}

/** Who has the token that this is the hash of reads one story until then. */
interface StoryLinkTable {
  program_id: number
  id: GeneratedAlways<number>
  token_hash: Buffer
  asked_by: StoryAskedBy
  /** Sealed under APP_SECRET. */
  asked: string
  made_by: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
}

/** What became of the live track calls of a local day. */
interface DailyCallTable {
  program_id: number
  day: string
  call: TrackCall
  bucket: CallBucket
  calls: number
}

interface MailTable {
  id: GeneratedAlways<number>
  kind: MailKind
  cause: string
  recipient: string
  message_id: string
  workspace_id: string | null
  program_id: number | null
  data: JSONColumnType<Record<string, unknown>, string, string>
  secret: string | null
  state: Generated<MailState>
  attempts: Generated<number>
  next_attempt_at: Date | null
  claimed_until: Date | null
  last_attempt_at: Date | null
  last_code: number | null
  last_error: string | null
  sent_at: Date | null
  created_at: Date
  expires_at: Date
}

interface ProgramSlugTable {
  slug: string
  program_id: number
  created_at: Date
}

interface ProgramBrandTable {
  program_id: number
  slug: string | null
  colour: string
  reply_to: string | null
  logo_digest: string | null
  updated_at: Date
}

interface ProgramLogoTable {
  program_id: number
  media_type: string
  bytes: Buffer
  digest: string
  created_at: Date
}

interface JoinPageTable {
  program_id: number
  mode: JoinMode
  words: string
  questions: JSONColumnType<Question[], string, string>
  terms_version: number | null
  updated_at: Date
}

/** As `joining/join-page.ts` has it. */
interface Question {
  id: string
  kind: QuestionKind
  text: string
  required: boolean
  choices: string[]
}

interface JoinTermsTable {
  program_id: number
  version: number
  words: string
  created_at: Date
}

interface ClaimTable {
  program_id: number
  id: GeneratedAlways<number>
  partner_id: number
  transaction_id: string | null
  day: string | null
  note: string | null
  state: Generated<ClaimState>
  sale_id: number | null
  words: string | null
  decided_by: string | null
  created_at: Date
  closed_at: Date | null
}

interface ApplicationTable {
  program_id: number
  id: GeneratedAlways<number>
  email: string
  name: string
  website: string | null
  answers: JSONColumnType<Answer[], string, never>
  terms_version: number | null
  invitation_id: number | null
  partner_id: number | null
  status: ApplicationStatus
  version: number
  steps: number
  created_at: Date
  changed_at: Date
}

/** As `partners/application.ts` has it. */
interface Answer {
  id: string
  question: string
  answer: string
}

interface ApplicationStepTable {
  program_id: number
  application_id: number
  step: number
  kind: ApplicationStep
  actor_id: string | null
  words: string | null
  answers: JSONColumnType<Answer[]> | null
  at: Date
}

interface JoinInvitationTable {
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

interface SpentChallengeTable {
  program_id: number
  challenge: string
  expires_at: Date
}

interface MailHourTable {
  recipient: string
  hour: Date
  mails: number
}

interface MailOptOutTable {
  program_id: number
  recipient: string
  kind: OptionalMail
  created_at: Date
}

interface PartnerAccountTable {
  id: GeneratedAlways<number>
  /** Null once it was closed. */
  email: string | null
  time_zone: string | null
  created_at: Date
  closed_at: Date | null
}

interface PartnerSignInLinkTable {
  token_hash: Buffer
  email: string
  created_at: Date
  expires_at: Date
  spent_at: Date | null
  workspace_id: string | null
  partner_id: number | null
}

interface PartnerSessionTable {
  id: GeneratedAlways<number>
  account_id: number
  token_hash: Buffer
  workspace_id: string | null
  device: string
  created_at: Date
  seen_at: Date
  expires_at: Date
}

interface PartnerVisitTable {
  id: GeneratedAlways<number>
  kind: PartnerVisitKind
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

interface PortalSettingsTable {
  program_id: number
  embed_origins: string[]
  own_links: number | null
  updated_at: Date
}

interface PartnerMailItemTable {
  program_id: number
  kind: GatheredMail
  item_id: number
  told_at: Date
}

interface PartnerStatementTable {
  program_id: number
  partner_id: number
  month: string
  currency: Currency
  time_zone: string
  opening_cents: BigSum
  earned_cents: BigSum
  taken_back_cents: BigSum
  paid_cents: BigSum
  closing_cents: BigSum
  lines: number
  closed_at: Date
}

interface PartnerStatementLineTable {
  program_id: number
  partner_id: number
  month: string
  currency: Currency
  commission_id: number
  earned_cents: number
  taken_back_cents: number
  paid_cents: number
}

interface PartnerStatementMonthTable {
  program_id: number
  month: string
  closed_at: Date
}
