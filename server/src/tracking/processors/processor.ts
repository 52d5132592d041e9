import type { AmountFrom, RefundKind, SaleType, SubscriptionInterval } from '../../core/enums.ts'

/**
 * A payment processor as the rest of the service sees it: an adapter checks a signature and turns a raw event into
 * one of ours. Everything about a processor's own shapes stays inside its adapter.
 */
export interface Processor {
  name: string
  /** The request header that carries the signature. */
  signatureHeader: string
  /** Whether a text looks like an account id of this processor. */
  isAccountId(text: string): boolean
  /** Whether a text looks like a webhook secret of this processor. */
  isWebhookSecret(text: string): boolean
  /** The account that a raw event names; nothing of it is verified yet. */
  claimedAccount(raw: Buffer): string | undefined
  /** Whether the body was signed with this secret, not longer ago than the processor tolerates. */
  isSigned(raw: Buffer, signature: string, secret: string, receivedAt: Date): Promise<boolean>
  /** Reads a verified event; undefined when it is none. */
  readEvent(raw: Buffer): ProcessorEvent | undefined
  /** The platform's own secret, which signs events of accounts that were connected by OAuth. */
  platformSecret: string | undefined
  /** How an account is connected by OAuth; undefined when the installation has no client id. */
  oauth: ProcessorOAuth | undefined
}

export interface ProcessorOAuth {
  authorizeUrl(state: string, callbackUrl: string): string
  /** @returns 'refused' when the processor does not accept the code */
  exchangeCode(code: string): Promise<AuthorizedAccount | 'refused'>
}

export interface AuthorizedAccount extends AccountFlags {
  accountId: string
  isLive: boolean
}

export interface AccountFlags {
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
}

export interface ProcessorEvent {
  id: string
  /** The processor's own name of it, for the record. */
  type: string
  isLive: boolean
  /** When it happened, by the processor's clock. */
  occurredAt: Date
  /** What it means to us; undefined when it means nothing. */
  change: ProcessorChange | undefined
  /** Values of our metadata that were ignored because they are placeholders (D56), by their names. */
  placeholders: Record<string, string>
}

export type ProcessorChange =
  | ReportedPayment
  | ReportedRefund
  | LinkedReferences
  | ProcessorCustomer
  | FailedPayment
  | ChangedAccount
  /** It is of a kind that means something, and lacks what it must say. */
  | { kind: 'unreadable'; object_id: string | undefined }
  | { kind: 'disconnected' }

/** Money that arrived, or is still to arrive. Amounts are minor units, and more than zero. */
export interface ReportedPayment {
  kind: 'payment'
  /** What names the payment wherever it is reported: the transaction_id of its sale. */
  transaction_id: string
  /** All names of the payment that this event knows, `transaction_id` among them. */
  references: string[]
  /** The invoice that it pays: two invoices are two payments, whatever paid them. */
  bill_id: string | undefined
  /** Whether it names what refunds and disputes name: the payment intent or charge, not only the invoice. */
  is_linked: boolean
  /** False: the checkout is complete and its money has not arrived yet. */
  is_paid: boolean
  /** What its charge took, where the event reports it. */
  charge: ReportedCharge | undefined
  amount_from: AmountFrom
  amount_cents: number
  tax_amount_cents: number | undefined
  /** ISO 4217, upper case; any. */
  currency: string
  sale_type: SaleType
  is_recurring: boolean
  subscription_id: string | undefined
  subscription_interval: SubscriptionInterval | undefined
  product_id: string | undefined
  click_id: string | undefined
  customer_key: string | undefined
  /** A generic reference field: at most the key of a customer that exists (D60). Only where no click or key is named. */
  reference_key: string | undefined
  email: string | undefined
  processor_customer_id: string | undefined
}

/** Money that went back, or came back after all. */
export interface ReportedRefund {
  kind: RefundKind
  references: string[]
  bill_id: string | undefined
  is_linked: boolean
  /** The refund's or dispute's own id; a refund without one is the total of its charge so far. */
  refund_id: string | undefined
  /** Which charge of the payment it is about. */
  charge_id: string | undefined
  /** That charge in whole, where the event tells it. */
  charge: ReportedCharge | undefined
  amount_cents: number
  /** ISO 4217, upper case. */
  currency: string | undefined
  /** When the refund was made, which its later events tell too. */
  made_at: Date | undefined
  /** A dispute that was won. */
  is_withdrawn: boolean
  reason: string | undefined
}

/** Who the payments of a subscription or a customer will be of: a checkout that cost nothing says it. */
export interface ProcessorCustomer {
  kind: 'introduced'
  subscription_id: string | undefined
  processor_customer_id: string | undefined
  click_id: string | undefined
  customer_key: string | undefined
  reference_key: string | undefined
  email: string | undefined
}

/** Names of one and the same payment. */
export interface LinkedReferences {
  kind: 'linked'
  references: string[]
  bill_id: string | undefined
  is_linked: boolean
  charge: ReportedCharge | undefined
}

/** A completed checkout whose money will not arrive. */
export interface FailedPayment {
  kind: 'payment_failed'
  references: string[]
  bill_id: string | undefined
}

/** What a charge took so far: one of the two amounts may be zero. */
export interface ReportedCharge {
  charge_id: string
  amount_cents: number
  /** Authorized, and released without being captured (D61). */
  released_cents: number
  /** ISO 4217, upper case. */
  currency: string
}

/** What charges took and released in all, in one currency. */
export interface ChargeSums {
  /** Captured. */
  cents: bigint
  /** Authorized, and never captured (D61). */
  released_cents: bigint
  currency: string
}

export interface ChangedAccount extends AccountFlags {
  kind: 'account_changed'
  accountId: string
}

export type Processors = ReadonlyMap<string, Processor>
