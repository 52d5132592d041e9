/**
 * Whether text is an IANA time zone (D38), such as `Europe/Berlin` or `UTC`. Offsets such as `+02:00` are rejected:
 * without clock changes, events would count on the wrong days.
 */
export function isTimeZone(name: string): boolean {
  if (!NAME.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const NAME = /^[A-Z][A-Za-z0-9_+-]{0,31}(?:\/[A-Z][A-Za-z0-9_+-]{0,31}){0,2}$/
