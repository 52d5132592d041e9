import { beforeEach, describe, expect, it } from 'vitest'
import { couponLimits } from '../../src/tracking/coupons/limits.ts'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
  testOnServer,
} from '../harness.ts'

const service = await startTestService()
const { app, clock } = service

let program: TestProgram
let bearer: string
let email: string

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  program = await createTestProgram(service)
  bearer = await signInMember(service, program)
  email = (await call('GET', `/partners/${program.partnerId}`)).body.data.email
})

const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  send(app, method, `/api/programs/${program.id}${path}`, {
    bearer,
    ...(body === undefined ? {} : { body }),
  })
const preview = (file: string) => call('POST', '/coupon-codes/import/preview', { file })
const run = async (file: string) =>
  call('POST', '/coupon-codes/import', { file, digest: (await preview(file)).body.data.digest })
const listCodes = async () =>
  (await call('GET', '/coupon-codes?limit=200')).body.data.map(({ code }: { code: string }) => code).sort()

describe('importing coupon codes', () => {
  it('previews every row with its fault, and changes nothing', async () => {
    const other = await createTestPartner(service, program)
    await call('POST', '/coupon-codes', { partnerId: other.partnerId, code: 'TAKEN' })
    await call('POST', '/coupon-codes', { partnerId: program.partnerId, code: 'MINE' })
    const rows = [
      `ADA10,${email.toUpperCase()},,2026-04-01T00:00:00Z,,5,10 % off`,
      `ada10,${email},,,,,`,
      `taken,${email},,,,,`,
      `Mine,${email},,,,,`,
      `OLD,${email},archived,,,,`,
      `X1,unknown@partners.test,,,,,`,
      `,${email},,,,,`,
      `a b,${email},,,,,`,
      `X2,not-an-address,,,,,`,
      `X3,${email},gone,,,,`,
      `X4,${email},,tomorrow,,,`,
      `X5,${email},,2026-04-01T00:00:00Z,2026-04-01T00:00:00Z,,`,
      `X6,${email},,,,0,`,
      `X7,${email},,,,,${'x'.repeat(couponLimits.maxDiscountLength + 1)}`,
    ]
    const file = `code,partner_email,status,starts_at,ends_at,maxUses,Customer Discount,note\n${rows.join('\n')}`
    const { status, body, text } = await preview(file)
    expect(status, text).toBe(200)
    expect(
      body.data.rows.map(({ outcome, field }: Record<string, string>) => [outcome, field].filter(Boolean)),
    ).toEqual([
      ['added'],
      ['duplicate_in_file', 'code'],
      ['code_taken', 'code'],
      ['already_exists', 'code'],
      ['archived', 'status'],
      ['unknown_partner', 'partner_email'],
      ['invalid', 'code'],
      ['invalid', 'code'],
      ['invalid', 'partner_email'],
      ['invalid', 'status'],
      ['invalid', 'starts_at'],
      ['invalid', 'ends_at'],
      ['invalid', 'maxUses'],
      ['invalid', 'Customer Discount'],
    ])
    expect(body.data.ignoredColumns).toEqual(['note'])
    expect(body.data.sums).toMatchObject({ added: 1, invalid: 8 })
    expect(await listCodes()).toEqual(['MINE', 'TAKEN'])
    expect((await run(file)).status).toBe(201)
    const [added] = (await call('GET', '/coupon-codes?code=ada')).body.data
    expect(added).toMatchObject({
      code: 'ADA10',
      partnerId: program.partnerId,
      startsAt: '2026-04-01T00:00:00.000Z',
      endsAt: null,
      maxUses: 5,
      customerDiscount: '10 % off',
    })
  })

  it('adds nothing when repeated, and accepts an exported file', async () => {
    const file = `code,partner_email\nONE,${email}\nTWO,${email}`
    expect((await run(file)).body.data.sums).toMatchObject({ added: 2 })
    const again = await run(file)
    expect([again.status, again.body.error.code]).toEqual([409, 'conflict'])
    const exported = await call('GET', '/coupon-codes.csv')
    expect(exported.text).toContain('ONE')
    const copy = await preview(exported.text)
    expect(copy.body.data.sums).toMatchObject({ already_exists: 2, invalid: 0, added: 0 })
    expect(await listCodes()).toEqual(['ONE', 'TWO'])
  })

  it('never gives a code to a later row’s partner, unless the earlier row is archived', async () => {
    const rows = [
      `ONE,${email},,2026-02-30`,
      `one,${email},,`,
      `TWO,unknown@partners.test,,`,
      `TWO,${email},,`,
      `THREE,${email},archived,2026-02-30`,
      `THREE,${email},,`,
    ]
    const { body } = await preview(`code,partner_email,status,starts_at\n${rows.join('\n')}`)
    expect(body.data.rows.map(({ outcome, reason }: Record<string, string>) => [outcome, reason])).toEqual([
      ['invalid', expect.stringContaining('2026-03-10')],
      ['duplicate_in_file', 'Line 2 has the same code.'],
      ['unknown_partner', expect.any(String)],
      ['duplicate_in_file', 'Line 4 has the same code.'],
      ['invalid', expect.any(String)],
      ['added', null],
    ])
  })

  it('reads dates in the program’s time zone, up to the end of the last day', async () => {
    program = await createTestProgram(service, { timeZone: 'America/New_York' })
    bearer = await signInMember(service, program)
    email = (await call('GET', `/partners/${program.partnerId}`)).body.data.email
    await run(`code,partner_email,starts_at,ends_at\nXMAS,${email},2026-12-01,2026-12-24`)
    expect((await call('GET', '/coupon-codes')).body.data).toMatchObject([
      { code: 'XMAS', startsAt: '2026-12-01T05:00:00.000Z', endsAt: '2026-12-25T05:00:00.000Z' },
    ])
  })

  it('changes nothing if an outcome has changed since the preview', async () => {
    const file = `code,partner_email\nONE,${email}\nTWO,${email}`
    const { digest } = (await preview(file)).body.data
    await call('POST', '/coupon-codes', { partnerId: program.partnerId, code: 'two' })
    expect((await call('POST', '/coupon-codes/import', { file, digest })).status).toBe(409)
    expect(await listCodes()).toEqual(['two'])
  })

  it('rejects a file with too many rows, or without a required column', async () => {
    const many = Array.from({ length: couponLimits.fileRows + 1 }, (_, n) => `C${n},${email}`)
    for (const file of [`code,partner_email\n${many.join('\n')}`, 'code\nONE', '']) {
      expect((await preview(file)).status).toBe(400)
    }
  })

  testOnServer('adds each code once when the same file is imported several times at once', async () => {
    const file = `code,partner_email\n${Array.from({ length: 50 }, (_, n) => `C${n},${email}`).join('\n')}`
    const { digest } = (await preview(file)).body.data
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', '/coupon-codes/import', { file, digest })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await listCodes()).toHaveLength(50)
  })
})
