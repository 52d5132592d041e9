import { describe, expect, it } from 'vitest'
import { send, signInMember } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { ADAPTERS, type EventKind, type EventSpec } from '../processors/adapters.ts'
import { type ListApi, processorsWith, startListApi, startReconciledService } from './list-api.ts'

type Json = Record<string, unknown>

/** How each processor's list API sends objects, and what its keys look like. */
const LISTS = [
  {
    name: 'paddle',
    apiKey: 'pdl_live_apikey_0123456789',
    paths: { payment: '/transactions', refund: '/adjustments' },
    times: { payment: 'billed_at', refund: 'created_at' },
    page: (data: Json[]) => ({ data, meta: { pagination: { has_more: false } } }),
    one: (url: URL, objects: Json[]) =>
      url.searchParams.has('id')
        ? { data: objects.filter(({ id }) => id === url.searchParams.get('id')) }
        : { data: objects.find(({ id }) => id === url.pathname.split('/').at(-1)) },
  },
  {
    name: 'polar',
    apiKey: 'polar_oat_0123456789',
    paths: { payment: '/v1/orders/', refund: '/v1/refunds/' },
    times: { payment: 'created_at', refund: 'created_at' },
    page: (items: Json[]) => ({ items, pagination: { total_count: items.length, max_page: 1 } }),
    one: (url: URL, objects: Json[]) =>
      url.searchParams.has('id')
        ? { items: objects.filter(({ id }) => id === url.searchParams.get('id')) }
        : objects.find(({ id }) => id === url.pathname.split('/').at(-1)),
  },
] as const

const AT = new Date('2026-03-05T08:00:00.000Z')

describe.each(LISTS)('$name', (listed) => {
  const adapter = ADAPTERS.find(({ name }) => name === listed.name)
  if (adapter === undefined) throw new Error(`no adapter ${listed.name}`)

  it('lists payments and refunds like its events, so that missing ones are recorded once', async () => {
    const objects: Record<'payment' | 'refund', Json[]> = { payment: [], refund: [] }
    const api: ListApi = await startListApi((url) => {
      for (const kind of ['payment', 'refund'] as const) {
        const path = listed.paths[kind]
        const isOne = url.searchParams.has('id') || url.pathname !== path
        if (!url.pathname.startsWith(path)) continue
        return isOne ? listed.one(url, objects[kind]) : listed.page(objects[kind])
      }
      return undefined
    })
    const service = await startReconciledService(api)
    const shop = await openShop(service)
    const bearer = await signInMember(service, shop.program)
    const manage = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
      send(service.app, method, `/api/programs/${shop.program.id}${path}`, { bearer, body })
    const secret = adapter.newSecret(1)
    await manage('PUT', '/processor', { processor: adapter.name, webhookSecret: secret })
    expect((await manage('PUT', '/processor/api-key', { apiKey: listed.apiKey })).status).toBe(200)

    const spec: EventSpec = {
      event: 1,
      payment: 2,
      customer: 3,
      subscription: 4,
      refund: 5,
      metadata: { service_click_id: await shop.clickId() },
      email: 'bea@buyers.test',
      cents: 4900,
      taxCents: 782,
      refundedCents: 4900,
      currency: 'USD',
      at: AT,
      isTest: false,
    }
    const createObject = (kind: EventKind) => JSON.parse(adapter.event(kind, spec).body).data
    objects.payment.push({ ...createObject('payment'), [listed.times.payment]: AT.toISOString() })
    objects.refund.push({ ...createObject('refund'), [listed.times.refund]: AT.toISOString() })

    const started = await manage('POST', '/reconciliations', { month: '2026-03' })
    const url = `/reconciliations/${started.body.data.id}`
    await service.reconcile()
    // The refund counts once its payment is known.
    for (const kind of ['payment', 'refund']) {
      const { body } = await manage('GET', `${url}/differences`)
      expect(body.data).toMatchObject([{ kind, state: 'missing', amountCents: 4900, currency: 'USD' }])
      const recorded = await manage('POST', `${url}/differences/${body.data[0].id}/record`)
      expect(recorded.body).toEqual({ data: { state: 'matched' } })
      await service.reconcile()
    }
    expect((await manage('GET', url)).body.data).toMatchObject({ status: 'done', matched: 2, missing: 0 })
    for (const kind of ['payment', 'refund'] as const) {
      const event = adapter.event(kind, spec)
      const delivered = await send(
        service.app,
        'POST',
        `/api/v1/webhooks/${adapter.name}?program=${shop.program.id}`,
        {
          body: event.body,
          headers: {
            'content-type': 'application/json',
            ...event.headers,
            ...adapter.sign(event, secret, service.clock.now()),
          },
        },
      )
      expect(delivered.status).toBe(200)
    }
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, refunded_cents: 4900 }])
    expect(await shop.rows('commissions')).toHaveLength(1)
  })

  it('sends its key only to its own host, which differs for test accounts', () => {
    const list = processorsWith({ origin: 'http://127.0.0.1:1' }).get(adapter.name)?.list
    expect(list?.isApiKey(listed.apiKey)).toBe(true)
    expect([list?.isApiKey(''), list?.isApiKey('rk_live_0123456789')]).toEqual([false, false])
  })
})

