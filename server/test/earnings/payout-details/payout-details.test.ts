import { beforeEach, describe, expect, it } from 'vitest'
import { payoutDetailLimits } from '../../../src/earnings/payout-details/limits.ts'
import { concurrently, createTestPartner, send, signInMember, startTestService } from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'
import { type SignedInPartner, signInAs } from '../../partners/portal-access/partner.ts'

const service = await startTestService({
  config: { mail: { from: { name: '', address: 'partners@acme.test' }, server: undefined } },
})
const { app, database, clock } = service
const { kysely } = database

const IBAN = {
  method: 'bank_iban',
  iban: 'DE89 3704 0044 0532 0130 00',
  payeeKind: 'person',
  legalName: 'Ann Müller',
  address: 'Street 1',
  city: 'Berlin',
  country: 'DE',
}
const { iban: _iban, ...IDENTITY } = IBAN
const PAYPAL = { ...IDENTITY, method: 'paypal', email: 'ann@pay.test' }
const WISE = { ...IDENTITY, method: 'wise', email: 'ann@pay.test' }

let shop: Shop
let bearer: string
let partner: SignedInPartner

beforeEach(async () => {
  clock.set('2026-03-10T12:00:00.000Z')
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  partner = await signInAs(service, shop.program.partnerId)
  await shop.customer('cus-1')
})

const callAsTeam = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown, token = bearer) =>
  send(app, method, `/api/programs/${shop.program.id}/${path}`, {
    bearer: token,
    ...(body === undefined ? {} : { body }),
  })
const requestDetails = (method: 'GET' | 'POST', body?: unknown, more = '') =>
  partner.call(method, `/programs/${shop.program.id}/payout-details${more}`, body)
const states = async () =>
  (await requestDetails('GET')).body.data.map(({ version, state }: { version: number; state: string }) => [
    version,
    state,
  ])

let orderCount = 0
async function addOwedCommission(amount_cents: number, currency = 'EUR') {
  const sale = {
    transaction_id: `p-${orderCount++}`,
    amount_cents: amount_cents * 5,
    customer_key: 'cus-1',
    currency,
  }
  const { body } = await shop.sale(sale)
  await callAsTeam('POST', 'commissions/approve', { commissionIds: [body.commission_id] })
}
async function pay() {
  const { body, status } = await callAsTeam('POST', 'payouts', {})
  expect(status).toBe(201)
  return body.data.id as number
}
const mails = () =>
  kysely.selectFrom('mails').selectAll().where('program_id', '=', shop.program.id).orderBy('id').execute()

