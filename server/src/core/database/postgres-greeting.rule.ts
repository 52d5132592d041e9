/**
 * Whether the first bytes come from PostgreSQL or a pooler: an authentication request (`R`), a protocol negotiation
 * (`v`), a notice or error (possibly in the oldest, text-only format), or the one-letter reply about TLS.
 */
export function isPostgresGreeting(first: Uint8Array): boolean {
  const letter = String.fromCharCode(first[0] ?? 0)
  if (first.length === 1) return /[ENRSv]/.test(letter)
  return letter === 'E' || (/[NRv]/.test(letter) && hasLength(first))
}

/** Maximum length of these messages. The length field has four bytes. */
const MAX_BYTES = 30_000

function hasLength(first: Uint8Array): boolean {
  if (first.length < 5) return true
  const length = new DataView(first.buffer, first.byteOffset).getUint32(1)
  return length >= 4 && length <= MAX_BYTES
}
