/** Bytes of a sign-in link's token, and of a session's: 256 random bits. */
export const PARTNER_SECRET_BYTES = 32

const SECRET = /^[\w-]{43}$/

export function formatPartnerSecret(random: Buffer): string {
  if (random.length !== PARTNER_SECRET_BYTES)
    throw new Error(`a partner's secret takes ${PARTNER_SECRET_BYTES} bytes`)
  return random.toString('base64url')
}

/** Whether a text could be one: what could not is looked up nowhere. */
export function isPartnerSecret(text: string): boolean {
  return SECRET.test(text)
}

/** The page that signs in by a link. The token stands behind `#`, which no server, proxy or log is told. */
export function partnerSignInLink(publicUrl: string, token: string): string {
  return `${publicUrl}/partner/sign-in#${token}`
}

/** The page of a visit to a partner, which a ticket lets in. Whose pages may show it in a frame is asked by its program. */
export function visitAddress(
  publicUrl: string,
  { kind, programId }: { kind: 'view' | 'embed'; programId: number },
  ticket: string,
): string {
  return `${publicUrl}/partner/${kind}/${programId}#${ticket}`
}
