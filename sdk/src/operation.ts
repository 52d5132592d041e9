/** How a resource method's request is sent to the service. */
export interface Operation {
  http: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A path with placeholders such as `{programId}`. */
  path: string
  result: 'list' | 'data' | 'whole' | 'text/csv' | 'text/html'
  body?: 'json' | 'csv'
  /** Set for paginated lists. */
  isPaged?: true
  /** Idempotent. */
  isIdempotent?: true
  /** Whether the operation takes an `Idempotency-Key`, which makes retries safe. */
  takesIdempotencyKey?: true
  /** Whether the operation doesn't need a credential. */
  isPublic?: true
}

export interface OperationRequest {
  path: string
  body: { type: string; text: string } | undefined
}

type Fields = Record<string, unknown>

/**
 * Splits the input into path, query and body.
 * @throws {TypeError} if an ID is missing or would change the path
 */
export function createRequest(name: string, operation: Operation, input: Fields): OperationRequest {
  const pathIds = new Set<string>()
  const path = operation.path.replace(/\{(\w+)\}/g, (_, id: string) => {
    pathIds.add(id)
    return readId(name, id, input[id])
  })
  const otherFields = Object.fromEntries(Object.entries(input).filter(([field]) => !pathIds.has(field)))
  if (operation.http === 'GET') return { path: path + serializeQuery(otherFields), body: undefined }
  if (operation.body === 'csv') return { path, body: { type: 'text/csv', text: String(otherFields.csv) } }
  if (operation.body === undefined) return { path, body: undefined }
  return { path, body: { type: 'application/json', text: JSON.stringify(otherFields) } }
}

function readId(name: string, id: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  // A path with dot segments would address another operation.
  if (text === '' || text === '.' || text === '..') {
    const where = id === 'programId' ? 'in the call or in the client options' : 'in the call'
    throw new TypeError(`${name} needs ${id}: name it ${where}.`)
  }
  return encodeURIComponent(text)
}

function serializeQuery(fields: Fields): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    query.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}
