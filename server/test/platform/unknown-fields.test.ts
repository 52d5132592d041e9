import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  someIp,
  startTestService,
} from '../harness.ts'
import { signInAs } from '../partner-access/partner.ts'
import { resolved } from './openapi-document.ts'

const service = await startTestService()
const { app } = service
const { body: published } = await send(app, 'GET', '/openapi.json')
const document = resolved(published, published)

interface BodySchema {
  type?: string
  properties?: Record<string, BodySchema>
  items?: BodySchema
  anyOf?: BodySchema[]
  additionalProperties?: unknown
}

interface Operation {
  operationId: string
  parameters?: { in: string; name: string }[]
  requestBody?: { content: Record<string, { schema: BodySchema }> }
}

const operations = Object.entries<Record<string, Operation>>(document.paths)
  .filter(([path]) => path.startsWith('/api/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, operationId }]) => ({
      operationId,
      // safe because the document has methods of HTTP
      method: method.toUpperCase() as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
      path,
      queries: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      media: Object.keys(requestBody?.content ?? {})[0],
      body: requestBody?.content['application/json']?.schema,
    })),
  )

/** D55: what clients of other products and processors send, and signing in and out. */
const OPEN = [
  'askPartnerSignInLink',
  'beginPasskeySignIn',
  'changePassword',
  'createWorkspace',
  'disableTwoFactor',
  'enableTwoFactor',
  'endAllSessions',
  'enterPartnerVisit',
  'finishProcessorAuthorization',
  'lookAtPartnerSignInLink',
  'newRecoveryCodes',
  'readPerformance',
  'readStatus',
  'receiveProcessorEvent',
  'resetPassword',
  'signIn',
  'signInByPasskey',
  'signInPartner',
  'signOut',
  'signOutPartner',
  'signUp',
  'trackClick',
  'trackLead',
  'trackRefund',
  'trackSale',
  'verifyRecoveryCode',
  'verifyTotp',
]

/** A browser answers with more than is looked at, and later versions of it with more still. */
const OPEN_OBJECTS = ['addPasskey.passkey']

const closed = operations.filter(({ operationId }) => !OPEN.includes(operationId))

/** Where in a body an object takes fields that its schema does not name. */
function openObjects(schema: BodySchema, at: string): string[] {
  const { properties, items, anyOf = [], additionalProperties } = schema
  return [
    ...(properties !== undefined && additionalProperties !== false ? [at] : []),
    ...Object.entries(properties ?? {}).flatMap(([name, one]) => openObjects(one, `${at}.${name}`)),
    ...(items === undefined ? [] : openObjects(items, `${at}[]`)),
    ...anyOf.flatMap((one) => openObjects(one, at)),
  ]
}

test('every body that is not named here is closed at every level', () => {
  const open = closed.flatMap(({ body = {}, operationId }) => openObjects(body, operationId))
  const nested = (at: string) => OPEN_OBJECTS.some((one) => at === one || at.startsWith(`${one}.`))
  expect(open.filter((at) => !nested(at))).toEqual([])
  expect(closed.filter(({ body }) => body !== undefined).length).toBeGreaterThan(60)
  expect(operations.map(({ operationId }) => operationId)).toEqual(expect.arrayContaining(OPEN))
})

let ids: Record<string, string>
let session: string
let signIn: () => Promise<string>

beforeAll(async () => {
  const program = await createTestProgram(service)
  session = await signInMember(service, program)
  ids = { programId: String(program.id), workspaceId: program.workspaceId }
  signIn = async () => {
    const { partnerId } = await createTestPartner(service, program)
    return (await signInAs(service, partnerId)).cookie
  }
})

/** Calls an operation as someone who may make it, whose ids name nothing but the program and workspace. */
async function call(
  { method, path }: (typeof closed)[number],
  { query = '', body }: { query?: string; body?: object },
) {
  const url = `${path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? '999999999')}${query}`
  const isPartners = path.startsWith('/api/partner/')
  const credential = isPartners ? { headers: { cookie: await signIn() } } : { bearer: session }
  const answer = await send(app, method, url, { ...credential, ip: someIp(), ...(body && { body }) })
  return [answer.status, answer.body.error?.details, answer.body.error?.message]
}

/** Reads without a session are refused first (404). */
const named = closed
  .filter(({ operationId }) => operationId !== 'openSharedStory')
  .map((operation) => [operation.operationId, operation] as const)

describe('a query parameter that a call does not know is refused by name', () => {
  test.each(named)('%s', async (_name, operation) => {
    const [status, details, message] = await call(operation, { query: '?statsu=1' })
    expect([status, details]).toEqual([400, { field: 'statsu' }])
    expect(message).toMatch(/^Unknown query parameter `statsu`\. (?:This call takes |Did you mean )/)
  })
})

describe('a field that a body does not know is refused by name', () => {
  const writes = named.filter(([, { method, media }]) => method !== 'GET' && media !== 'text/csv')
  test.each(writes)('%s', async (_name, operation) => {
    const [status, details, message] = await call(operation, { body: { hasOwnProperty: 1 } })
    expect([status, details]).toEqual([400, { field: 'hasOwnProperty' }])
    expect(message).toMatch(/^Unknown field `hasOwnProperty`\. (?:This call takes |Did you mean )/)
  })
})

test.each(['performance', 'status'])(
  'the read of %s ignores parameters that it does not know (D2)',
  async (read) => {
    const url = `/api/tracking/${read}/${ids.programId}?statsu=1&dateFrom=&period=`
    expect((await send(app, 'GET', url, { bearer: session })).status).toBe(200)
  },
)
