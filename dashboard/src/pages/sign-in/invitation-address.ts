/** The secret of an invitation, where this address of the dashboard is the page that accepts one. */
export function invitationIn(address: string | undefined): string | undefined {
  return /^\/invitations\/([\w-]+)$/.exec(address ?? '')?.[1]
}
