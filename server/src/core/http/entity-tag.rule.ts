/**
 * Whether `If-None-Match` contains this tag. Compares weakly (RFC 9110, 13.1.2), because proxies may weaken a
 * tag, and so do we when one content has several encodings.
 */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => strong(tag.trim()))
  return tags.includes('*') || tags.includes(strong(etag))
}

function strong(tag: string): string {
  return tag.replace(/^W\//, '')
}
