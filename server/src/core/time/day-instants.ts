/** A local day as the instants of it: from `from`, up to but not including `before`. */
export interface DayInstants {
  day: string
  from: Date
  before: Date
}
