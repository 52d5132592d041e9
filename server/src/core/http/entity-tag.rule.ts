/**
 * Whether who asks has this answer already, by the tags of `If-None-Match`. Compares weakly (RFC 9110, 13.1.2): a proxy
 * in between may have marked a tag as weak, and so do we where one content travels in several encodings.
 */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => strong(tag.trim()))
  return tags.includes('*') || tags.includes(strong(etag))
}

function strong(tag: string): string {
  return tag.replace(/^W\//, '')
}
