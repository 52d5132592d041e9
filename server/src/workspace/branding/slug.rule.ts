/** Pattern of a program's name in URLs: letters, digits and single hyphens between them, at most 63 characters. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Names that could be mistaken for the service's own pages or its operator. */
const RESERVED: ReadonlySet<string> = new Set(['admin', 'api', 'assets', 'join', 'new', 'partner', 'www'])

export function isSlug(text: string): boolean {
  return SLUG.test(text) && !text.includes('--') && !RESERVED.has(text)
}

/**
 * Suggests slugs for a program, in order of preference: its name, then its name with a random suffix, which is never
 * taken.
 */
export function suggestSlugs(name: string, random: Buffer): string[] {
  const readable = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '')
  return [readable, [readable, random.toString('hex')].filter((part) => part !== '').join('-')].filter(isSlug)
}
