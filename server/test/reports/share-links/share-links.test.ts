import { describe, expect, it } from 'vitest'
import { hashSecret } from '../../../src/core/privacy/token.rule.ts'
import { purgeShareLinks } from '../../../src/reports/share-links/purge-share-links.job.ts'
import { createTestPartner, send, signInMember, someIp, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

const service = await startTestService({ ownDatabase: true })
const { app, clock, database } = service
const { kysely } = database

const open = (token: string, ip = someIp()) => send(app, 'GET', '/api/shared-timeline', { bearer: token, ip })
const getToken = (url: string) => url.split('#')[1] ?? ''

async function shared(shop: Pick<Shop, 'program'>, query: Record<string, string>) {
  const bearer = await signInMember(service, shop.program, { role: 'member' })
  const links = `/api/programs/${shop.program.id}/share-links`
  const { status, body, text } = await send(app, 'POST', links, { bearer, body: query })
  expect(status, text).toBe(201)
  return { bearer, links, link: body.data, token: getToken(body.data.url) }
}

async function openWithSale(customer_key = 'ann') {
  clock.set('2026-03-10T12:00:00.000Z')
  const shop = await openShop(service)
  await shop.customer(customer_key)
  await shop.sale({ transaction_id: 'order-1', amount_cents: 4900, customer_key })
  return shop
}

describe('a share link', () => {
  it('works without signing in for exactly 24 hours', async () => {
    const shop = await openWithSale()
    const { link, token } = await shared(shop, { transactionId: 'order-1' })
    expect(link).toEqual({
      id: expect.any(Number),
      queryType: 'transactionId',
      query: 'order-1',
      createdAt: '2026-03-10T12:00:00.000Z',
      expiresAt: '2026-03-11T12:00:00.000Z',
      url: expect.stringMatching(/^http.*\/story#story_\d+_[\w-]{43}$/),
    })
    const opened = await open(token)
    expect([opened.status, opened.headers['x-robots-tag'], opened.headers['cache-control']]).toEqual([
      200,
      'noindex, nofollow, noarchive',
      'no-store',
    ])
    expect(opened.body.data).toMatchObject({
      programName: 'Acme partners',
      query: 'order-1',
      explanation: { conclusion: { reason: 'on_hold', facts: { partner: { name: 'Pat' } } } },
    })
    expect(opened.body.data.explanation.timeline).toHaveLength(4)
    clock.advance({ hours: 24, ms: -1 })
    expect((await open(token)).status).toBe(200)
    clock.advance({ ms: 1 })
    expect((await open(token)).status).toBe(404)
    // Deletes expired queries and keeps active ones.
    const { token: other } = await shared(shop, { customerKey: 'ann' })
    expect(await purgeShareLinks(service.deps)).toBe(1)
    expect(await purgeShareLinks(service.deps)).toBe(0)
    expect((await open(other)).status).toBe(200)
  })

  it('is stored as a hash, is listed without its token, and stops working as soon as it is revoked', async () => {
    const shop = await openWithSale()
    const { bearer, links, link, token } = await shared(shop, { email: 'Ann@Example.com' })
    const rows = await kysely
      .selectFrom('share_links')
      .selectAll()
      .where('program_id', '=', shop.program.id)
      .execute()
    expect(rows.map(({ token_hash }) => Buffer.from(token_hash))).toEqual([
      hashSecret('share_link', token, service.deps.config.appSecret),
    ])
    expect(JSON.stringify(rows).toLowerCase()).not.toContain('example.com')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.query).toMatch(/^v1:/)
    const { url: _, ...listed } = link
    expect((await send(app, 'GET', links, { bearer })).body.data).toEqual([{ ...listed, query: null }])
    expect((await send(app, 'DELETE', `${links}/${link.id}`, { bearer })).status).toBe(200)
    expect((await open(token)).status).toBe(404)
    expect((await send(app, 'GET', links, { bearer })).body.data).toEqual([])
    expect((await send(app, 'DELETE', `${links}/${link.id}`, { bearer })).status).toBe(404)
  })

  it('is audited without its token and query', async () => {
    const shop = await openWithSale()
    const { bearer, links, link, token } = await shared(shop, { customerKey: 'ann' })
    await send(app, 'DELETE', `${links}/${link.id}`, { bearer })
    const log = await kysely
      .selectFrom('program_audit_log')
      .selectAll()
      .where('program_id', '=', shop.program.id)
      .orderBy('id')
      .execute()
    expect(log.map(({ action, target_type, target_id }) => [action, target_type, target_id])).toEqual([
      ['share_link.create', 'share_link', String(link.id)],
      ['share_link.revoke', 'share_link', String(link.id)],
    ])
    const reported = JSON.stringify(log)
    for (const secret of [
      token,
      hashSecret('share_link', token, service.deps.config.appSecret).toString('hex'),
      '"ann"',
    ])
      expect(reported).not.toContain(secret)
  })

  it('stops working when its creator leaves or loses the permission, or when its creating key is revoked', async () => {
    const shop = await openWithSale()
    const admin = await signInMember(service, shop.program, { role: 'admin' })
    const { links, link, token } = await shared(shop, { transactionId: 'order-1' })
    const { created_by } = await kysely
      .selectFrom('share_links')
      .select('created_by')
      .where('id', '=', link.id)
      .executeTakeFirstOrThrow()
    const member = (changes: { role?: 'viewer' | 'member'; status?: 'active' | 'suspended' }) =>
      kysely.updateTable('workspace_members').set(changes).where('user_id', '=', created_by).execute()
    const seen = async () => [
      (await open(token)).status,
      (await send(app, 'GET', links, { bearer: admin })).body.data.length,
    ]
    expect(await seen()).toEqual([200, 1])
    await member({ role: 'viewer' })
    expect(await seen()).toEqual([404, 0])
    await member({ role: 'member', status: 'suspended' })
    expect(await seen()).toEqual([404, 0])
    await member({ status: 'active' })
    expect(await seen()).toEqual([200, 1])
    await kysely.deleteFrom('workspace_members').where('user_id', '=', created_by).execute()
    expect(await seen()).toEqual([404, 0])

    const keys = `/api/workspaces/${shop.program.workspaceId}/management-keys`
    const body = { name: 'support', permissions: ['timeline:share', 'billing:read'] }
    const key = (await send(app, 'POST', keys, { bearer: admin, body })).body.data
    const keyResponse = await send(app, 'POST', links, {
      bearer: key.key,
      body: { transactionId: 'order-1' },
    })
    expect(keyResponse.status, keyResponse.text).toBe(201)
    const opens = async () => (await open(getToken(keyResponse.body.data.url))).status
    expect(await opens()).toBe(200)
    await kysely
      .updateTable('management_keys')
      .set({ revoked_at: clock.now() })
      .where('id', '=', key.id)
      .execute()
    expect(await opens()).toBe(404)
  })

  it('cannot be created by viewers and is limited in number', async () => {
    const shop = await openWithSale()
    const viewer = await signInMember(service, shop.program, { role: 'viewer' })
    const links = `/api/programs/${shop.program.id}/share-links`
    const rejection = await send(app, 'POST', links, { bearer: viewer, body: { transactionId: 'order-1' } })
    expect([rejection.status, rejection.body.error.details]).toEqual([403, { permission: 'timeline:share' }])
    const member = await signInMember(service, shop.program, { role: 'member' })
    const created = await Promise.all(
      Array.from({ length: 101 }, () =>
        send(app, 'POST', links, { bearer: member, body: { transactionId: 'order-1' } }),
      ),
    )
    expect(created.map(({ status }) => status).sort()).toEqual([...Array(100).fill(201), 409])
  })

  it('rejects all guesses with the same response and rate-limits them', async () => {
    const shop = await openWithSale()
    const { token } = await shared(shop, { transactionId: 'order-1' })
    const ip = someIp()
    const guesses = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      token.replace(/_\d+_/, '_999999_'),
      'story_',
      '',
      'aff_mgmt_x',
    ]
    const responses = []
    for (const guess of guesses) responses.push(await open(guess, ip))
    const [first] = responses
    for (const { status, body } of responses) expect([status, body]).toEqual([404, first?.body])
    let last = 404
    for (let tries = 0; tries < 40 && last === 404; tries++) last = (await open('story_1_x', ip)).status
    expect(last).toBe(429)
  })
})

