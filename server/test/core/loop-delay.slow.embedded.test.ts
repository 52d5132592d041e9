import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { limits } from '../../src/core/config/limits.ts'
import { markdownError } from '../../src/core/text/markdown-size.rule.ts'
import { payoutLimits } from '../../src/earnings/payouts/limits.ts'
import { onboardingLimits } from '../../src/partners/onboarding/limits.ts'
import { processorLimits } from '../../src/tracking/processors/limits.ts'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  someIp,
  startTestService,
} from '../harness.ts'
import { openOnboarding } from '../partners/onboarding/join-helpers.ts'
import { signInAs } from '../partners/portal-access/partner.ts'
import { EVENTS, openConnectedShop } from '../tracking/processors/processor.ts'
import { resolved } from './openapi-document.ts'

const service = await startTestService()
const { app } = service
const program = await createTestProgram(service)
const session = await signInMember(service, program)
const { body: published } = await send(app, 'GET', '/openapi.json')
const document = resolved(published, published)

/**
 * The longest CPU time, in microseconds, for which a request may block the event loop: 50 ms on a quiet machine
 * (TEST_LOOP_DELAY=1), and more than the machine's noise elsewhere.
 */
const MAX_MICROSECONDS = process.env.TEST_LOOP_DELAY === '1' ? 50_000 : 250_000
/** Requests are repeated because of noise: the minimum is the request's own cost. */
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
  /** The documented request bodies by content type; undefined without a body. */
  content: RequestBody['content'] | undefined
  schema: Schema | undefined
}

interface Call {
  method: Operation['method']
  url: string
  payload: string
  contentType?: string
  bearer?: string
  headers?: Record<string, string>
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
      // safe because the document contains HTTP methods
      method: method.toUpperCase() as Operation['method'],
      url: path.replace(/\{(\w+)\}/g, (_whole, name: string) => KNOWN[name] ?? '999999999'),
      content: requestBody?.content,
      schema: requestBody?.content['application/json']?.schema,
    })),
)
interface RequestBody {
  content: Record<string, { schema?: Schema } | undefined>
}

/** Returns a schema's largest value: the longest lists of distinct items and the longest strings. */
function longest(schema: Schema, seed = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum.at(-1)
  if (schema.anyOf !== undefined) {
    const values = schema.anyOf.map((one) => longest(one, seed))
    return values.reduce((most, one) => (getJsonLength(one) > getJsonLength(most) ? one : most))
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

const getJsonLength = (value: unknown) => JSON.stringify(value)?.length ?? 0

/** Returns an object with as many keys as fit in the given size. */
function keys(bytes: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: Math.floor(bytes / 10) }, (_, n) => [n.toString(36), 1]))
}

const repeatToSize = (text: string, bytes: number) => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
/** Returns the longest Markdown that a join page accepts. */
function largestMarkdown(unit: string): string {
  let text = repeatToSize(unit, onboardingLimits.maxJoinContentLength)
  while (markdownError(text) !== undefined) text = text.slice(0, -Math.ceil(text.length / 20))
  return text
}
const fillJsonList = (item: string, bytes: number) =>
  `[${repeatToSize(`${item},`, bytes - item.length - 3)}${item}]`
const nested = (open: string, inner: string, close: string, bytes: number) => {
  const levels = Math.floor((bytes - inner.length) / (open.length + close.length))
  return open.repeat(levels) + inner + close.repeat(levels)
}

/** Returns worst-case JSON values of about the given size. */
function worstCaseValues(bytes: number): string[] {
  return [
    `"${repeatToSize('x', bytes - 2)}"`,
    // A single grapheme with many combining marks.
    `"a${repeatToSize('\u0301', bytes - 3)}"`,
    // Joined emoji are a single grapheme too.
    `"${repeatToSize('👩‍👩‍👧‍👦', bytes - 2)}"`,
    `"${repeatToSize('\\u0000', bytes - 2)}"`,
    fillJsonList('1', bytes),
    fillJsonList('{}', bytes),
    fillJsonList('[[]]', bytes),
    nested('[', '', ']', bytes),
    nested('{"a":', '1', '}', bytes),
    JSON.stringify(keys(bytes)),
    `[${Array.from({ length: Math.floor(bytes / 8) }, (_, n) => 1_000_000 + n).join(',')}]`,
  ]
}

