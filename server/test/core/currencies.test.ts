import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { listStoredCurrencies } from '../../src/core/money/currencies.sql.ts'
import { type Currency, DEFAULT_CURRENCIES } from '../../src/core/money/currency.ts'
import { claimCurrencies } from '../../src/core/money/register-currencies.flow.ts'
import { createTestProgram, send, signInMember, startTestService } from '../harness.ts'
import { openShop } from '../merchant.ts'
import { signInAs } from '../partners/portal-access/partner.ts'
import { resolved } from './openapi-document.ts'

const service = await startTestService({
  ownDatabase: true,
  environment: { CURRENCIES: 'USD,EUR,VND,JPY,KWD' },
})
const { app, database } = service
const { kysely } = database
const claim = (...currencies: Currency[]) => claimCurrencies(database, { currencies })
const started = () => listStoredCurrencies(kysely)

describe('an installation’s currencies', () => {
  test('can only be extended; the error lists the missing currencies and where they are used', async () => {
    await claim('USD', 'EUR', 'VND')
    expect(await started()).toEqual(['EUR', 'USD', 'VND'])
    await claim('JPY', 'USD', 'EUR', 'VND')
    await claim('VND', 'USD', 'EUR', 'JPY')
    expect(await started()).toEqual(['EUR', 'JPY', 'USD', 'VND'])

    await expect(claim('USD', 'EUR', 'VND', 'GBP')).rejects.toThrow(
      /^CURRENCIES is USD,EUR,VND,GBP, but this installation already has JPY \(not used yet\), .* Set CURRENCIES=USD,EUR,VND,GBP,JPY /,
    )
    const program = await createTestProgram(service, { perLead: { amount_cents: 500, currency: 'JPY' } })
    await kysely
      .insertInto('commission_policies')
      .values({
        program_id: program.id,
        product_id: 'pro',
        version: 1,
        type: 'flat',
        amount_cents: 700,
        currency: 'JPY',
        created_at: service.clock.now(),
      })
      .execute()
    await expect(claim('USD', 'EUR', 'VND', 'GBP')).rejects.toThrow(
      'JPY (used by commissions per lead, commission policies)',
    )
    expect(await started()).toEqual(['EUR', 'JPY', 'USD', 'VND'])
  })

  test('are set by one of several processes that start at once with incompatible lists', async () => {
    const lists: Currency[][] = [
      ['USD', 'EUR', 'VND', 'JPY', 'CHF'],
      ['USD', 'EUR', 'VND', 'JPY', 'SEK'],
      ['USD', 'EUR', 'VND', 'JPY', 'NOK'],
    ]
    const outcomes = await Promise.allSettled(lists.map((list) => claim(...list)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await started()).toHaveLength(5)
  })

  test('are the only codes that the schema accepts, and every amount needs one', async () => {
    const program = await createTestProgram(service)
    for (const code of ['usd', 'US', 'DOLLAR', '', 'XXX']) {
      const change = sql`update programs set per_lead_amount_cents = 1, per_lead_currency = ${code} where id = ${program.id}`
      await expect(change.execute(kysely)).rejects.toThrow('programs_per_lead_currency_check')
    }
  })
})

/** The other required parameters for reads with a currency. */
const NEEDED = { by: 'partner', batchId: '1', format: 'wise' }

describe('an installation with yen and dinars', () => {
  test('documents and accepts its currencies, and names a currency it rejects', async () => {
    const program = await createTestProgram(service)
    const bearer = await signInMember(service, program)
    const list = ['USD', 'EUR', 'VND', 'JPY', 'KWD']
    const document = (await send(app, 'GET', '/openapi.json')).body
    const { schemas } = document.components
    expect(schemas.Currency).toEqual({ type: 'string', enum: list })
    expect(schemas.SaleBody.properties.currency).toMatchObject({ enum: list, default: 'USD' })
    expect(Object.keys(schemas.CentsByCurrency.properties)).toEqual(list)
    expect(Object.keys(schemas.ExchangeRates.properties)).toEqual(list.slice(1))
    expect(schemas.ExchangeRates.properties.JPY.description).toContain('US dollars for 1 JPY')

    const base = `/api/programs/${program.id}`
    const policy = (currency: string) =>
      send(app, 'POST', `${base}/commission-policies`, {
        bearer,
        body: { productId: 'pro', type: 'flat', amountCents: 1_500, currency },
      })
    expect((await policy('KWD')).body.data).toMatchObject({ amountCents: 1_500, currency: 'KWD' })
    const codes = list.join(', ')
    expect((await policy('GBP')).body.error).toMatchObject({
      message: `currency must be one of ${codes}.`,
      details: { field: 'currency' },
    })
    const sale = { transaction_id: 'order-1', amount_cents: 500, currency: 'GBP', customer_key: 'nobody' }
    const response = await send(app, 'POST', '/api/v1/track/sale', { bearer: program.liveKey, body: sale })
    expect(response.body.error).toMatchObject({
      code: 'unsupported_currency',
      message: `currency must be one of ${codes}, in uppercase.`,
      details: { field: 'currency', allowed: list },
    })
    const perLead = { perLeadCommission: { amountCents: 200, currency: 'JPY' } }
    expect((await send(app, 'PATCH', base, { bearer, body: perLead })).body.data).toMatchObject(perLead)
  })

  test('accepts only its currencies in every query with a currency', async () => {
    const program = await createTestProgram(service)
    const bearer = await signInMember(service, program)
    const partner = await signInAs(service, program.partnerId)
    const document = (await send(app, 'GET', '/openapi.json')).body
    const { paths } = resolved(document, document)
    const filtered = Object.entries<Record<string, { parameters?: { name: string }[] }>>(paths)
      .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'currency'))
      .map(([path]) => path)
    expect(filtered.length).toBeGreaterThan(10)
    for (const path of filtered) {
      const credential = path.startsWith('/api/partner/')
        ? { headers: { cookie: partner.cookie } }
        : { bearer }
      const url = path.replace('{programId}', String(program.id))
      const names = paths[path].get.parameters.map(({ name }: { name: string }) => name)
      const otherOperations = Object.entries(NEEDED).filter(([name]) => names.includes(name))
      const readWithCurrency = (currency: string) =>
        send(
          app,
          'GET',
          `${url}?${new URLSearchParams([...otherOperations, ['currency', currency]])}`,
          credential,
        )
      const [yen, ...rejected] = await Promise.all(['JPY', 'GBP', 'jpy'].map(readWithCurrency))
      expect([200, 404], path).toContain(yen?.status)
      for (const { status, body } of rejected) {
        expect([path, status, body.error.message]).toEqual([
          path,
          400,
          'currency must be one of USD, EUR, VND, JPY, KWD.',
        ])
      }
    }
  })
})