describe('lemonsqueezy', () => {
  it('lists orders with their refunds; a late event adds the click', async () => {
    const adapter = ADAPTERS.find(({ name }) => name === 'lemonsqueezy')
    if (adapter === undefined) throw new Error('no adapter lemonsqueezy')
    const orders: { id: string; attributes: Json }[] = []
    const api = await startListApi(({ pathname }) => {
      const page = { page: { currentPage: 1, lastPage: 1 } }
      if (pathname === '/v1/orders') return { data: orders, meta: page }
      if (pathname === '/v1/subscription-invoices') return { data: [], meta: page }
      return { data: orders.find(({ id }) => pathname === `/v1/orders/${id}`) }
    })
    const service = await startReconciledService(api)
    const shop = await openShop(service)
    const bearer = await signInMember(service, shop.program)
    const manage = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown) =>
      send(service.app, method, `/api/programs/${shop.program.id}${path}`, { bearer, body })
    const secret = adapter.newSecret(1)
    await manage('PUT', '/processor', { processor: adapter.name, webhookSecret: secret })
    await manage('PUT', '/processor/api-key', { apiKey: `eyJ0.${'a'.repeat(60)}` })
    const spec: EventSpec = {
      event: 1,
      payment: 2,
      customer: 3,
      subscription: 4,
      refund: 5,
      metadata: { service_click_id: await shop.clickId() },
      email: 'bea@buyers.test',
      cents: 4900,
      taxCents: 782,
      refundedCents: 0,
      currency: 'USD',
      at: AT,
      isTest: false,
    }
    const event = adapter.event('payment', spec)
    const order = JSON.parse(event.body).data
    order.attributes.created_at = AT.toISOString()
    orders.push(order)

    const started = await manage('POST', '/reconciliations', { month: '2026-03' })
    const url = `/reconciliations/${started.body.data.id}`
    const recordOnly = async (kind: string, amountCents: number) => {
      await service.reconcile()
      const { body } = await manage('GET', `${url}/differences`)
      expect(body.data).toMatchObject([{ kind, state: 'missing', amountCents }])
      return (await manage('POST', `${url}/differences/${body.data[0].id}/record`)).body.data
    }
    expect(await recordOnly('payment', 4900)).toEqual({ state: 'unattributed' })
    await send(service.app, 'POST', `/api/v1/webhooks/${adapter.name}?program=${shop.program.id}`, {
      body: event.body,
      headers: { 'content-type': 'application/json', ...adapter.sign(event, secret, service.clock.now()) },
    })
    // The first refund's event arrives; the later ones are lost.
    const refund = adapter.event('refund', {
      ...spec,
      event: 6,
      refundedCents: 900,
      at: service.clock.now(),
    })
    await send(service.app, 'POST', `/api/v1/webhooks/${adapter.name}?program=${shop.program.id}`, {
      body: refund.body,
      headers: { 'content-type': 'application/json', ...adapter.sign(refund, secret, service.clock.now()) },
    })
    service.clock.advance({ minutes: 5 })
    for (const total of [950, 1000]) {
      Object.assign(order.attributes, { refunded: false, refunded_amount: total })
      await manage('POST', '/reconciliations', { month: '2026-03' })
      expect(await recordOnly('refund', total)).toEqual({ state: 'matched' })
    }
    expect(await shop.rows('sale_events')).toMatchObject([{ amount_cents: 4900, refunded_cents: 1000 }])
  })
})