describe('payout details', () => {
  it('take effect immediately the first time, and are masked for the partner and the team', async () => {
    const { status, body } = await requestDetails('POST', IBAN)
    expect(status).toBe(200)
    expect(body.data).toMatchObject([
      { version: 1, method: 'bank_iban', account: 'DE•• •••• 3000', country: 'DE', state: 'in_use' },
    ])
    const teamResponse = await callAsTeam('GET', `partners/${shop.program.partnerId}/payout-details`)
    expect(teamResponse.body.data).toEqual(body.data)
    expect(JSON.stringify(teamResponse.body)).not.toContain('0044')
  })

  it('show partners their name and address again when they change their details, but not the account or tax ID', async () => {
    const payee = async (caller: Pick<typeof partner, 'call'> = partner) =>
      caller.call('GET', `/programs/${shop.program.id}/payout-details/payee`)
    expect((await payee()).body.data).toBeNull()
    await requestDetails('POST', { ...IBAN, taxId: 'DE 811' })
    const { payeeKind, legalName, address, city, postalCode, country } = {
      postalCode: '',
      ...IDENTITY,
    }
    expect((await payee()).body.data).toEqual({
      payeeKind,
      legalName,
      address,
      city,
      postalCode,
      country,
      hasTaxId: true,
    })
    const copied = await signInAs(service, shop.program.partnerId, { workspaceId: shop.program.workspaceId })
    expect((await payee(copied)).status).toBe(403)
    // Each version has its own, so that the one in use is shown while a change is pending.
    await requestDetails('POST', { ...IBAN, legalName: 'Ann Other' })
    const readLegalName = async (version: string) =>
      (await partner.call('GET', `/programs/${shop.program.id}/payout-details/payee?version=${version}`)).body
        .data?.legalName
    expect([await readLegalName('1'), await readLegalName('2'), await readLegalName('3')]).toEqual([
      legalName,
      'Ann Other',
      undefined,
    ])
    expect((await payee()).body.data.legalName).toBe('Ann Other')
  })

  it('are encrypted in the database and cannot be moved to another row', async () => {
    await requestDetails('POST', IBAN)
    const row = await kysely
      .selectFrom('payout_details')
      .selectAll()
      .where('program_id', '=', shop.program.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toMatch(/3704|Ann|Berlin/)
    const other = await createTestPartner(service, shop.program)
    await kysely
      .insertInto('payout_details')
      .values({
        program_id: shop.program.id,
        partner_id: other.partnerId,
        version: 1,
        method: 'bank_iban',
        sealed: row.sealed,
        created_at: clock.now(),
        usable_at: clock.now(),
      })
      .execute()
    const movedDetails = await callAsTeam('GET', `partners/${other.partnerId}/payout-details`)
    expect(movedDetails.body.data).toMatchObject([{ account: null, country: null }])
    const revealResponse = await callAsTeam('POST', `partners/${other.partnerId}/payout-details/reveal`, {
      version: 1,
    })
    expect(revealResponse.status).toBe(409)
  })

  it('take effect three days after a change, and payouts go to the previous account until then', async () => {
    await requestDetails('POST', IBAN)
    clock.advance({ days: 1 })
    await requestDetails('POST', PAYPAL)
    expect(await states()).toEqual([
      [2, 'waiting'],
      [1, 'in_use'],
    ])
    await addOwedCommission(100)
    const before = await pay()
    clock.advance({ days: 3 })
    expect(await states()).toEqual([
      [2, 'in_use'],
      [1, 'former'],
    ])
    await addOwedCommission(100)
    const after = await pay()
    const { body } = await callAsTeam('GET', 'payouts')
    const versions = body.data.map(
      ({ batchId, detailsVersion }: { batchId: number; detailsVersion: number }) => [batchId, detailsVersion],
    )
    expect(versions).toEqual([
      [after, 2],
      [before, 1],
    ])
  })

  it('are changed and withdrawn, with one email to the partner each time', async () => {
    await requestDetails('POST', IBAN)
    await requestDetails('POST', PAYPAL)
    await requestDetails('POST', PAYPAL)
    await requestDetails('POST', undefined, '/withdraw')
    await requestDetails('POST', undefined, '/withdraw')
    const writtenMails = await mails()
    expect(writtenMails).toMatchObject([
      {
        kind: 'payout_details_changed',
        recipient: partner.email,
        data: { change: 'added', account: 'DE•• •••• 3000' },
      },
      {
        kind: 'payout_details_changed',
        recipient: partner.email,
        data: { change: 'changed', account: 'a••••@pay.test', usableAt: '2026-03-13T12:00:00.000Z' },
      },
      {
        kind: 'payout_details_changed',
        recipient: partner.email,
        data: { change: 'withdrawn', account: 'a••••@pay.test' },
      },
    ])
  })

  it('stay pending even after more withdrawn changes than the list contains', async () => {
    await requestDetails('POST', IBAN)
    for (let n = 0; n <= payoutDetailLimits.payoutDetailsRows; n++) {
      if (n % payoutDetailLimits.payoutDetailsPerDay === 0) clock.advance({ days: 1, minutes: 1 })
      expect((await requestDetails('POST', { ...PAYPAL, email: `ann${n}@pay.test` })).status).toBe(200)
      expect((await requestDetails('POST', undefined, '/withdraw')).status).toBe(200)
    }
    clock.advance({ days: 1 })
    await requestDetails('POST', WISE)
    const shownStates = await states()
    expect([shownStates[0], shownStates.at(-1)]).toEqual([
      [payoutDetailLimits.payoutDetailsRows + 3, 'waiting'],
      [1, 'in_use'],
    ])
  })

  it('can be withdrawn only while they are pending', async () => {
    await requestDetails('POST', IBAN)
    expect((await requestDetails('POST', undefined, '/withdraw')).status).toBe(409)
    await requestDetails('POST', PAYPAL)
    expect((await requestDetails('POST', undefined, '/withdraw')).status).toBe(200)
    clock.advance({ days: 4 })
    expect(await states()).toEqual([
      [2, 'withdrawn'],
      [1, 'in_use'],
    ])
  })

  it('replace an earlier change that is still pending', async () => {
    await requestDetails('POST', IBAN)
    await requestDetails('POST', PAYPAL)
    await requestDetails('POST', WISE)
    expect(await states()).toEqual([
      [3, 'waiting'],
      [2, 'withdrawn'],
      [1, 'in_use'],
    ])
  })

  it('create one version when they are sent twice or concurrently', async () => {
    await concurrently(5, () => requestDetails('POST', IBAN))
    expect(await states()).toEqual([[1, 'in_use']])
    await concurrently(4, (index) => requestDetails('POST', { ...PAYPAL, email: `ann${index}@pay.test` }))
    expect((await states()).map(([, state]: string[]) => state).sort()).toEqual([
      'in_use',
      'waiting',
      'withdrawn',
      'withdrawn',
      'withdrawn',
    ])
  })

  it('can be changed at most ten times a day', async () => {
    for (let change = 0; change < 10; change++) {
      expect((await requestDetails('POST', { ...PAYPAL, email: `a${change}@pay.test` })).status).toBe(200)
    }
    expect((await requestDetails('POST', IBAN)).status).toBe(409)
    clock.advance({ days: 2 })
    expect((await requestDetails('POST', IBAN)).status).toBe(200)
  })

  it.each([
    ['a mistyped IBAN', { ...IBAN, iban: 'DE89370400440532013001' }, 'iban'],
    ['no IBAN', { ...IDENTITY, method: 'bank_iban' }, 'iban'],
    ['a field for a different method', { ...PAYPAL, iban: 'DE89370400440532013000' }, 'iban'],
    ['an invalid country', { ...IBAN, country: 'XX' }, 'country'],
    ['a name that is too long', { ...IBAN, legalName: 'x'.repeat(101) }, 'legalName'],
  ])('are rejected with %s, and the error names the field', async (_name, body, field) => {
    const response = await requestDetails('POST', body)
    expect(response.status).toBe(400)
    expect(response.body.error.details.field).toBe(field)
    expect(await states()).toEqual([])
  })

  it('cannot be changed in a session that the team opened', async () => {
    const copiedSession = await signInAs(service, shop.program.partnerId, {
      workspaceId: shop.program.workspaceId,
    })
    const response = await copiedSession.call('POST', `/programs/${shop.program.id}/payout-details`, IBAN)
    expect(response.status).toBe(403)
    expect(await states()).toEqual([])
  })

  it('appear in the audit log with the partner who changed them or the member who revealed them', async () => {
    await requestDetails('POST', IBAN)
    const revealResponse = await callAsTeam(
      'POST',
      `partners/${shop.program.partnerId}/payout-details/reveal`,
      {
        version: 1,
      },
    )
    expect(revealResponse.body.data).toMatchObject({
      iban: 'DE89370400440532013000',
      legalName: 'Ann Müller',
      email: null,
    })
    const log = await send(app, 'GET', `/api/workspaces/${shop.program.workspaceId}/audit`, { bearer })
    expect(log.body.data.slice(0, 2)).toMatchObject([
      { action: 'payout_details.reveal', actor: { kind: 'user' }, after: { version: 1 } },
      { action: 'payout_details.set', actor: { kind: 'partner' }, after: { account: 'DE•• •••• 3000' } },
    ])
    expect(JSON.stringify(log.body)).not.toContain('3704')
  })
})

describe('a payment file', () => {
  const file = (body: Record<string, unknown>) => callAsTeam('POST', 'payout-files', body)
  const preview = (query: string) => callAsTeam('GET', `payout-files?${query}`)

  it('for SEPA pays to the current details and is identical each time', async () => {
    await requestDetails('POST', IBAN)
    await addOwedCommission(1005)
    const batchId = await pay()
    const requested = { batchId, format: 'sepa', currency: 'EUR' }
    expect((await file(requested)).status).toBe(409)
    const debtor = { name: 'Shop GmbH', iban: 'NL91ABNA0417164300', bic: 'abnanl2a' }
    const savedSettings = await callAsTeam('PATCH', 'payout-settings', { debtor })
    expect(savedSettings.body.data).toMatchObject({
      debtor: { name: 'Shop GmbH', iban: 'NL•• •••• 4300', bic: 'ABNANL2A' },
      isDebtorReadable: true,
    })
    const first = await file(requested)
    expect(first.status).toBe(200)
    expect(first.body.data).toMatchObject({ mediaType: 'application/xml', payouts: 1 })
    expect(first.body.data.content).toContain('<IBAN>DE89370400440532013000</IBAN>')
    expect(first.body.data.content).toContain('<InstdAmt Ccy="EUR">10.05</InstdAmt>')
    expect(first.body.data.content).toContain('<ReqdExctnDt><Dt>2026-03-10</Dt></ReqdExctnDt>')
    expect((await file(requested)).body).toEqual(first.body)
    clock.advance({ days: 10 })
    const later = (await file(requested)).body.data.content
    expect(later).toBe(first.body.data.content.replace('<Dt>2026-03-10</Dt>', '<Dt>2026-03-20</Dt>'))
    const datedFile = await file({ ...requested, executionDate: '2026-06-18' })
    expect(datedFile.body.data.content).toContain('<ReqdExctnDt><Dt>2026-06-18</Dt></ReqdExctnDt>')
    // Good Friday moves to Tuesday and a Sunday to Monday; the preview matches the file.
    for (const [requestedDay, day, closedFor] of [
      ['2026-04-03', '2026-04-07', 'good_friday'],
      ['2026-03-29', '2026-03-30', 'weekend'],
    ]) {
      const execution = { day, requestedDay, closedFor }
      const movedDetails = (await file({ ...requested, executionDate: requestedDay })).body.data
      expect(movedDetails.content).toContain(`<ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt>`)
      expect(movedDetails.execution).toEqual(execution)
      const previewResponse = await preview(
        `batchId=${batchId}&format=sepa&currency=EUR&executionDate=${requestedDay}`,
      )
      expect(previewResponse.body.data.execution).toEqual(execution)
    }
    for (const executionDate of ['2026-03-19', '2026-06-19', '9999-12-31']) {
      const rejected = await file({ ...requested, executionDate })
      expect([rejected.status, rejected.body.error.details.field]).toEqual([400, 'executionDate'])
    }
  })

  it('omits paid, canceled and held payouts, and reports them', async () => {
    await requestDetails('POST', PAYPAL)
    await addOwedCommission(1005, 'USD')
    const batchId = await pay()
    const query = `batchId=${batchId}&format=paypal&currency=USD`
    expect((await preview(query)).body.data).toEqual({
      payouts: 1,
      amountCents: 1005,
      alreadyFiled: 0,
      parts: 1,
      refunded: [],
      skipped: [],
      execution: null,
    })
    const created = await file({ batchId, format: 'paypal', currency: 'USD' })
    const { id } = (await callAsTeam('GET', 'payouts')).body.data[0]
    expect(created.body.data.content).toBe(`ann@pay.test,10.05,USD,payout-${id},Payout ${id}\r\n`)
    await callAsTeam('POST', `partners/${shop.program.partnerId}/hold`, { reason: 'r' })
    expect((await preview(query)).body.data).toMatchObject({
      payouts: 0,
      skipped: [{ reason: 'payee_blocked' }],
    })
    await callAsTeam('POST', `partners/${shop.program.partnerId}/release`)
    await callAsTeam('POST', `payouts/${id}/pay`)
    expect((await preview(query)).body.data).toMatchObject({ payouts: 0, skipped: [{ reason: 'paid' }] })
    expect((await file({ batchId, format: 'paypal', currency: 'USD' })).status).toBe(409)
  })

  it('uses the payout details in effect when the file is created and records their version', async () => {
    await addOwedCommission(1005)
    const batchId = await pay()
    const previewFile = async (format: string) => {
      const { body } = await preview(`batchId=${batchId}&format=${format}&currency=EUR`)
      return [body.data.payouts, ...body.data.skipped.map(({ reason }: { reason: string }) => reason)]
    }
    const payout = async () => (await callAsTeam('GET', 'payouts')).body.data[0]
    expect(await previewFile('wise')).toEqual([0, 'no_details'])
    await requestDetails('POST', WISE)
    expect(await previewFile('wise')).toEqual([1])
    expect(await payout()).toMatchObject({ detailsVersion: null, currentDetailsVersion: 1 })
    expect((await file({ batchId, format: 'wise', currency: 'EUR' })).status).toBe(200)
    expect((await payout()).detailsVersion).toBe(1)
    // A change applies after three days, and never to a paid payout.
    await requestDetails('POST', PAYPAL)
    expect(await previewFile('wise')).toEqual([1])
    clock.advance({ days: 3 })
    expect(await previewFile('paypal')).toEqual([1])
    expect(await payout()).toMatchObject({ detailsVersion: 1, currentDetailsVersion: 2 })
    const { id } = await payout()
    expect((await callAsTeam('POST', `payouts/${id}/pay`)).status).toBe(200)
    expect(await previewFile('wise')).toEqual([0, 'paid'])
    expect(await callAsTeam('POST', `payouts/${id}/update-details`)).toMatchObject({
      status: 409,
      body: { error: { details: { status: 'paid' } } },
    })
    expect(await payout()).toMatchObject({ detailsVersion: 1, currentDetailsVersion: 1 })
  })

  it('is offered for every batch with open payouts, newest first, by currency', async () => {
    await requestDetails('POST', WISE)
    const open = async () =>
      (await callAsTeam('GET', 'payout-batches/open')).body.data.map(
        ({ createdAt: _, ...batch }: Record<string, unknown>) => batch,
      )
    expect(await open()).toEqual([])
    await addOwedCommission(1005)
    await addOwedCommission(700, 'USD')
    const first = await pay()
    clock.advance({ days: 1 })
    await addOwedCommission(300)
    const second = await pay()
    const eur = (batchId: number, amountCents: number) => ({
      batchId,
      currency: 'EUR',
      payouts: 1,
      amountCents,
    })
    const usd = { batchId: first, currency: 'USD', payouts: 1, amountCents: 700 }
    expect(await open()).toEqual([eur(second, 300), eur(first, 1005), usd])
    const payouts: { id: number; batchId: number; currency: string }[] = (await callAsTeam('GET', 'payouts'))
      .body.data
    for (const { id, batchId, currency } of payouts) {
      if (batchId === first && currency === 'EUR') await callAsTeam('POST', `payouts/${id}/pay`)
      if (batchId === second) await callAsTeam('POST', `payouts/${id}/cancel`)
    }
    expect(await open()).toEqual([usd])
  })

  it('uses an open payout’s updated details immediately, even if the payout is paid concurrently', async () => {
    await addOwedCommission(1005)
    await pay()
    const [{ id }] = (await callAsTeam('GET', 'payouts')).body.data
    const update = () => callAsTeam('POST', `payouts/${id}/update-details`)
    expect(await update()).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'no_details' } } },
    })
    await requestDetails('POST', WISE)
    expect((await update()).body.data).toMatchObject({ id, detailsVersion: 1 })
    const both = await Promise.all([callAsTeam('POST', `payouts/${id}/pay`), update(), update()])
    expect(both[0]?.status).toBe(200)
    for (const { status } of both) expect([200, 409]).toContain(status)
    expect((await callAsTeam('GET', `payouts/${id}`)).body.data).toMatchObject({
      status: 'paid',
      detailsVersion: 1,
    })
  })

  it('omits partners without payout details if the batch requires them', async () => {
    await addOwedCommission(1005)
    const notified = await callAsTeam('GET', 'payouts/preview?detailsRequired=true')
    expect(notified.body.data).toMatchObject({
      payouts: 0,
      waiting: [{ reason: 'details_missing', partners: 1 }],
    })
    expect((await callAsTeam('GET', 'payouts/preview')).body.data).toMatchObject({ payouts: 1 })
    expect((await callAsTeam('POST', 'payouts', { detailsRequired: true })).status).toBe(409)
    await requestDetails('POST', WISE)
    expect((await callAsTeam('POST', 'payouts', { detailsRequired: true })).body.data).toMatchObject({
      payouts: 1,
    })
  })

  it.each([
    ['a currency that SEPA does not support', { format: 'sepa', currency: 'USD' }, 'currency'],
    ['an invalid day', { format: 'sepa', currency: 'EUR', executionDate: '2026-02-30' }, 'executionDate'],
    [
      'a day in a file format without one',
      { format: 'wise', currency: 'EUR', executionDate: '2026-03-10' },
      'executionDate',
    ],
    ['an unknown format', { format: 'bank', currency: 'EUR' }, 'format'],
  ])('is rejected with %s', async (_name, body, field) => {
    const response = await file({ batchId: 1, ...body })
    expect(response.status).toBe(400)
    expect(response.body.error.details.field).toBe(field)
  })

  it('cannot be created for another program’s batch', async () => {
    await requestDetails('POST', WISE)
    await addOwedCommission(1005)
    const batchId = await pay()
    const otherShop = await openShop(service)
    const owner = await signInMember(service, otherShop.program)
    const response = await send(app, 'POST', `/api/programs/${otherShop.program.id}/payout-files`, {
      bearer: owner,
      body: { batchId: batchId + 1_000_000, format: 'wise', currency: 'EUR' },
    })
    expect(response.status).toBe(404)
  })
})
