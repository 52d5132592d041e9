import type { AttributionSource } from '../../core/enums.ts'

/**
 * Facts stored with a decision, with the names documented in docs/explain.md. Instants are ISO 8601. Contains no
 * personal data.
 */
export interface DecisionFacts {
  /** The start of the attribution window: the click, or when `attributionSource` attributed the customer. */
  clickedAt?: string
  attributionSource?: AttributionSource
  windowDays?: number
  windowEndedAt?: string
  firstSaleAt?: string
  durationMonths?: number
  durationEndedAt?: string
  currencies?: string[]
  /** The effect of the request's coupon code, or why it had none. */
  coupon?: string
  /**
   * The partner to whom the customer was not attributed: the partner of the click or earlier code, or of the sent code.
   */
  otherPartnerId?: number
  /** The program's rule for codes against clicks when the code was sent. */
  couponPrecedence?: string
  /** What had attributed the customer when the code was sent: a click, an earlier code or the team. */
  previousSource?: string
  /** When the customer was attributed. */
  previousAt?: string
  /** Whether that attribution still counted: within the attribution window, with an approved partner. */
  previousWasValid?: boolean
  /** Whether the click in a sale was not used because its customer_key identified a customer of another click or code. */
  isClickUnused?: true
  /** The partner of that click. */
  unusedClickPartnerId?: number
  /** Fields of the request that were ignored. */
  unknownFields?: readonly UnknownField[]
}

/** A field of a tracking request that the service ignored, and the known field that was most likely meant. */
export interface UnknownField {
  field: string
  meant?: string
}

/** Why the rules rejected a request. */
export interface Rejection {
  code: string
  facts?: DecisionFacts | undefined
}
