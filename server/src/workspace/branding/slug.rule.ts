/** The name of a program in addresses: letters, digits and single hyphens between them, at most 63. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Names that would be read as something of the service's own, or of whoever runs it. */
const RESERVED: ReadonlySet<string> = new Set(['admin', 'api', 'assets', 'join', 'new', 'partner', 'www'])

export function isSlug(text: string): boolean {
  return SLUG.test(text) && !text.includes('--') && !RESERVED.has(text)
}
