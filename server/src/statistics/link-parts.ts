/** What a report of partners reads for a range of time. */
export interface LinkParts {
  /** Of these local days, first and last included, the statistics by link. */
  days: { first: string; last: string }[]
  /** Of these stretches, the events. */
  spans: Stretch[]
}

/** Both instants belong to it. */
export interface Stretch {
  from: Date
  to: Date
}
