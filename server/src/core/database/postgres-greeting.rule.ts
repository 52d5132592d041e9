/**
 * Whether the first bytes of a server are those of PostgreSQL, or of a pooler that speaks for it: how it wants to be
 * convinced (`R`), that it knows an older protocol (`v`), a notice or an error, which may be of the oldest form and hold
 * text alone, or one letter for whether it speaks TLS.
 */
export function speaksPostgres(first: Uint8Array): boolean {
  const letter = String.fromCharCode(first[0] ?? 0)
  if (first.length === 1) return /[ENRSv]/.test(letter)
  return letter === 'E' || (/[NRv]/.test(letter) && hasLength(first))
}

/** Four bytes, and more than a message of this kind never has. */
const MOST_BYTES = 30_000

function hasLength(first: Uint8Array): boolean {
  if (first.length < 5) return true
  const length = new DataView(first.buffer, first.byteOffset).getUint32(1)
  return length >= 4 && length <= MOST_BYTES
}
