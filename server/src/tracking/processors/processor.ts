import type {
  AmountSource,
  ProcessorName,
  RefundKind,
  SaleType,
  SubscriptionInterval,
} from '../../core/enums.ts'

/**
 * A payment processor. An adapter authenticates deliveries and converts their events, so a processor's formats stay
 * inside it: the flows see only `ProcessorEvent`. README.md explains how to write an adapter.
 */
export interface Processor {
  /** The processor's name in URLs, the API and the database. */
  name: ProcessorName
  /** Event types that the webhook endpoint of a manually connected account must receive. */
  eventTypes: readonly string[]
  /** The request header that authenticates a delivery, for the error message. */
  signatureHeader: string
  /**
   * Returns whether text has the format of this processor's account IDs. Undefined if its events don't contain an
   * account. In that case, the webhook URL and its secret identify the program, and no account ID is entered.
   */
  isAccountId?(text: string): boolean
  /** Returns whether text has the format of the secret that the merchant enters. */
  isWebhookSecret(text: string): boolean
  /**
   * Whether events don't say if they are in test mode, because the processor has separate test accounts. The merchant
   * then specifies the mode when connecting.
   */
  isModeEntered: boolean
  /** Returns the account in a raw event, unverified. */
  claimedAccount?(raw: Buffer): string | undefined
  /** Returns whether a delivery only tests the URL. It is acknowledged without authentication and changes nothing. */
  isPing?(delivery: ProcessorDelivery): boolean
  /**
   * Returns whether the delivery comes from the processor: it was signed with this secret or contains it, compared in
   * constant time, and is within the time tolerance if the signature contains a time. Never throws because of the
   * delivery's content.
   * @throws {VerificationUnavailableError} if verification needs another host that can't be reached
   */
  isAuthentic(delivery: ProcessorDelivery, secret: string): Promise<boolean>
  /**
   * Parses an authenticated delivery.
   * @param account its account, for processors whose events don't contain their mode
   * @returns undefined if it is not an event
   */
  readEvent(delivery: ProcessorDelivery, account: { isLive: boolean }): ProcessorEvent | undefined
  /** The platform's secret, which signs events of accounts connected via OAuth. */
  platformSecret?: string | undefined
  /** OAuth settings; undefined if the deployment has no client ID. */
  oauth?: ProcessorOAuth | undefined
  /** How to list payments and refunds for reconciliation; undefined if the processor's API can't list them. */
  list?: ProcessorList | undefined
}

/** Credentials that a merchant enters so a list can be read. Fields that the processor doesn't need are empty. */
export interface ListCredentials {
  /** The account's own host or name at the processor. */
  site: string
  apiKey: string
  apiSecret: string
}

/** Reads an account's payments and refunds from the processor's API, with a read-only key. */
export interface ProcessorList {
  /** Returns whether text has the format of an API key that this list accepts. */
  isApiKey(text: string): boolean
  /** Explains where to copy the key and how it starts. Part of the error message. */
  apiKeyHint: string
  /**
   * Returns whether text is a secret for this API key; the text is empty if none was entered. Undefined if keys have no
   * secret.
   */
  isApiSecret?(text: string, apiKey: string): boolean
  apiSecretHint?: string
  /** Set if each account has its own host. Requests then pass the outbound address guard. */
  site?: {
    example: string
    /** Returns the site, normalized; undefined if it is invalid. */
    read(text: string): string | undefined
    /** Returns whether it is a test site; undefined if the name doesn't indicate it. */
    isTest?(site: string): boolean
  }
  /** The API's URL, without a trailing slash. The host is fixed, or comes from the site. */
  baseUrl(account: { isLive: boolean; site: string }): string
  /**
   * Returns the request that exchanges a key for a short-lived token with OAuth client credentials. The token then
   * replaces the key. Undefined if the key itself is sent.
   */
  grant?(credentials: ListCredentials): ListGrant | undefined
  /** Request headers, with the key. */
  headers(credentials: ListCredentials): Record<string, string>
  /** Read one after the other. Collections with payments come first. */
  collections: readonly ListedCollection[]
  /**
   * How long the list lags behind. Newer payments aren't compared. Defaults to the time that events may take to arrive.
   */
  delayMs?: number
  /** Timeouts for a page, if the defaults aren't suitable. */
  timeouts?: ListTimeouts
}

