/**
 * The enums of the domain. Types, API schemas and database checks use the same values, and a test compares each list
 * with its check.
 */

/** Languages of the partner portal, the join page and partner emails. BCP 47. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt-BR', 'vi'] as const
export type Language = (typeof LANGUAGES)[number]

export const KEY_MODES = ['live', 'test'] as const
export type KeyMode = (typeof KEY_MODES)[number]

export const PROGRAM_STATUSES = ['active', 'paused', 'archived'] as const
export type ProgramStatus = (typeof PROGRAM_STATUSES)[number]

export const LEAD_AUTH_POLICIES = ['server_verified', 'browser_allowed'] as const
export type LeadAuthPolicy = (typeof LEAD_AUTH_POLICIES)[number]

export const PAYMENT_TRACKING_MODES = ['processor_connect', 's2s'] as const
export type PaymentTrackingMode = (typeof PAYMENT_TRACKING_MODES)[number]

export const COMMISSION_APPROVALS = ['automatic', 'review'] as const

/** Which partner gets a new customer whose click and coupon code belong to different partners. */
export const COUPON_PRECEDENCES = ['code', 'click', 'first_touch'] as const
export type CouponPrecedence = (typeof COUPON_PRECEDENCES)[number]

/** Why a coupon code doesn't attribute the customer. */
export const COUPON_PROBLEMS = [
  'unknown_code',
  'not_started',
  'expired',
  'used_up',
  'partner_not_approved',
  'program_closed',
] as const
export type CouponProblem = (typeof COUPON_PROBLEMS)[number]

/** An archived code attributes nothing, and its text can be given to another partner. */
export const COUPON_STATUSES = ['active', 'archived'] as const
export type CouponStatus = (typeof COUPON_STATUSES)[number]

/** How a customer was attributed to the partner. */
export const ATTRIBUTION_SOURCES = ['click', 'team', 'coupon_code'] as const
export type AttributionSource = (typeof ATTRIBUTION_SOURCES)[number]

/** The amount that a policy's percentage is applied to. */
export const COMMISSION_BASES = ['amount', 'amount_without_tax'] as const
export type CommissionBase = (typeof COMMISSION_BASES)[number]

export const POLICY_TYPES = ['percent', 'flat'] as const
export type PolicyType = (typeof POLICY_TYPES)[number]

export const POLICY_DURATIONS = ['lifetime', 'first_sale', 'months'] as const
export type PolicyDuration = (typeof POLICY_DURATIONS)[number]

/** `closed` is set by the partner, permanently. */
export const PARTNER_STATUSES = ['pending', 'approved', 'rejected', 'closed'] as const
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** Who can join: anyone who applies, approved applicants, or invited partners only. */
export const JOIN_MODES = ['open', 'approval', 'invitation'] as const
export type JoinMode = (typeof JOIN_MODES)[number]

/** `info_requested`: waiting for the applicant's reply. */
export const APPLICATION_STATUSES = ['pending', 'info_requested', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** Statuses of undecided applications. */
export const OPEN_APPLICATION_STATUSES = [
  'pending',
  'info_requested',
] as const satisfies readonly ApplicationStatus[]
export type OpenApplicationStatus = (typeof OPEN_APPLICATION_STATUSES)[number]

/** Steps in an application's history. */
export const APPLICATION_STEPS = [
  'applied',
  'applied_again',
  'info_requested',
  'answered',
  'approved',
  'rejected',
] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]

