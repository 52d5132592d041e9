/** Facts stored with a decision, named as in docs/explain.md. Instants are ISO 8601. No personal data. */
export interface DecisionFacts {
  clickedAt?: string
  windowDays?: number
  windowEndedAt?: string
  firstSaleAt?: string
  durationMonths?: number
  durationEndedAt?: string
  currencies?: string[]
}

/** Why the rules rejected a request. */
export interface Rejection {
  code: string
  facts?: DecisionFacts | undefined
}
