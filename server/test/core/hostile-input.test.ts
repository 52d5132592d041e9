import { Readable } from 'node:stream'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/core/config/limits.ts'
import { BROWSER, send, startTestService } from '../harness.ts'
import { errorsLoggedBy } from '../logged-errors.ts'
import { CLICK, countRows, invalid, LEAD, openShop, platformError, SALE } from '../merchant.ts'
import { saved } from '../tracking/requests/request-helpers.ts'
import { resolved } from './openapi-document.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, database } = service
const loggedErrors = errorsLoggedBy(app)

clock.set('2026-03-10T12:00:00.000Z')
const shop = await openShop(service, { leadAuthPolicy: 'browser_allowed' })
const { click_id } = await shop.customer('cus-1')
await shop.sale({ transaction_id: 'sold', amount_cents: 4900, customer_key: 'cus-1' })

let next = 0
const nextId = () => `t-${next++}`

interface Call {
  url: string
  bearer: string | undefined
  body: () => Record<string, unknown>
}

/** The tracking requests, each with a valid body. */
const CALLS: Record<'click' | 'lead' | 'sale' | 'refund', Call> = {
  click: { url: CLICK, bearer: undefined, body: () => ({ affiliate_url: shop.url }) },
  lead: { url: LEAD, bearer: shop.program.liveKey, body: () => ({ click_id, customer_key: nextId() }) },
  sale: {
    url: SALE,
    bearer: shop.program.liveKey,
    body: () => ({ transaction_id: nextId(), amount_cents: 4900, customer_key: 'cus-1' }),
  },
  refund: {
    url: '/api/v1/track/refund',
    bearer: shop.program.liveKey,
    body: () => ({ transaction_id: 'sold', refund_id: nextId(), refund_amount_cents: 1 }),
  },
}

interface FieldSchema {
  type?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  enum?: string[]
  /** Optional metadata: any text is accepted and stored as far as possible. */
  'x-kept-chars'?: number
}

/** The published body schemas, which also validate requests. */
async function readBodyFields({ url }: Call): Promise<[string, FieldSchema][]> {
  const openApi = await send(app, 'GET', '/openapi.json')
  const { paths } = resolved(openApi.body, openApi.body)
  const { schema } = paths[url].post.requestBody.content['application/json']
  return Object.entries(schema.properties)
}