export const QUESTION_KINDS = ['text', 'long_text', 'choice', 'url'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

export const LINK_STATUSES = ['active', 'inactive'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

/**
 * How a click is recorded: by the tracker from the service's own address (`script`) or through the merchant's origin,
 * whose server can set the cookie (`server_set`), or by a redirect link.
 */
export const CAPTURE_METHODS = ['script', 'server_set', 'redirect'] as const
export type CaptureMethod = (typeof CAPTURE_METHODS)[number]

export const CUSTOMER_STATUSES = ['provisional', 'lead', 'conversion'] as const
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number]

export const LEAD_STATES = ['provisional', 'settled'] as const
export type LeadState = (typeof LEAD_STATES)[number]

export const LEAD_SOURCES = ['browser', 'server'] as const
export type LeadSource = (typeof LEAD_SOURCES)[number]

/** The source that settled a lead: the browser's or the server's request, or a payment from the connected processor. */
export const LEAD_SETTLERS = ['browser', 'server', 'payment'] as const
export type LeadSettler = (typeof LEAD_SETTLERS)[number]

export const SALE_TYPES = ['payment', 'subscription'] as const
export type SaleType = (typeof SALE_TYPES)[number]

export const SUBSCRIPTION_INTERVALS = ['monthly', 'quarterly', 'annual'] as const
export type SubscriptionInterval = (typeof SUBSCRIPTION_INTERVALS)[number]

export const SALE_STATUSES = ['paid', 'refunded'] as const
export type SaleStatus = (typeof SALE_STATUSES)[number]

/**
 * How a sale's customer was found. Email and processor customer ID: only by a processor payment. `coupon_code`:
 * the sale's code attributed the customer to the partner.
 */
export const ATTRIBUTED_BY = [
  'customer_key',
  'click_id',
  'email',
  'processor_customer_id',
  'manual',
  'coupon_code',
] as const
export type AttributedBy = (typeof ATTRIBUTED_BY)[number]

export const COMMISSION_KINDS = ['sale', 'lead'] as const
export type CommissionKind = (typeof COMMISSION_KINDS)[number]

/** D30. */
export const COMMISSION_STATUSES = ['pending', 'approved', 'paid', 'reversed'] as const
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number]

