/**
 * A click ID (D18): `<program ID in base 36>-<UUIDv7>`. Opaque to clients and impossible to guess (74 random bits). It
 * contains its tenant and time, so a lookup reads one program and one partition.
 */
export interface ClickId {
  programId: number
  uuid: string
  /** When the click was received, to the millisecond. Part of the UUIDv7. */
  receivedAt: Date
}

const SHAPE =
  /^([1-9a-z][0-9a-z]{0,10})-([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/

/** The 48 bits allow years after 9999, which not every driver can send to the database. */
const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z')

export function formatClickId(programId: number, uuid: string): string {
  return `${programId.toString(36)}-${uuid}`
}

/** Returns the later click's ID. Ignores values that aren't click IDs. */
export function newestClickId(...values: readonly (string | undefined)[]): string | undefined {
  const times = values.map((value) =>
    value === undefined ? undefined : parseClickId(value)?.receivedAt.getTime(),
  )
  const newest = Math.max(...times.map((time) => time ?? -1))
  return newest === -1 ? undefined : values[times.indexOf(newest)]
}

/** Parses a click ID, ignoring surrounding whitespace. Returns undefined if it doesn't have the service's format. */
export function parseClickId(text: string): ClickId | undefined {
  const match = SHAPE.exec(text.trim())
  if (match === null) return undefined
  const [, program = '', uuid = ''] = match
  const programId = Number.parseInt(program, 36)
  const receivedAt = parseTime(uuid)
  if (!Number.isSafeInteger(programId) || receivedAt > LAST_INSTANT) return undefined
  return { programId, uuid, receivedAt }
}

/** Returns a UUIDv7 (RFC 9562) from an instant and 10 random bytes. */
export function uuidV7(instant: Date, random: Buffer): string {
  if (random.length !== 10) throw new RangeError('a UUIDv7 requires 10 random bytes')
  const time = instant.getTime().toString(16).padStart(12, '0')
  const hex = random.toString('hex')
  const variant = '89ab'.charAt((random.readUInt8(2) >> 4) & 3)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(1, 4)}-${variant}${hex.slice(5, 8)}-${hex.slice(8)}`
}

function parseTime(uuid: string): Date {
  return new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))
}