/** Returns the most expensive bodies, just within the limits and just over them. */
function worstCaseBodies({ properties = {} }: Schema): string[] {
  const fullBody = filled(properties)
  const createBodiesAtLimit = (fields: Record<string, unknown>, name: string) => {
    const rest = Object.entries(fields).filter(([field]) => field !== name)
    const text = JSON.stringify(Object.fromEntries(rest))
    const room = limits.bodyBytes - Buffer.byteLength(text) - name.length - 4
    const head = rest.length === 0 ? '{' : `${text.slice(0, -1)},`
    return room < 100 ? [] : worstCaseValues(room).map((value) => `${head}${JSON.stringify(name)}:${value}}`)
  }
  return [
    JSON.stringify(fullBody),
    ' '.repeat(limits.bodyBytes),
    '{'.repeat(limits.bodyBytes + 1),
    ...worstCaseValues(limits.bodyBytes),
    ...createBodiesAtLimit(fullBody, 'another'),
    ...Object.keys(properties).flatMap((name) => createBodiesAtLimit({}, name)),
    ...Object.entries(properties).flatMap(([name, schema]) => exceedLimits(fullBody, name, schema)),
  ]
}

/** Returns bodies in which one list or string is too long by one. */
function exceedLimits(whole: Record<string, unknown>, name: string, schema: Schema): string[] {
  const value = whole[name]
  if (Array.isArray(value)) {
    const nestedValue = longest(schema.items ?? {}, value.length)
    return [
      JSON.stringify({ ...whole, [name]: [...value, nestedValue] }),
      JSON.stringify({ ...whole, [name]: Array(value.length).fill(nestedValue) }),
    ]
  }
  return typeof value === 'string' ? [JSON.stringify({ ...whole, [name]: `${value}x` })] : []
}

/**
 * Returns the event loop's longest turn during a request, in microseconds. Takes the smaller of CPU time, which
 * includes other threads (password hashing), and wall time, which includes other processes.
 */