describe('a shared timeline', () => {
  it('hides emails, free text and partners not involved in the decision', async () => {
    const shop = await openWithSale('ann@example.com')
    await shop.serverLead({ customer_key: 'ann@example.com', email: 'ann@example.com' })
    const other = await createTestPartner(service, shop.program)
    await kysely.updateTable('partners').set({ name: 'Quinn' }).where('id', '=', other.partnerId).execute()
    const owner = await signInMember(service, shop.program)
    const { saleId } = (
      await send(app, 'GET', `/api/programs/${shop.program.id}/explain?transactionId=order-1`, {
        bearer: owner,
      })
    ).body.data.conclusion.facts
    await send(app, 'POST', `/api/programs/${shop.program.id}/sales/${saleId}/refunds`, {
      bearer: owner,
      body: { refundId: 'r-1', amountCents: 100, reason: 'ann@example.com was angry' },
    })
    const session_id = 'one-visitor'
    const click = await shop.click({ session_id })
    await shop.click({ affiliate_url: `https://shop.test/?aff=${other.code}`, session_id })
    for (const query of [
      { transactionId: 'order-1' },
      { customerKey: 'ann@example.com' },
      { email: 'ann@example.com' },
      { clickId: click.body.click_id },
    ]) {
      const { token } = await shared(shop, query)
      const { status, text } = await open(token)
      expect(status, text).toBe(200)
      for (const hidden of ['example.com', 'angry', 'Quinn', other.code, '@partners.test']) {
        expect(text, JSON.stringify(query)).not.toContain(hidden)
      }
      expect(text).toContain('Pat')
    }
  })
})

