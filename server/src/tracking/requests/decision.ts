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
  /** The effect of the request's coupon code, or the reason it had none. */
  coupon?: string
  /**
   * The partner that the customer wasn't attributed to: the partner of the click or earlier code, or of the sent code.
   */
  otherPartnerId?: number
  /** The program's precedence between codes and clicks when the code was sent. */
  couponPrecedence?: string
  /** What had attributed the customer when the code was sent: a click, an earlier code or the team. */
  previousSource?: string
  /** When the customer was attributed. */
  previousAt?: string
  /** Whether that attribution still counted: within the attribution window, with an approved partner. */
  previousWasValid?: boolean
  /**
   * Whether the click in a sale was not used because the sale's customer_key identified another click's or code's
   * customer.
   */
  isClickUnused?: true
  /** That click's partner. */
  unusedClickPartnerId?: number
  /** Ignored fields of the request. */
  unknownFields?: readonly UnknownField[]
}

/** A field of a tracking request that the service ignored, and the known field that was most likely meant. */
export interface UnknownField {
  field: string
  meant?: string
}

/** The reason the rules rejected a request. */
export interface Rejection {
  code: string
  facts?: DecisionFacts | undefined
}
