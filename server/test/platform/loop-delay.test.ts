import { describe, expect, it } from 'vitest'
import { limits } from '../../src/platform/config.ts'
import { createTestProgram, send, signInMember, someIp, startTestService } from '../harness.ts'
import { resolved } from './openapi-document.ts'

const service = await startTestService()
const { app } = service
const program = await createTestProgram(service)
const session = await signInMember(service, program)
const { body: published } = await send(app, 'GET', '/openapi.json')
const document = resolved(published, published)

/**
 * How long one call may hold the event loop, in microseconds of processor time: 50 ms on a quiet machine, which
 * TEST_LOOP_DELAY=1 says; on any other what cannot be its noise.
 */
const MOST_MICROSECONDS = process.env.TEST_LOOP_DELAY === '1' ? 50_000 : 250_000
/** A run that the machine disturbed is tried again: the least of them is what the call itself costs. */
const TRIES = 6

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  maxItems?: number
  maxLength?: number
}

interface Operation {
  name: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  schema: Schema | undefined
}

interface Call {
  method: Operation['method']
  url: string
  payload: string
  contentType?: string
  bearer?: string
}

const KNOWN: Record<string, string> = {
  programId: String(program.id),
  workspaceId: program.workspaceId,
  processor: 'stripe',
}

const operations: Operation[] = Object.entries<Record<string, { requestBody?: RequestBody }>>(
  document.paths,
).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => method !== 'get')
    .map(([method, { requestBody }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      // safe because the document has methods of HTTP
      method: method.toUpperCase() as Operation['method'],
      url: path.replace(/\{(\w+)\}/g, (_whole, name: string) => KNOWN[name] ?? '999999999'),
      schema: requestBody?.content['application/json']?.schema,
    })),
)
interface RequestBody {
  content: Record<string, { schema?: Schema } | undefined>
}

/** A value that fills a schema: its longest lists, its longest texts, each item another one. */
function longest(schema: Schema, seed = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum.at(-1)
  if (schema.anyOf !== undefined) {
    const values = schema.anyOf.map((one) => longest(one, seed))
    return values.reduce((most, one) => (sizeOf(one) > sizeOf(most) ? one : most))
  }
  switch (schema.type) {
    case 'object':
      return schema.properties === undefined ? keys(limits.additionalDataBytes) : filled(schema.properties)
    case 'array':
      return Array.from({ length: schema.maxItems ?? 1_000 }, (_, n) => longest(schema.items ?? {}, n))
    case 'integer':
      return Math.min((schema.minimum ?? 1) + seed, schema.maximum ?? Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return true
    case 'string':
      if (schema.format === 'date-time') return '2026-03-10T12:00:00.000Z'
      return 'x'.repeat(Math.min(schema.maxLength ?? 255, 4_000))
    default:
      return null
  }
}

const filled = (properties: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, longest(one)]))

const sizeOf = (value: unknown) => JSON.stringify(value)?.length ?? 0

/** An object of the most keys that so many bytes hold. */
function keys(bytes: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: Math.floor(bytes / 10) }, (_, n) => [n.toString(36), 1]))
}

const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
const list = (item: string, bytes: number) => `[${repeated(`${item},`, bytes - item.length - 3)}${item}]`
const nested = (open: string, inner: string, close: string, bytes: number) => {
  const levels = Math.floor((bytes - inner.length) / (open.length + close.length))
  return open.repeat(levels) + inner + close.repeat(levels)
}

/** JSON values of about so many bytes, each the worst of its kind. */
function worstValues(bytes: number): string[] {
  return [
    `"${repeated('x', bytes - 2)}"`,
    // One letter to a reader, whatever stands above it.
    `"a${repeated('\u0301', bytes - 3)}"`,
    // A joined family is one of them too.
    `"${repeated('👩‍👩‍👧‍👦', bytes - 2)}"`,
    `"${repeated('\\u0000', bytes - 2)}"`,
    list('1', bytes),
    list('{}', bytes),
    list('[[]]', bytes),
    nested('[', '', ']', bytes),
    nested('{"a":', '1', '}', bytes),
    JSON.stringify(keys(bytes)),
    `[${Array.from({ length: Math.floor(bytes / 8) }, (_, n) => 1_000_000 + n).join(',')}]`,
  ]
}

