/**
 * The words of the business, one list each: types, schemas of the API and the checks of the database all say the
 * same. A test compares each list with its check.
 */

/** Of the partner portal, the join page and emails to partners. BCP 47. */
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
export type CommissionApproval = (typeof COMMISSION_APPROVALS)[number]

/** What a policy's percentage is taken of. */
export const COMMISSION_BASES = ['amount', 'amount_without_tax'] as const
export type CommissionBase = (typeof COMMISSION_BASES)[number]

export const POLICY_TYPES = ['percent', 'flat'] as const
export type PolicyType = (typeof POLICY_TYPES)[number]

export const POLICY_DURATIONS = ['lifetime', 'first_sale', 'months'] as const
export type PolicyDuration = (typeof POLICY_DURATIONS)[number]

/** `closed` by the partner himself, and for good. */
export const PARTNER_STATUSES = ['pending', 'approved', 'rejected', 'closed'] as const
export type PartnerStatus = (typeof PARTNER_STATUSES)[number]

/** Who joins a program by its page: whoever applies, whom the team approves of those, or who was invited alone. */
export const JOIN_MODES = ['open', 'approval', 'invitation'] as const
export type JoinMode = (typeof JOIN_MODES)[number]

/** `asked`: the team waits for an answer. */
export const APPLICATION_STATUSES = ['waiting', 'asked', 'approved', 'rejected'] as const
export type ApplicationStatus = (typeof APPLICATION_STATUSES)[number]

/** What may happen to an application. */
export const APPLICATION_STEPS = [
  'applied',
  'applied_again',
  'asked',
  'answered',
  'approved',
  'rejected',
] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]

export const QUESTION_KINDS = ['text', 'long_text', 'choice', 'url'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

export const LINK_STATUSES = ['active', 'inactive'] as const
export type LinkStatus = (typeof LINK_STATUSES)[number]

export const CUSTOMER_STATUSES = ['provisional', 'lead', 'conversion'] as const
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number]

export const LEAD_STATES = ['provisional', 'settled'] as const
export type LeadState = (typeof LEAD_STATES)[number]

export const LEAD_SOURCES = ['browser', 'server'] as const
export type LeadSource = (typeof LEAD_SOURCES)[number]

/** What settled a lead: one of its two callers, or a payment of the connected processor account. */
export const LEAD_SETTLERS = ['browser', 'server', 'payment'] as const
export type LeadSettler = (typeof LEAD_SETTLERS)[number]

export const SALE_TYPES = ['payment', 'subscription'] as const
export type SaleType = (typeof SALE_TYPES)[number]

export const SUBSCRIPTION_INTERVALS = ['monthly', 'quarterly', 'annual'] as const
export type SubscriptionInterval = (typeof SUBSCRIPTION_INTERVALS)[number]

export const SALE_STATUSES = ['paid', 'refunded'] as const
export type SaleStatus = (typeof SALE_STATUSES)[number]

/** By what a customer of a sale is found; the last three only ever by a payment of the processor. */
export const ATTRIBUTED_BY = ['customer_key', 'click_id', 'email', 'processor_customer_id', 'manual'] as const
export type AttributedBy = (typeof ATTRIBUTED_BY)[number]

export const COMMISSION_KINDS = ['sale', 'lead'] as const
export type CommissionKind = (typeof COMMISSION_KINDS)[number]

/** D30. */
export const COMMISSION_STATUSES = ['pending', 'approved', 'paid', 'reversed'] as const
export type CommissionStatus = (typeof COMMISSION_STATUSES)[number]