/** Why a commission is held beyond its hold period, until the cause is resolved or a person decides. */
export const HOLD_REASONS = ['payment_link_missing', 'possible_duplicate'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** Decisions on two sales that refer to the same payment. */
export const DUPLICATE_DECISIONS = ['both_real', 'duplicate'] as const
export type DuplicateDecision = (typeof DUPLICATE_DECISIONS)[number]

/**
 * Who made a change: the service, a person, a management key, the merchant's server, or the payment processor.
 */
export const ACTORS = ['system', 'user', 'key', 'merchant', 'processor'] as const
export type Actor = (typeof ACTORS)[number]

export const REFUND_KINDS = ['refund', 'failed_refund', 'dispute'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

export const REFUND_SOURCES = ['merchant', 'dashboard', 'processor'] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]

/**
 * Source of a processor payment's amount: the checkout price, the merchant's original price for a checkout in another
 * currency, or the captured or paid amount.
 */
export const AMOUNT_SOURCES = ['checkout', 'conversion', 'charge', 'intent', 'invoice'] as const
export type AmountSource = (typeof AMOUNT_SOURCES)[number]

/** Why a processor event needs review. */
export const REVIEW_REASONS = [
  'unreadable',
  'currency_differs',
  'amount_differs',
  'another_program',
  'possible_duplicate_refund',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** Payment processors with an adapter. */
export const PROCESSORS = [
  'stripe',
  'paddle',
  'polar',
  'lemonsqueezy',
  'shopify',
  'woocommerce',
  'chargebee',
  'revenuecat',
  'paypal',
] as const
export type ProcessorName = (typeof PROCESSORS)[number]

export const CONNECTION_STATUSES = ['not_connected', 'connected', 'disconnected'] as const
export type ProcessorConnectionStatus = (typeof CONNECTION_STATUSES)[number]

export const CONNECTION_METHODS = ['oauth', 'manual'] as const

export const PAYMENT_STATES = ['announced', 'attributed', 'unattributed', 'dismissed'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Why a processor payment could not be attributed. */
export const UNATTRIBUTED_REASONS = [
  'no_customer',
  'window_expired',
  'unsupported_currency',
  'partner_not_approved',
  'program_inactive',
  'closed_to_new_referrals',
] as const
export type UnattributedReason = (typeof UNATTRIBUTED_REASONS)[number]

export const PAYOUT_STATUSES = ['open', 'paid', 'canceled'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** Why a partner's balance isn't paid out: the partner isn't approved, or payouts are paused. */
export const PAYOUT_BLOCKERS = ['partner_pending', 'partner_rejected', 'partner_held'] as const
export type PayoutBlocker = (typeof PAYOUT_BLOCKERS)[number]

/** Payout methods. */
export const PAYOUT_METHODS = ['bank_iban', 'bank_account', 'paypal', 'wise', 'other'] as const
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]

export const PAYOUT_BATCH_KINDS = ['batch', 'manual'] as const
export type PayoutBatchKind = (typeof PAYOUT_BATCH_KINDS)[number]

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** `void` is a line of a credit note that reverses an invoice line. */
export const INVOICE_LINE_KINDS = ['fee', 'credit', 'void'] as const
export type InvoiceLineKind = (typeof INVOICE_LINE_KINDS)[number]

/** Messages are posted to a URL (`address`) or polled by a listener (`listener`). */
export const WEBHOOK_KINDS = ['address', 'listener'] as const

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** All types of mail. */
export const MAIL_KINDS = [
  'invitation',
  'password_reset',
  'webhook_disabled',
  'invoice_issued',
  'partner_sign_in',
  'new_application',
  'application_received',
  'application_approved',
  'application_rejected',
  'application_question',
  'partner_invitation',
  'payout_details_changed',
  'payout_details_requested',
  'payout_made',
  'payout_paid',
  'partner_statement',
  'partner_first_click',
  'partner_sale',
  'partner_reversal',
  'claim_decided',
  'partner_passkey_changed',
  'partner_account_closed',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Mails that can be turned off, because they concern neither security nor money. */
export const OPTIONAL_MAILS = [
  'webhook_disabled',
  'new_application',
  'partner_statement',
  'partner_first_click',
  'partner_sale',
] as const satisfies readonly MailKind[]
export type OptionalMail = (typeof OPTIONAL_MAILS)[number]

/** Mails to people outside the team: partners, applicants and invited people. */
export const PARTNER_MAILS = [
  'application_received',
  'application_approved',
  'application_rejected',
  'application_question',
  'partner_invitation',
  'payout_details_changed',
  'payout_details_requested',
  'payout_made',
  'payout_paid',
  'partner_statement',
  'partner_first_click',
  'partner_sale',
  'partner_reversal',
  'claim_decided',
  'partner_passkey_changed',
  'partner_account_closed',
] as const satisfies readonly MailKind[]

/**
 * Sessions that open a partner's portal without the partner's sign-in: for the team (`view`), or embedded in the
 * program's pages (`embed`).
 */
export const DELEGATED_SESSIONS = ['view', 'embed'] as const
export type DelegatedSessionKind = (typeof DELEGATED_SESSIONS)[number]

/** Digest mails. Each event is reported in one of them. */
export const DIGEST_MAILS = [
  'partner_first_click',
  'partner_sale',
  'partner_reversal',
] as const satisfies readonly MailKind[]
export type DigestMail = (typeof DIGEST_MAILS)[number]

/** Why part of a commission was reversed. */
const REVERSAL_REASONS = ['rejected', 'disputed', 'refunded', 'partly_refunded', 'corrected'] as const
export type ReversalReason = (typeof REVERSAL_REASONS)[number]

/** Outcomes of a claim. `withdrawn`: by the partner. */
export const CLAIM_STATES = ['open', 'approved', 'rejected', 'withdrawn'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

/** `withdrawn` means that the mail was not sent and never will be: it is outdated or no longer wanted. */
export const MAIL_STATES = ['pending', 'sent', 'failed', 'withdrawn'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const MEMBER_ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

export const MEMBER_STATUSES = ['active', 'suspended'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

/** Audit log actions: one for each API operation that changes data, and one for each command. */
export const AUDIT_ACTIONS = [
  'workspace.create',
  'workspace.update',
  'member.update',
  'member.remove',
  'invitation.create',
  'invitation.accept',
  'invitation.cancel',
  'program.create',
  'program.update',
  'program.advance_clock',
  'branding.update',
  'branding.set_logo',
  'branding.remove_logo',
  'join_page.update',
  'api_key.create',
  'api_key.retire',
  'api_key.delete',
  'management_key.create',
  'management_key.revoke',
  'commission_policy.set',
  'commission_policy.end',
  'partner.add',
  'partner.import',
  'partner.approve',
  'partner.reject',
  'application.approve',
  'application.reject',
  'application.request_info',
  'partner_invitation.create',
  'partner_invitation.revoke',
  'partner.hold',
  'partner.release',
  'partner.set_group',
  'partner.tag',
  'customer.attribute',
  'partner_note.create',
  'partner_note.update',
  'partner_note.delete',
  'partner_group.create',
  'partner_group.rename',
  'partner_group.end',
  'partner.sign_in_link',
  'claim.approve',
  'claim.reject',
  'partner.close',
  'partner.impersonate',
  'partner.embed',
  'portal_settings.update',
  'coupon_code.create',
  'coupon_code.update',
  'coupon_code.archive',
  'coupon_code.import',
  'link.create',
  'link.activate',
  'link.deactivate',
  'commission.approve',
  'commission.withdraw_approval',
  'commission.reject',
  'commission.mark_paid',
  'sale.refund',
  'sale.undo_refund',
  'commission.decide_duplicate',
  'processor.connect',
  'processor.disconnect',
  'payment.attribute',
  'payment.dismiss',
  'processor_event.resolve',
  'processor.set_api_key',
  'processor.remove_api_key',
  'reconciliation.record',
  'reconciliation.note',
  'reconciliation.close',
  'reconciliation.reopen',
  'payout.create',
  'payout.pay',
  'payout.cancel',
  'payout.update_details',
  'payout.import',
  'payout.create_file',
  'payout_settings.update',
  'payout_details.set',
  'payout_details.withdraw',
  'payout_details.reveal',
  'payout_details.request',
  'invoice.issue',
  'invoice.void',
  'webhook.create',
  'webhook.update',
  'webhook.delete',
  'webhook.rotate_secret',
  'webhook.test',
  'webhook.redeliver',
  'webhook.listen',
  'webhook.stop_listening',
  'mail.resend',
  'share_link.create',
  'share_link.revoke',
  'data_subject.erase',
  'command.data_subject_erase',
  'command.init',
  'command.demo',
  'command.simulate',
  'command.stats_rebuild',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Tracking requests that report an event. */
export const REQUEST_TYPES = ['click', 'lead', 'sale', 'refund'] as const
export type RequestType = (typeof REQUEST_TYPES)[number]

/** Identifiers that a timeline can be looked up by. Emails are matched by their hash. */
export const TIMELINE_QUERY_TYPE = ['transactionId', 'customerKey', 'clickId', 'emailHash'] as const
export type TimelineQueryType = (typeof TIMELINE_QUERY_TYPE)[number]

/** Decisions on a sale: it earns a commission, or the reason it doesn't. All of them are `REQUEST_OUTCOMES`. */
export const SALE_DECISIONS = ['with_commission', 'no_policy', 'policy_ended'] as const
export type SaleDecisionCode = (typeof SALE_DECISIONS)[number]

/** Outcomes of live tracking requests. Each request has exactly one (see `tracking/request-outcome.rule.ts`). */
export const REQUEST_OUTCOMES = [
  'counted',
  'bot',
  'unknown_link',
  'inactive_link',
  'partner_not_approved',
  'program_closed',
  'settled',
  'provisional',
  'repeat',
  'with_commission',
  'no_policy',
  'policy_ended',
  'duplicate',
  'window_expired',
  'unsupported_currency',
  'applied',
  'sale_not_found',
  'no_attribution',
  'unauthorized',
  'rejected',
  'failed',
] as const
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]

/** Object types in the audit log, as in the schema's triggers. */
export const AUDIT_TARGETS = [
  'workspace',
  'member',
  'invitation',
  'program',
  'api_key',
  'management_key',
  'commission_policy',
  'partner',
  'partner_group',
  'partner_note',
  'customer',
  'coupon_code',
  'link',
  'commission',
  'refund',
  'payment',
  'processor_account',
  'processor_event',
  'reconciliation',
  'reconciliation_item',
  'payout_batch',
  'payout',
  'payout_settings',
  'payout_details',
  'portal_settings',
  'invoice',
  'webhook',
  'webhook_delivery',
  'mail',
  'share_link',
  'brand',
  'join_page',
  'application',
  'partner_invitation',
  'claim',
  'data_subject',
] as const
export type AuditTarget = (typeof AUDIT_TARGETS)[number]

/** Reason in a commission's history after the processor reported the paid amount. */
export const AMOUNT_ADJUSTED = 'the processor reported the paid amount'

export const RECONCILIATION_STATUSES = ['queued', 'running', 'done', 'failed'] as const

/** What a processor's list contains. */
export const RECONCILED_KINDS = ['payment', 'refund', 'failed_refund', 'dispute'] as const

/** How an entry in a processor's list compares with what is recorded. `recorded`: it was missing and then recorded. */
export const RECONCILED_STATES = [
  'matched',
  'unattributed',
  'different_amount',
  'missing',
  'recorded',
] as const

/** Dimensions of clicks that breakdowns and roll-ups count. */
export const CLICK_DIMENSIONS = [
  'subId',
  'landingPage',
  'referrer',
  'language',
  'country',
  'device',
  'visitor',
] as const
export type ClickDimension = (typeof CLICK_DIMENSIONS)[number]