/** A POST request with a form. */
export interface ListGrant {
  path: string
  headers: Record<string, string>
  form: Record<string, string>
}

export interface ListTimeouts {
  totalMs: number
  connectMs: number
  /** Maximum pause between two parts of a response. */
  silenceMs: number
}

/** Response headers, by lowercase name. */
export type ListHeaders = Readonly<Record<string, string | string[] | undefined>>

/** JSON as the processor's API sent it. */
type ListedObject = Record<string, unknown>

/** A period to list, and where a page begins. `from` is inclusive, `before` is exclusive. */
export interface ListQuery {
  from: Date
  before: Date
  /** As returned by `nextPage`; undefined for the first page. */
  place: string | undefined
}

/** One kind of object, such as invoices. Its changes are the same as in events about such an object. */
export interface ListedCollection {
  /** Unique within the list; part of stored keys. */
  name: string
  /** A page's path and query. */
  path(query: ListQuery): string
  /** Path of one object. */
  objectPath(id: string): string
  /** Returns a page's objects; undefined if the response isn't a page. A response that is an array is `items`. */
  objects(page: ListedObject): ListedObject[] | undefined
  /** Returns where the next page begins; undefined if this is the last one. */
  nextPage(
    page: ListedObject,
    objects: readonly ListedObject[],
    query: ListQuery & { headers: ListHeaders },
  ): string | undefined
  /** Returns the object in the response to `objectPath`. */
  object(response: ListedObject): ListedObject | undefined
  /**
   * Returns the paths of other objects whose values an event contains, such as a subscription's metadata. They are read
   * before this object is recorded, and their values are added to it.
   */
  relatedPaths?(object: ListedObject): string[]
  getId(object: ListedObject): string | undefined
  /** Returns when the payment or refund happened, which determines its month. */
  happenedAt(object: ListedObject): Date | undefined
  isLive(object: ListedObject, account: { isLive: boolean }): boolean
  /** Whether an account has live and test objects. Objects of the other mode are then skipped. */
  hasBothModes?: boolean
  /** Converts an object to its changes. Irrelevant objects have none. */
  read(object: ListedObject): ProcessorChange[]
  /** Whether the API can't select a period. Objects are then listed newest first, up to the start of the period. */
  isNewestFirst?: boolean
}

/** Thrown if a signature can't be verified now, so the processor sends the event again. */
export class VerificationUnavailableError extends Error {
  override name = 'VerificationUnavailableError'
}