/** Why a commission waits beyond its hold period, until the cause is gone or a person decides. */
export const HOLD_REASONS = ['payment_link_missing', 'possible_duplicate'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** What a person decides of two sales that name the same payment. */
export const DUPLICATE_DECISIONS = ['both_real', 'duplicate'] as const
export type DuplicateDecision = (typeof DUPLICATE_DECISIONS)[number]

/** Who changed something: the service itself, a person, a management key, the merchant's server, or the payment processor. */
export const ACTORS = ['system', 'user', 'key', 'merchant', 'processor'] as const
export type Actor = (typeof ACTORS)[number]

export const REFUND_KINDS = ['refund', 'failed_refund', 'dispute'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

export const REFUND_SOURCES = ['merchant', 'dashboard', 'processor'] as const
export type RefundSource = (typeof REFUND_SOURCES)[number]

/**
 * Where the amount of a processor's payment comes from: a checkout's price, the merchant's own price of a checkout that
 * was presented in another currency, or what was captured or paid.
 */
export const AMOUNT_FROM = ['checkout', 'conversion', 'charge', 'intent', 'invoice'] as const
export type AmountFrom = (typeof AMOUNT_FROM)[number]

/** Why an event of the processor waits for a person. */
export const REVIEW_REASONS = ['unreadable', 'currency_differs', 'amount_differs', 'another_program'] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

export const CONNECTION_STATUSES = ['not_connected', 'connected', 'disconnected'] as const
export type ProcessorConnectionStatus = (typeof CONNECTION_STATUSES)[number]

export const CONNECTED_BY = ['oauth', 'manual'] as const
export type ConnectedBy = (typeof CONNECTED_BY)[number]

export const PAYMENT_STATES = ['announced', 'attributed', 'unattributed', 'dismissed'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Why a payment of the processor could not be attributed. */
export const UNATTRIBUTED_REASONS = [
  'no_customer',
  'window_expired',
  'unsupported_currency',
  'partner_not_approved',
  'program_inactive',
  'closed_to_new_referrals',
] as const
export type UnattributedReason = (typeof UNATTRIBUTED_REASONS)[number]

export const PAYOUT_STATUSES = ['open', 'paid', 'cancelled'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

/** Why what a partner is owed is not paid out: it is not approved, or somebody holds its payouts. */
export const PAYOUT_BLOCKERS = ['partner_pending', 'partner_rejected', 'partner_held'] as const
export type PayoutBlocker = (typeof PAYOUT_BLOCKERS)[number]

/** Ways by which a partner can be paid. */
export const PAYOUT_METHODS = ['bank_iban', 'bank_account', 'paypal', 'wise', 'other'] as const
export type PayoutMethod = (typeof PAYOUT_METHODS)[number]

export const PAYOUT_BATCH_KINDS = ['batch', 'manual'] as const
export type PayoutBatchKind = (typeof PAYOUT_BATCH_KINDS)[number]

export const INVOICE_KINDS = ['invoice', 'credit_note'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

/** `void` is a line of a credit note: the opposite of the line it takes back. */
export const INVOICE_LINE_KINDS = ['fee', 'credit', 'void'] as const
export type InvoiceLineKind = (typeof INVOICE_LINE_KINDS)[number]

/** An address is posted to; for a listener's messages its maker comes. */
export const WEBHOOK_KINDS = ['address', 'listener'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** What is mailed. */
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

/** Those that a recipient may do without: neither security nor money. */
export const OPTIONAL_MAILS = [
  'webhook_disabled',
  'new_application',
  'partner_statement',
  'partner_first_click',
  'partner_sale',
] as const satisfies readonly MailKind[]
export type OptionalMail = (typeof OPTIONAL_MAILS)[number]

/** Those to who is no member: a partner, and whoever applies to a program or is invited to it. */
export const PARTNER_MAILS = [
  'application_received',
  'application_approved',
  'application_rejected',
  'application_question',
  'partner_invitation',
  'payout_details_changed',
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

/** A look at a partner's portal without a session of his own: by the team, or in a frame of the program's pages. */
export const DELEGATED_SESSIONS = ['view', 'embed'] as const
export type DelegatedSessionKind = (typeof DELEGATED_SESSIONS)[number]

/** Those that are gathered from what happened: each thing is told in one of them. */
export const GATHERED_MAILS = [
  'partner_first_click',
  'partner_sale',
  'partner_reversal',
] as const satisfies readonly MailKind[]
export type GatheredMail = (typeof GATHERED_MAILS)[number]

/** Why something of a commission was taken back. */
const REVERSAL_REASONS = ['rejected', 'disputed', 'refunded', 'partly_refunded', 'corrected'] as const
export type ReversalReason = (typeof REVERSAL_REASONS)[number]

/** What became of what a partner believes to be his; `withdrawn` by himself. */
export const CLAIM_STATES = ['open', 'accepted', 'rejected', 'withdrawn'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

/** `withdrawn` was not sent and never will be: what it was to say does not hold any more, or nobody wants it. */
export const MAIL_STATES = ['pending', 'sent', 'failed', 'withdrawn'] as const
export type MailState = (typeof MAIL_STATES)[number]

export const MEMBER_ROLES = ['owner', 'admin', 'member', 'viewer'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

export const MEMBER_STATUSES = ['active', 'suspended'] as const
export type MemberStatus = (typeof MEMBER_STATUSES)[number]

/** What the audit log says was done: one word per operation of the API that changes something, and per command. */
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
  'claim.accept',
  'claim.reject',
  'partner.close',
  'partner.impersonate',
  'partner.embed',
  'portal_settings.update',
  'link.create',
  'link.activate',
  'link.deactivate',
  'commission.approve',
  'commission.reject',
  'commission.mark_paid',
  'sale.refund',
  'commission.decide_duplicate',
  'processor.connect',
  'processor.disconnect',
  'payment.attribute',
  'payment.dismiss',
  'processor_event.resolve',
  'payout.create',
  'payout.pay',
  'payout.cancel',
  'payout.import',
  'payout.create_file',
  'payout_settings.update',
  'payout_details.set',
  'payout_details.withdraw',
  'payout_details.reveal',
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

/** The calls that tell of an event. */
export const REQUEST_TYPES = ['click', 'lead', 'sale', 'refund'] as const
export type RequestType = (typeof REQUEST_TYPES)[number]

/** By what a timeline is asked for; an e-mail is known by its hash. */
export const TIMELINE_QUERY_TYPE = ['transactionId', 'customerKey', 'clickId', 'emailHash'] as const
export type TimelineQueryType = (typeof TIMELINE_QUERY_TYPE)[number]

/** How a sale was decided: with a commission, or why without one. Each is a bucket of `REQUEST_OUTCOMES`. */
export const SALE_DECISIONS = ['with_commission', 'no_policy', 'policy_ended'] as const
export type SaleDecisionCode = (typeof SALE_DECISIONS)[number]

/** What may become of a live track call, each in one of them (`tracking/request-outcome.rule.ts` says which call in which). */
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

/** What the audit log says was changed; the triggers of the schema name it. */
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
  'link',
  'commission',
  'refund',
  'payment',
  'processor_account',
  'processor_event',
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
  'person',
] as const
export type AuditTarget = (typeof AUDIT_TARGETS)[number]

/** The reason in a commission's history where the processor told later what the customer paid. */
export const AMOUNT_ADJUSTED = 'the amount that the customer paid became known'
