/** The bounds of a local day: from `from` up to but excluding `before`. */
export interface DayInstants {
  day: string
  from: Date
  before: Date
}
