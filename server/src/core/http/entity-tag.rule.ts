/**
 * Whether `If-None-Match` contains this tag. Compares weakly (RFC 9110, 13.1.2): proxies may weaken a tag, and so does
 * this service when a file has several encodings.
 */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => removeWeakPrefix(tag.trim()))
  return tags.includes('*') || tags.includes(removeWeakPrefix(etag))
}

function removeWeakPrefix(tag: string): string {
  return tag.replace(/^W\//, '')
}