test('processes with the previous list of currencies can read new ones during a rolling restart', async () => {
  const { config } = service.deps
  const older = await buildApp({ ...service.deps, config: { ...config, currencies: DEFAULT_CURRENCIES } })
  onTestFinished(() => older.close())
  const shop = await openShop(service, { perLead: { amount_cents: 300, currency: 'KWD' } })
  await shop.policy({ product_id: 'pro', type: 'flat', amount_cents: 700, currency: 'JPY' })
  await shop.customer('cus-1')
  const sale = { amount_cents: 4_900, currency: 'JPY', customer_key: 'cus-1', product_id: 'pro' }
  const recordedSale = await shop.sale({ ...sale, transaction_id: 'order-1' })
  expect(recordedSale.status).toBe(200)
  const bearer = await signInMember(service, shop.program)
  const callOlderApp = (method: 'GET' | 'POST', url: string, body?: unknown) =>
    send(older, method, url, { bearer, ...(body === undefined ? {} : { body }) })

  const rejected = { ...sale, transaction_id: 'order-2' }
  const response = await send(older, 'POST', '/api/v1/track/sale', {
    bearer: shop.program.liveKey,
    body: rejected,
  })
  expect([response.status, response.body.error.code]).toEqual([422, 'unsupported_currency'])
  const { metrics } = (await callOlderApp('GET', `/api/tracking/performance/${shop.program.id}`)).body
  expect([metrics.totalRevenue, metrics.revenueByCurrency]).toEqual([49, { JPY: 4_900 }])
  const base = `/api/programs/${shop.program.id}`
  const events = `/api/tracking/events/${shop.program.id}`
  const paths = [
    ...['', '/commission-policies', '/sales', '/commissions', '/commissions/sums', '/balances'],
    ...['/partner-report', '/payouts/preview'],
  ].map((path) => base + path)
  const statuses = []
  for (const path of [events, `${events}/sale/${recordedSale.body.sale_id}`, ...paths]) {
    statuses.push([path, (await callOlderApp('GET', path)).status])
  }
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
})