/** A request to the webhook URL, before it is parsed. */
export interface ProcessorDelivery {
  raw: Buffer
  /** By lowercase name. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  receivedAt: Date
}

export interface ProcessorOAuth {
  authorizeUrl(state: string, callbackUrl: string): string
  /**
   * Exchanges an authorization code for the account.
   * @returns 'rejected' if the processor rejects the code
   */
  exchangeCode(code: string): Promise<AuthorizedAccount | 'rejected'>
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

/** A change that reports money, as opposed to IDs or the account. */
export type MoneyChange = ReportedPayment | ReportedRefund

export interface ProcessorEvent {
  /**
   * The same for each delivery of one event, and different for each event. If the processor sends no such ID, it is
   * composed of the object's ID and the time of the object's last change.
   */
  id: string
  /** The processor's name for the event type. */
  type: string
  isLive: boolean
  /** When the event happened, by the processor's clock. */
  occurredAt: Date
  /** The event's content; undefined if the event is irrelevant to this service. */
  change: ProcessorChange | undefined
  /** Names and values of our metadata fields that were ignored as placeholders (D56). */
  placeholders: Record<string, string>
}

export type ProcessorChange =
  | ReportedPayment
  | ReportedRefund
  | LinkedReferences
  | ProcessorCustomer
  | FailedPayment
  | ChangedAccount
  | UnreadableChange
  | { kind: 'disconnected' }

/** A relevant event, or part of one, that lacks a required value. */
interface UnreadableChange {
  kind: 'unreadable'
  object_id: string | undefined
}

/**
 * Money that has arrived or is expected. Amounts are positive, in ISO 4217 minor units regardless of the processor's
 * units, and include tax.
 */
export interface ReportedPayment {
  kind: 'payment'
  /** The payment's ID in all reports, which is the transaction_id of its sale. */
  transaction_id: string
  /** All IDs of the payment in this event, including `transaction_id`. */
  references: string[]
  /** The invoice the payment is for. Two invoices are two payments, even if one charge paid both. */
  bill_id: string | undefined
  /**
   * Whether the payment has an ID that refunds and disputes use: the payment intent or charge, not only the invoice.
   */
  is_linked: boolean
  /** False if the checkout is complete but its money hasn't arrived. */
  is_paid: boolean
  /** What the payment's charge captured, if reported. */
  charge: ReportedCharge | undefined
  /**
   * Ranks the amount among several events that report the payment. `invoice` if only one kind of event reports
   * payments.
   */
  amount_from: AmountSource
  /** The total the customer paid, with tax and without discounts or credit. */
  amount_cents: number
  /** The part of the amount that is tax; undefined if the event doesn't contain it. */
  tax_amount_cents: number | undefined
  /** Any ISO 4217 code, in uppercase. */
  currency: string
  sale_type: SaleType
  is_recurring: boolean
  subscription_id: string | undefined
  subscription_interval: SubscriptionInterval | undefined
  product_id: string | undefined
  /** The checkout's coupon code, if reported. */
  coupon_code?: string | undefined
  click_id: string | undefined
  customer_key: string | undefined
  /**
   * A generic reference field, which matches only an existing customer's key (D60). Only set if there is no click or
   * key.
   */
  reference_key: string | undefined
  email: string | undefined
  processor_customer_id: string | undefined
  /** The total refunded so far, if the event contains the whole order and may be the only one about both. */
  refunded?: ReportedRefund | UnreadableChange
}

/** Money that was refunded, or that was returned to the merchant after all. */
export interface ReportedRefund {
  kind: RefundKind
  references: string[]
  bill_id: string | undefined
  is_linked: boolean
  /** The ID of the refund or dispute. Without an ID, this is the total of its charge so far. */
  refund_id: string | undefined
  /** The payment's charge that the refund or dispute belongs to. */
  charge_id: string | undefined
  /** The whole charge's amounts, if reported. */
  charge: ReportedCharge | undefined
  amount_cents: number
  /** ISO 4217 code in uppercase. */
  currency: string | undefined
  /** When the refund was made. Stays the same in its later events. */
  made_at: Date | undefined
  /** Whether this is a won dispute. */
  is_withdrawn: boolean
  reason: string | undefined
}

/** Identifies the customer for later payments by a subscription or processor customer. Comes from a free checkout. */
export interface ProcessorCustomer {
  kind: 'introduced'
  subscription_id: string | undefined
  processor_customer_id: string | undefined
  click_id: string | undefined
  customer_key: string | undefined
  reference_key: string | undefined
  coupon_code?: string | undefined
  email: string | undefined
}

/** IDs of the same payment. */
export interface LinkedReferences {
  kind: 'linked'
  references: string[]
  bill_id: string | undefined
  is_linked: boolean
  charge: ReportedCharge | undefined
}

/** A completed checkout whose money won't arrive. */
export interface FailedPayment {
  kind: 'payment_failed'
  references: string[]
  bill_id: string | undefined
}

/** A charge's amounts so far. One of the two may be zero. */
export interface ReportedCharge {
  charge_id: string
  amount_cents: number
  /** Amount that was authorized and released without capture (D61). */
  released_cents: number
  /** ISO 4217 code in uppercase. */
  currency: string
}

/** Totals that charges captured and released, in one currency. */
export interface ChargeSums {
  /** Captured. */
  cents: bigint
  /** Amount that was authorized and never captured (D61). */
  released_cents: bigint
  currency: string
}

export interface ChangedAccount extends AccountFlags {
  kind: 'account_changed'
  accountId: string
}

export type Processors = ReadonlyMap<string, Processor>
