/** Returns a part of an OpenAPI document with all references resolved. */
// biome-ignore lint/suspicious/noExplicitAny: the tests read the document as JSON
export function resolved(part: unknown, document: any): any {
  if (Array.isArray(part)) return part.map((one) => resolved(one, document))
  if (part === null || typeof part !== 'object') return part
  if (!('$ref' in part)) {
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, resolved(one, document)]))
  }
  const path = String(part.$ref).split('/').slice(1)
  return resolved(
    path.reduce((found, key) => found[key], document),
    document,
  )
}
