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