/** Sends a raw body. Fields may contain JSON that JSON.stringify can't produce. */
async function sendRaw(
  call: Call,
  payload: string | Buffer | Readable,
  contentType: string | null = 'application/json',
) {
  const response = await app.inject({
    method: 'POST',
    url: call.url,
    headers: {
      'user-agent': BROWSER,
      ...(contentType === null ? {} : { 'content-type': contentType }),
      ...(call.bearer === undefined ? {} : { authorization: `Bearer ${call.bearer}` }),
    },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

const withField = (call: Call, field: string, rawJson: string) => {
  const rest = Object.entries(call.body()).filter(([name]) => name !== field)
  const fields = [
    ...rest.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`),
    `${JSON.stringify(field)}:${rawJson}`,
  ]
  return `{${fields.join(',')}}`
}

const WRONG_TYPES = ['"text"', '7', '1.5', 'true', '[]', '["a"]', '{}', '{"a":{"b":[]}}']
const detectJsonType = (rawJson: string) => {
  const value: unknown = JSON.parse(rawJson)
  if (Array.isArray(value)) return 'array'
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value
}
const nested = (levels: number, open: string, close: string) =>
  `${open.repeat(levels)}${close.repeat(levels)}`

/**
 * Returns raw JSON that a field of this schema must reject. An empty string and `additional_data: []` count as not sent
 * (D57).
 */
function hostileValues(schema: FieldSchema): string[] {
  const { type, minimum, maximum, maxLength, enum: allowed } = schema
  const values = WRONG_TYPES.filter(
    (raw) => type !== undefined && detectJsonType(raw) !== type && !(type === 'object' && raw === '[]'),
  )
  if (schema['x-kept-chars'] !== undefined) return values
  if (type === 'string') {
    values.push('"a\\u0000b"', '"\\ud800"', '"\\udc00x"', '"\\ude00\\ud83d"', nested(5000, '[', ']'))
    if (maxLength !== undefined)
      values.push(`"${'x'.repeat(maxLength + 1)}"`, `"a${'\u0301'.repeat(maxLength)}"`)
    if (allowed !== undefined) values.push('"another"', `"${allowed[0]?.toUpperCase()}"`, `" ${allowed[0]}"`)
  }
  if (type === 'integer') {
    values.push('1e400', '-1e400', '-1', '0.1', '1e-7', '"1"')
    if (minimum === 1) values.push('0', '-0', '0.0')
    if (maximum !== undefined) values.push('9007199254740992', '1e300', '99999999999999999999')
  }
  if (type === 'object') {
    values.push('{"a":"\\u0000"}', '{"\\u0000":1}', '{"a":{"b":["\\ud800"]}}', nested(5000, '[', ']'))
    values.push(`{"a":${nested(10, '[', ']')}}`, `{"a":${nested(5000, '[', ']')}}`)
    values.push(
      `{"a":"${'x'.repeat(limits.additionalDataBytes)}"}`,
      `{"${'k'.repeat(limits.additionalDataBytes)}":1}`,
    )
  }
  return values
}

async function expectNothingWritten(action: () => Promise<unknown>) {
  const rowsBefore = await countRows(database)
  await action()
  expect(await countRows(database)).toEqual(rowsBefore)
}

/** Lead and sale fields that must never cause a rejection. */
const VISIT = ['user_agent', 'landing_page']

const everyCall = Object.entries(CALLS)

it('the schemas have the specification’s limits (D2, D8)', async () => {
  const id = { type: 'string', minLength: 1, maxLength: 255 }
  const cents = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }
  const enumSchema = (...values: string[]) => ({ type: 'string', enum: values })
  const sale = {
    transaction_id: id,
    amount_cents: cents,
    tax_amount_cents: { ...cents, minimum: 0 },
    customer_key: id,
    click_id: { type: 'string', maxLength: 255 },
    currency: enumSchema('USD', 'EUR', 'VND'),
    sale_type: enumSchema('payment', 'subscription'),
    additional_data: { type: 'object' },
    is_recurring: { type: 'boolean' },
    subscription_id: id,
    subscription_interval: enumSchema('monthly', 'quarterly', 'annual'),
    product_id: id,
    occurred_at: { type: 'string' },
    provider: enumSchema(
      ...['stripe', 'paypal', 'paddle', 'lemonsqueezy', 'polar', 'braintree', 'adyen', 'square'],
      ...['sepa', 'x402', 'other'],
    ),
    provider_payment_id: id,
    coupon_code: { type: 'string', maxLength: 255 },
    livemode: { type: 'boolean' },
    user_agent: { type: 'string' },
    landing_page: { type: 'string' },
  }
  const saleFields = Object.fromEntries(await readBodyFields(CALLS.sale))
  expect(saleFields).toMatchObject(sale)
  expect(Object.keys(saleFields)).toEqual(Object.keys(sale))
  const program_id = { type: 'integer', minimum: 1 }
  const click = { affiliate_url: { type: 'string' }, program_id, event_id: { type: 'string', maxLength: 64 } }
  expect(Object.fromEntries(await readBodyFields(CALLS.click))).toMatchObject(click)
  const lead = { click_id: { type: 'string', maxLength: 255 }, customer_key: id, program_id }
  expect(Object.fromEntries(await readBodyFields(CALLS.lead))).toMatchObject(lead)
  const refund = { transaction_id: id, refund_id: id, refund_amount_cents: cents, currency: sale.currency }
  expect(Object.fromEntries(await readBodyFields(CALLS.refund))).toMatchObject(refund)
})

describe.each(everyCall)('%s: every field, generated from its schema (D1, D2)', (name, call) => {
  let fields: [string, FieldSchema][] = []
  beforeAll(async () => {
    fields = await readBodyFields(call)
  })

  it('the sample body is accepted, so rejections below come from the hostile field', async () => {
    expect(await sendRaw(call, JSON.stringify(call.body()))).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(fields.length).toBeGreaterThan(6)
  })

  it('a hostile value returns 400 invalid_request with the field and writes nothing', async () => {
    let sentCount = 0
    await expectNothingWritten(async () => {
      for (const [field, schema] of fields) {
        // Invalid emails are ignored; currencies and visits have their own tests.
        if (field === 'currency' || field === 'email') continue
        if (name !== 'click' && VISIT.includes(field)) continue
        for (const value of hostileValues(schema)) {
          const response = await sendRaw(call, withField(call, field, value))
          expect(response, `${name}.${field} = ${value.slice(0, 60)}`).toEqual({
            status: 400,
            body: invalid(field),
          })
          sentCount++
        }
      }
    })
    expect(sentCount).toBeGreaterThan(60)
  })
})

it.each(['lead', 'sale'] as const)('%s: an unusable visit is ignored', async (name) => {
  const call = CALLS[name]
  const values = [
    ...WRONG_TYPES,
    '"a\\u0000"',
    '"\\ud800"',
    nested(5000, '[', ']'),
    `"${'x'.repeat(30_000)}"`,
  ]
  for (const field of VISIT) {
    for (const value of values) {
      const response = await sendRaw(call, withField(call, field, value))
      expect(response, `${field} = ${value.slice(0, 60)}`).toMatchObject({
        status: 200,
        body: { success: true },
      })
    }
  }
})

it('sale.currency: an unsupported value returns 422, and 400 if it cannot be stored', async () => {
  const values = [
    ...WRONG_TYPES,
    '"usd"',
    '1e400',
    '"a\\u0000"',
    '"\\ud800"',
    nested(5000, '[', ']'),
    `"${'x'.repeat(30_000)}"`,
  ]
  await expectNothingWritten(async () => {
    for (const value of values) {
      const { status, body } = await sendRaw(CALLS.sale, withField(CALLS.sale, 'currency', value))
      expect([400, 422]).toContain(status)
      expect(body.error.details).toMatchObject({ field: 'currency' })
    }
  })
})

describe.each(everyCall)('%s: a body that is not a JSON object (D2)', (_name, call) => {
  const LIMIT = limits.bodyBytes

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['blanks', ' \n'],
    ['an unclosed brace', '{'],
    ['an unclosed string', '{"a":"b'],
    ['single quotes', "{'a':1}"],
    ['a trailing comma', '{"a":1,}'],
    ['trailing content', '{} {}'],
    ['a comment', '{/**/}'],
    ['a leading zero', '{"amount_cents":01}'],
    ['a plus sign', '{"amount_cents":+1}'],
    ['NaN', '{"amount_cents":NaN}'],
    ['a raw line break in a string', '{"a":"\n"}'],
    ['an array', '[]'],
    ['an array containing a body', `[${JSON.stringify(call.body())}]`],
    ['a string', '"{}"'],
    ['a number', '1'],
    ['true', 'true'],
    ['null', 'null'],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a surrogate in UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['only opening brackets', nested(30_000, '[', ']')],
    ['unclosed nesting', '{"a":'.repeat(10_000)],
  ])('%s returns 400 invalid_request and writes nothing', async (_label, payload) => {
    await expectNothingWritten(async () => {
      expect(await sendRaw(call, payload)).toEqual({
        status: 400,
        body: platformError(400, 'invalid_request'),
      })
    })
  })

  it('a body of 64 KiB is accepted, and one more byte returns 413, even in a chunked request without a length', async () => {
    const padded = (bytes: number) => {
      const body = JSON.stringify({ ...call.body(), padding: '' })
      return body.replace('"padding":""', `"padding":"${'x'.repeat(bytes - Buffer.byteLength(body))}"`)
    }
    expect(await sendRaw(call, padded(LIMIT))).toMatchObject({ status: 200 })
    const chunked = (text: string) =>
      Readable.from(
        [text.slice(0, 9), text.slice(9, 40_000), text.slice(40_000)].map((chunk) => Buffer.from(chunk)),
      )
    expect(await sendRaw(call, chunked(padded(LIMIT)))).toMatchObject({ status: 200 })
    await expectNothingWritten(async () => {
      for (const payload of [padded(LIMIT + 1), chunked(padded(LIMIT + 1)), 'x'.repeat(10 * LIMIT)]) {
        expect(await sendRaw(call, payload)).toEqual({
          status: 413,
          body: platformError(413, 'payload_too_large'),
        })
      }
    })
  })

  it.each([
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/html',
    'application/octet-stream',
    null,
  ])('the content type %s returns 415 unsupported_media_type', async (contentType) => {
    await expectNothingWritten(async () => {
      expect(await sendRaw(call, Buffer.from(JSON.stringify(call.body())), contentType)).toEqual({
        status: 415,
        body: platformError(415, 'unsupported_media_type'),
      })
    })
  })

  it('JSON may have a charset, an upper-case type or a byte order mark', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      expect(await sendRaw(call, JSON.stringify(call.body()), type)).toMatchObject({ status: 200 })
    }
    expect(await sendRaw(call, `\ufeff${JSON.stringify(call.body())}`)).toMatchObject({ status: 200 })
  })
})

describe('in a tracking request', () => {
  it('__proto__ and constructor are ordinary unknown fields, from which nothing is inherited', async () => {
    const fields = JSON.stringify(CALLS.sale.body())
    await expectNothingWritten(async () => {
      for (const key of ['__proto__', 'constructor', 'prototype']) {
        expect(await sendRaw(CALLS.sale, `{"${key}":${fields}}`)).toEqual({
          status: 400,
          body: invalid('transaction_id'),
        })
        expect(await sendRaw(CALLS.click, `{"${key}":{"affiliate_url":"${shop.url}"}}`)).toEqual({
          status: 400,
          body: invalid('affiliate_url'),
        })
      }
    })
    expect(Object.prototype).not.toHaveProperty('transaction_id')
  })

  it('__proto__ inside additional_data is data: it triggers no test mode and is stored unchanged', async () => {
    const raw = '{"__proto__":{"test_mode":true},"constructor":{"prototype":{"x":1}}}'
    const response = await sendRaw(CALLS.sale, withField(CALLS.sale, 'additional_data', raw))
    expect(response.body).toMatchObject({ success: true, sale_id: expect.any(Number) })
    const stored = (await shop.rows('sale_events')).at(-1)
    expect(stored).toMatchObject({ is_test: false })
    expect(JSON.stringify(stored?.additional_data)).toContain('"__proto__":{"test_mode":true}')
  })

  it('the last of several duplicate keys is used and validated', async () => {
    const { transaction_id } = CALLS.sale.body()
    const twice = (first: string, last: string) =>
      `{"transaction_id":"${transaction_id}","customer_key":"cus-1","amount_cents":${first},"amount_cents":${last}}`
    await expectNothingWritten(async () => {
      expect(await sendRaw(CALLS.sale, twice('4900', '-1'))).toEqual({
        status: 400,
        body: invalid('amount_cents'),
      })
    })
    expect(await sendRaw(CALLS.sale, twice('-1', '4900'))).toMatchObject({ status: 200 })
    expect((await shop.rows('sale_events')).at(-1)).toMatchObject({ amount_cents: 4900 })
  })

  it.each([
    ['4900.0', 4900],
    ['4.9e3', 4900],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
  ])('%s is parsed as the integer %i', async (raw, amount_cents) => {
    expect(await sendRaw(CALLS.sale, withField(CALLS.sale, 'amount_cents', raw))).toMatchObject({
      status: 200,
    })
    expect((await shop.rows('sale_events')).at(-1)).toMatchObject({ amount_cents })
  })

  it('-0 counts as no tax', async () => {
    expect(await sendRaw(CALLS.sale, withField(CALLS.sale, 'tax_amount_cents', '-0'))).toMatchObject({
      status: 200,
    })
    expect((await shop.rows('sale_events')).at(-1)).toMatchObject({ tax_amount_cents: 0 })
  })

  it('numbers in additional_data that overflow a double are stored as null', async () => {
    const raw = '{"huge":1e400,"tiny":1e-400,"many":0.1000000000000000055511151231257827,"big":1e308}'
    expect(await sendRaw(CALLS.click, withField(CALLS.click, 'additional_data', raw))).toMatchObject({
      status: 200,
    })
    expect((await shop.rows('click_events')).at(-1)?.additional_data).toEqual({
      huge: null,
      tiny: 0,
      many: 0.1,
      big: 1e308,
    })
  })
})

describe('arbitrary JSON never returns a 500 (property)', () => {
  const hostileText = fc.constantFrom<unknown>(
    '',
    '\0',
    '\ud800',
    'null',
    '{',
    "'; drop table x",
    '%00',
    '\\',
    'x'.repeat(300),
    -0,
    1e300,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    null,
    [],
    {},
    true,
  )
  const anyValue = fc.oneof(
    hostileText,
    fc.jsonValue({ stringUnit: 'binary' }),
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.webUrl(),
  )
  const knownValue = fc.constantFrom<unknown>(
    click_id,
    shop.url,
    `${shop.url}&ref=%00`,
    'https://shop.test/?aff=%00%ff',
    'cus-1',
    'USD',
    'VND',
    'stripe',
    'monthly',
    'ada@example.com',
    '2026-03-10T12:00:00Z',
    '2026-03-10T12:00:00.123456789+23:59',
    1,
    shop.program.id,
    `${shop.program.id.toString(36)}-ffffffff-ffff-7fff-bfff-ffffffffffff`,
    `1y2p0ij32e8e7-00000000-0000-7000-8000-000000000000`,
    { test_mode: true, program_id: shop.program.id },
    { test_mode: true, program_id: Number.MAX_SAFE_INTEGER },
    { test_mode: true, program_id: '9007199254740991' },
  )

  it.each(everyCall)('%s', async (name, call) => {
    const names = (await readBodyFields(call)).map(([field]) => field)
    const hostileObject = fc.dictionary(
      fc.constantFrom(...names, '__proto__', 'other'),
      fc.oneof(knownValue, anyValue),
      {
        maxKeys: 8,
      },
    )
    const almostValid = hostileObject.map((fields) => ({ ...call.body(), ...fields }))
    const body = fc.oneof(
      { weight: 4, arbitrary: almostValid },
      { weight: 2, arbitrary: hostileObject },
      { weight: 1, arbitrary: fc.jsonValue() },
    )
    const bearer = fc.constantFrom(call.bearer, shop.program.testKey, shop.program.liveKey)
    const statuses = new Set<number>()
    await fc.assert(
      fc.asyncProperty(body, bearer, async (value, key) => {
        const { status } = await sendRaw({ ...call, bearer: key }, JSON.stringify(value))
        statuses.add(status)
        expect(status).toBeLessThan(500)
      }),
      { numRuns: 150, examples: [[call.body(), shop.program.liveKey]] },
    )
    expect(statuses, name).toContain(400)
    expect(statuses, name).toContain(200)
  })
})

it('the statistics match the events after all hostile requests', () => shop.verify())

it('no test above logged an error, not even when request outcomes were saved', async () => {
  await saved(service)
  expect(loggedErrors).toEqual([])
})
