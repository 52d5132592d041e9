/** Returns the sign-in URL. The token is in the fragment, which servers, proxies and logs never see. */
export function partnerSignInLink(publicUrl: string, token: string): string {
  return `${publicUrl}/partner/sign-in#${token}`
}

/** Returns the URL that opens a delegated session. The program determines which origins may embed the page. */
export function delegatedSessionUrl(
  publicUrl: string,
  { kind, programId }: { kind: 'view' | 'embed'; programId: number },
  ticket: string,
): string {
  return `${publicUrl}/partner/${kind}/${programId}#${ticket}`
}
