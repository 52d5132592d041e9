/** Returns the secret if the path is an invitation page's. */
export function invitationIn(address: string | undefined): string | undefined {
  return /^\/invitations\/([\w-]+)$/.exec(address ?? '')?.[1]
}
