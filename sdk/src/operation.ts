/** How a method of a resource reaches the service. */
export interface Operation {
  http: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{programId}` and the like in the places of ids. */
  path: string
  answer: 'list' | 'data' | 'whole' | 'text/csv' | 'text/html'
  body?: 'json' | 'csv'
  /** Of a list: it comes in pages. */
  isPaged?: true
  /** It comes to the same when it arrives twice. */
  isRepeatable?: true
  /** It takes an `Idempotency-Key`: sent twice with one, it is done once. */
  isOnce?: true
  /** It takes no credential. */
  isPublic?: true
}

export interface OperationRequest {
  path: string
  body: { type: string; text: string } | undefined
}

type Fields = Record<string, unknown>

/**
 * Sorts the fields of a call into path, query and body.
 * @throws {TypeError} for an id that is missing or would lead elsewhere
 */
export function requestOf(name: string, operation: Operation, input: Fields): OperationRequest {
  const named = new Set<string>()
  const path = operation.path.replace(/\{(\w+)\}/g, (_, id: string) => {
    named.add(id)
    return readId(name, id, input[id])
  })
  const left = Object.fromEntries(Object.entries(input).filter(([field]) => !named.has(field)))
  if (operation.http === 'GET') return { path: path + queryOf(left), body: undefined }
  if (operation.body === 'csv') return { path, body: { type: 'text/csv', text: String(left.csv) } }
  if (operation.body === undefined) return { path, body: undefined }
  return { path, body: { type: 'application/json', text: JSON.stringify(left) } }
}

function readId(name: string, id: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  // A path that steps up would be another call.
  if (text === '' || text === '.' || text === '..') {
    const where = id === 'programId' ? 'in the call, or once for the client' : 'in the call'
    throw new TypeError(`${name} needs ${id}: name it ${where}.`)
  }
  return encodeURIComponent(text)
}

function queryOf(fields: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    query.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
