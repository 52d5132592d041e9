/**
 * Parses an RFC 3339 date-time with `Z` or a numeric offset (D10), truncated to milliseconds. Rejects
 * impossible dates, hours and offsets, and leap seconds.
 * @returns the instant, or undefined if the text is invalid
 */
export function parseInstant(text: string): Date | undefined {
  const match = SHAPE.exec(text)
  if (match?.groups === undefined) return undefined
  const { date = '', time = '', fraction = '', sign, hours = '0', minutes = '0' } = match.groups
  const local = new Date(`${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // Date changes impossible days (30 February becomes 2 March), so the result must format to the same text.
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 19) !== `${date}T${time}`)
    return undefined
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000
  return new Date(local.getTime() - (sign === '-' ? -offsetMs : offsetMs))
}

const SHAPE =
  /^(?<date>\d{4}-\d\d-\d\d)[Tt](?<time>\d\d:\d\d:\d\d)(?:\.(?<fraction>\d{1,9}))?(?:[Zz]|(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d))$/