it('a shared timeline shows that a commission was rejected, without the reason', async () => {
  const shop = await openWithSale()
  const bearer = await signInMember(service, shop.program)
  const { commissionId } = (
    await send(app, 'GET', `/api/programs/${shop.program.id}/explain?transactionId=order-1`, { bearer })
  ).body.data.conclusion.facts
  const rejected = await send(app, 'POST', `/api/programs/${shop.program.id}/commissions/reject`, {
    bearer,
    body: { commissionIds: [commissionId], reason: 'Pat is a fraud' },
  })
  expect(rejected.status, rejected.text).toBe(200)
  const { token } = await shared(shop, { transactionId: 'order-1' })
  const { body, text } = await open(token)
  expect(body.data.explanation.conclusion.reason).toBe('commission_rejected')
  expect(text).not.toContain('fraud')
})

it.each([
  'ann@example.com',
  '"ann of ours"@example.com',
  'ann%40example.com',
  'ann%2540example.com',
  'ann\uff20example.com',
])('a shared timeline hides the customer key %s', async (customerKey) => {
  const shop = await openWithSale(customerKey)
  const { token } = await shared(shop, { customerKey })
  const { status, text } = await open(token)
  expect(status, text).toBe(200)
  expect(text).not.toMatch(/ann|example/)
})

it('a link cannot be opened with another APP_SECRET and is listed without its query', async () => {
  const shop = await openWithSale()
  const { bearer, links, link, token } = await shared(shop, { customerKey: 'ann' })
  const rows = kysely.selectFrom('share_links').selectAll().where('program_id', '=', shop.program.id)
  expect(JSON.stringify(await rows.execute())).not.toContain('"ann"')
  await kysely
    .updateTable('share_links')
    .set({ query: 'v1:sealed:under:another' })
    .where('id', '=', link.id)
    .execute()
  expect((await open(token)).status).toBe(404)
  expect((await send(app, 'GET', links, { bearer })).body.data).toMatchObject([{ id: link.id, query: null }])
})

it('the page cannot be framed or indexed, and its URL contains no token', async () => {
  const { headers, status } = await send(app, 'GET', '/story', {})
  expect([200, 503]).toContain(status)
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
})

it.each(['/story', '/', '/docs', '/sign-in', '/nowhere', '/api/nowhere', '/t.js'])(
  'the page cannot be framed, whichever header the browser supports: %s',
  async (url) => {
    const { headers } = await send(app, 'GET', url, { headers: { accept: 'text/html' } })
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  },
)