async function longestTurn(call: Call): Promise<{ status: number; microseconds: number }> {
  let microseconds = 0
  let isOver = false
  let lastStamp = stamp()
  const turn = () => {
    const now = stamp()
    microseconds = Math.max(microseconds, Math.min(now.cpu - lastStamp.cpu, now.clock - lastStamp.clock))
    lastStamp = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const { method, url, payload, contentType = 'application/json', bearer, headers } = call
  const { statusCode } = await app.inject({
    method,
    url,
    payload,
    remoteAddress: someIp(),
    headers: {
      ...headers,
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

/** Returns the requests that block the loop for too long, and the statuses of all responses. */
async function measure(calls: Call[]) {
  const tooLong: string[] = []
  const statuses = new Set<number>()
  for (const call of calls) {
    let minimum = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < TRIES && minimum > MAX_MICROSECONDS; attempt++) {
      const { status, microseconds } = await longestTurn(call)
      statuses.add(status)
      minimum = Math.min(minimum, microseconds)
    }
    if (minimum > MAX_MICROSECONDS)
      tooLong.push(`${Math.round(minimum / 1_000)} ms: ${call.payload.slice(0, 60)}`)
  }
  return { tooLong, statuses: [...statuses] }
}

const credentialFor = (url: string) => (url.startsWith('/api/v1/') ? program.liveKey : session)

/** Returns the session cookie of a partner that no other test uses. */
async function partnerCookie(): Promise<string> {
  const { partnerId } = await createTestPartner(service, program)
  return (await signInAs(service, partnerId)).cookie
}

/** Returns worst-case files of about the given size, with and without the columns of a payout file. */
function worstFiles(bytes: number): string[] {
  const header = 'payout_id,currency,amount_cents,status,reference\n'
  const bodies = [
    repeatToSize('"', bytes),
    `"${repeatToSize('""', bytes - 2)}"`,
    `"${repeatToSize('\n', bytes - 2)}"`,
    `"${repeatToSize('x', bytes - 1)}`,
    repeatToSize('\n', bytes),
    repeatToSize('\r\n', bytes),
    repeatToSize('""\n', bytes),
    repeatToSize(`${','.repeat(payoutLimits.payoutFileColumns - 1)}\n`, bytes),
    repeatToSize('x', bytes),
    repeatToSize(',', bytes),
    repeatToSize('\u0301', bytes),
    repeatToSize('👩‍👩‍👧‍👦', bytes),
  ]
  const rows = (count: number, row: (id: number) => string) =>
    Array.from({ length: count }, (_, n) => row(n + 1)).join('\n')
  const most = payoutLimits.payoutFileRows
  return [
    ...bodies,
    ...bodies.map((body) => header + body.slice(header.length)),
    ...bodies.map((body) => `${header}1,USD,1,paid,${body}`.slice(0, bytes)),
    header + rows(most, (id) => `${id},USD,1,paid,${'x'.repeat(limits.maxIdLength)}`),
    header + rows(most, (id) => `${id},USD,1,paid,"${'""'.repeat(100)}"`),
    header + rows(most + 1, (id) => `${id},USD,1,paid,`),
  ]
}

/** Returns events of about the given size, some invalid and some just valid. */
function worstEvents(bytes: number): string[] {
  const { processorEventLevels: levels, processorEventParts: parts } = processorLimits
  const deep = '['.repeat(levels - 2) + ']'.repeat(levels - 2)
  const key = (n: number) => n.toString(36).padEnd(12, 'x')
  const names = Array.from({ length: parts - 10 }, (_, n) => key(n))
  return [
    ...worstCaseValues(bytes),
    ' '.repeat(bytes),
    ']'.repeat(bytes),
    ...[
      fillJsonList('[]', 4 * parts),
      fillJsonList(deep, parts),
      `[${Array(parts / 2 - 10)
        .fill('{}')
        .join(',')}]`,
      `{${names.map((name) => `"${name}":1`).join(',')}}`,
      `{${names
        .map((name) => `"${name}":{}`)
        .slice(0, parts / 2)
        .join(',')}}`,
      `[${names.map((name) => `"${name}"`).join(',')}]`,
    ].map((data) => `{"id":"evt_1","account":"acct_1","data":${data}}`),
  ]
}

/** Bodies for requests without a JSON schema. */
const OWN_BODIES: Record<
  string,
  { contentType: string; longest: number; bodies: (bytes: number) => string[] }
> = {
  'POST /api/programs/{programId}/payouts/import': {
    contentType: 'text/csv',
    longest: payoutLimits.payoutFileBytes,
    bodies: worstFiles,
  },
  'POST /api/v1/webhooks/{processor}': {
    contentType: 'application/json',
    longest: processorLimits.processorEventBytes,
    bodies: worstEvents,
  },
}

describe('the event loop is never blocked for longer than the limit by', () => {
  const hasOwn = ({ name }: Operation) => Object.hasOwn(OWN_BODIES, name)
  const operationsWithBody = operations.filter((one) => one.schema !== undefined && !hasOwn(one))
  const operationsWithOwnBody = operations.filter(hasOwn)

  it('a worst-case body of any request that changes something', () => {
    expect(operationsWithBody.length).toBeGreaterThan(25)
    expect(operationsWithOwnBody.map(({ name }) => name).sort()).toEqual(Object.keys(OWN_BODIES).sort())
    const unknown = operations.filter((one) => one.content !== undefined && !operationsWithBody.includes(one))
    expect(unknown.filter((one) => !hasOwn(one)).map(({ name }) => name)).toEqual([])
  })

  it.each(operationsWithBody.map((one) => [one.name, one] as const))(
    '%s',
    async (_name, { method, url, schema = {} }) => {
      const isPartner = url.startsWith('/api/partner/')
      const isAccount = /^\/api\/(auth|partner\/sign-in|partner\/delegated-sessions)/.test(url)
      // Requests about the account may end their session.
      const credential = isPartner
        ? { headers: { cookie: await partnerCookie() } }
        : { bearer: isAccount ? await signInMember(service, program) : credentialFor(url) }
      const { tooLong, statuses } = await measure(
        worstCaseBodies(schema).map((payload) => ({ method, url, payload, ...credential })),
      )
      expect(tooLong).toEqual([])
      // Rejected because of the body, not before it was read.
      if (!isAccount) for (const status of [401, 429, 500]) expect(statuses).not.toContain(status)
      expect(statuses).toContain(400)
    },
  )

  it.each(operationsWithOwnBody.map((one) => [one.name, one] as const))(
    '%s',
    async (name, { method, url }) => {
      const { contentType, longest: most, bodies } = OWN_BODIES[name] ?? expect.fail()
      const payloads = [...bodies(most), 'x'.repeat(most + 1)]
      const { tooLong, statuses } = await measure(
        payloads.map((payload) => ({ method, url, payload, contentType, bearer: credentialFor(url) })),
      )
      expect(tooLong).toEqual([])
      for (const status of [400, 413]) expect(statuses).toContain(status)
      for (const status of [401, 415, 429, 500]) expect(statuses).not.toContain(status)
    },
  )

  it('signed events, which are read completely', async () => {
    const { stripe, program } = await openConnectedShop(service)
    const { accountId, secret } = stripe
    const url = `${EVENTS}?program=${program.id}`
    const timestamp = Math.floor(service.clock.now().getTime() / 1000)
    const calls = worstEvents(processorLimits.processorEventBytes).map((body): Call => {
      const payload = body.replace('acct_1', accountId)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      return { method: 'POST', url, payload, headers: { 'stripe-signature': signature } }
    })
    const { tooLong, statuses } = await measure(calls)
    expect(tooLong).toEqual([])
    // Some exceed the limit by the account id's few characters.
    expect(statuses).toContain(400)
    for (const status of [401, 429, 500]) expect(statuses).not.toContain(status)
  })

  it('a join page’s application form and texts', async () => {
    const onboarding = await openOnboarding(service, { terms: 'Be kind.' })
    const most = onboardingLimits.joinFormBytes
    const field = (name: string, unit: string) =>
      `name=Ada&email=a@b.test&${name}=${repeatToSize(unit, most - 60)}`
    const forms = [
      ...['name', 'email', 'website', 'challenge', 'invitation', 'terms-version'].flatMap((name) =>
        ['x', '%00', '%F0%9F%98%80', '[', '.', '%40', '%2F'].map((unit) => field(name, unit)),
      ),
      ...['&', '=', 'a=b&', '%', '+'].map((unit) => repeatToSize(unit, most)),
      'x'.repeat(most + 1),
    ]
    const contentType = 'application/x-www-form-urlencoded'
    const { tooLong, statuses } = await measure(
      forms.map((payload): Call => ({ method: 'POST', url: onboarding.path, payload, contentType })),
    )
    expect(tooLong).toEqual([])
    expect(statuses.sort()).toEqual([400, 403, 413])
    for (const unit of [
      '_*',
      '* a\n',
      'a|b\n-|-\n',
      '<http://a>',
      '# a\n',
      '[a](',
      '**a',
      '>\n:\n> > > > > > ',
    ]) {
      const markdown = largestMarkdown(unit)
      const body = { mode: 'open', content: markdown, terms: `${markdown.slice(1)}.`, questions: [] }
      const pages = await measure([
        {
          method: 'POST',
          url: `/api/programs/${onboarding.program.id}/join-page/preview`,
          payload: JSON.stringify(body),
          bearer: onboarding.bearer,
        },
      ])
      expect([unit, pages]).toEqual([unit, { tooLong: [], statuses: [200] }])
    }
  })

  it('requests without a body', async () => {
    const calls = operations
      .filter((one) => one.schema === undefined && !hasOwn(one))
      .flatMap(({ method, url }) =>
        worstCaseValues(limits.bodyBytes).map((payload) => ({
          method,
          url,
          payload,
          bearer: credentialFor(url),
        })),
      )
    expect((await measure(calls)).tooLong).toEqual([])
  })
})