/** The bodies that cost the most, of what is taken and of what only just is not. */
function worstBodies({ properties = {} }: Schema): string[] {
  const whole = filled(properties)
  const atLimit = (fields: Record<string, unknown>, name: string) => {
    const rest = Object.entries(fields).filter(([field]) => field !== name)
    const text = JSON.stringify(Object.fromEntries(rest))
    const room = limits.bodyBytes - Buffer.byteLength(text) - name.length - 4
    const head = rest.length === 0 ? '{' : `${text.slice(0, -1)},`
    return room < 100 ? [] : worstValues(room).map((value) => `${head}${JSON.stringify(name)}:${value}}`)
  }
  return [
    JSON.stringify(whole),
    ' '.repeat(limits.bodyBytes),
    '{'.repeat(limits.bodyBytes + 1),
    ...worstValues(limits.bodyBytes),
    ...atLimit(whole, 'another'),
    ...Object.keys(properties).flatMap((name) => atLimit({}, name)),
    ...Object.entries(properties).flatMap(([name, schema]) => oneMore(whole, name, schema)),
  ]
}

/** The whole body with one list or text longer by one. */
function oneMore(whole: Record<string, unknown>, name: string, schema: Schema): string[] {
  const value = whole[name]
  if (Array.isArray(value)) {
    const more = longest(schema.items ?? {}, value.length)
    return [
      JSON.stringify({ ...whole, [name]: [...value, more] }),
      JSON.stringify({ ...whole, [name]: Array(value.length).fill(more) }),
    ]
  }
  return typeof value === 'string' ? [JSON.stringify({ ...whole, [name]: `${value}x` })] : []
}

/**
 * The longest turn of the event loop while a call is answered, in microseconds. Processor time counts what other
 * threads do meanwhile (a password's hash), the clock what other processes do: a turn takes no more than either says.
 */
async function longestTurn(call: Call): Promise<{ status: number; microseconds: number }> {
  let microseconds = 0
  let isOver = false
  let before = stamp()
  const turn = () => {
    const now = stamp()
    microseconds = Math.max(microseconds, Math.min(now.cpu - before.cpu, now.clock - before.clock))
    before = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const { method, url, payload, contentType = 'application/json', bearer } = call
  const { statusCode } = await app.inject({
    method,
    url,
    payload,
    remoteAddress: someIp(),
    headers: {
      'content-type': contentType,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
  })
  turn()
  isOver = true
  return { status: statusCode, microseconds }
}

function stamp() {
  const { user, system } = process.cpuUsage()
  return { cpu: user + system, clock: performance.now() * 1_000 }
}

/** What one of the calls costs too much, and the statuses that all of them were answered with. */
async function measure(calls: Call[]) {
  const tooLong: string[] = []
  const statuses = new Set<number>()
  for (const call of calls) {
    let least = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < TRIES && least > MOST_MICROSECONDS; attempt++) {
      const { status, microseconds } = await longestTurn(call)
      statuses.add(status)
      least = Math.min(least, microseconds)
    }
    if (least > MOST_MICROSECONDS)
      tooLong.push(`${Math.round(least / 1_000)} ms: ${call.payload.slice(0, 60)}`)
  }
  return { tooLong, statuses: [...statuses] }
}

const credentialOf = (url: string) => (url.startsWith('/api/v1/') ? program.liveKey : session)

describe('the worst body that a call takes, or only just does not, holds the event loop no longer than it may', () => {
  const withBody = operations.filter(({ schema }) => schema !== undefined)

  it('and there are such calls', () => expect(withBody.length).toBeGreaterThan(25))

  it.each(withBody.map((one) => [one.name, one] as const))(
    '%s',
    async (_name, { method, url, schema = {} }) => {
      const isAccount = url.startsWith('/api/auth/')
      // A call of an account may end the session it is made with.
      const bearer = isAccount ? await signInMember(service, program) : credentialOf(url)
      const { tooLong, statuses } = await measure(
        worstBodies(schema).map((payload) => ({ method, url, payload, bearer })),
      )
      expect(tooLong).toEqual([])
      // Refused for its body, not before it was read.
      if (!isAccount) for (const status of [401, 429, 500]) expect(statuses).not.toContain(status)
      expect(statuses).toContain(400)
    },
  )

  it('calls that take no body', async () => {
    const calls = operations
      .filter(({ schema, url }) => schema === undefined && !/sign-out|import$|webhooks\/stripe$/.test(url))
      .flatMap(({ method, url }) =>
        worstValues(limits.bodyBytes).map((payload) => ({ method, url, payload, bearer: credentialOf(url) })),
      )
    expect((await measure(calls)).tooLong).toEqual([])
  })
})
