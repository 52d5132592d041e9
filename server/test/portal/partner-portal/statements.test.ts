import { describe, expect, test } from 'vitest'
import { closePartnerMonths } from '../../../src/portal/partner-portal/close-partner-months.job.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { concurrently, send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'

/** Creates a shop in its own database, with months closed by the job. */
async function openClosedMonths(options: Parameters<typeof openShop>[1] = {}) {
  const service = await startTestService({ ownDatabase: true, now: '2026-01-10T12:00:00.000Z' })
  const shop = await openShop(service, options)
  const { program } = shop
  const bearer = await signInMember(service, program)
  // Months pass between two requests.
  const partner = () => signInAs(service, program.partnerId)
  await shop.customer('cus-1')
  let orders = 0
  const team = (path: string, body: unknown) =>
    send(service.app, 'POST', `/api/programs/${program.id}${path}`, { bearer, body })
  return {
    ...service,
    shop,
    program,
    close: () => closePartnerMonths(service.deps),
    async sell(amount_cents: number, currency = 'USD') {
      const recordedSale = await shop.sale({
        transaction_id: `o-${orders++}`,
        amount_cents,
        customer_key: 'cus-1',
        currency,
      })
      expect(recordedSale.status).toBe(200)
      return recordedSale.body as { sale_id: number; commission_id: number }
    },
    async refund(saleId: number, amountCents: number) {
      const done = await team(`/sales/${saleId}/refunds`, {
        refundId: `r-${orders++}`,
        amountCents,
        reason: 'back',
      })
      expect(done.status, done.text).toBeLessThan(300)
    },
    async pay(commissionId: number) {
      const ids = { commissionIds: [commissionId] }
      const approved = await team('/commissions/approve', ids)
      const response = await team('/commissions/mark-paid', ids)
      expect([approved.status, response.status], response.text).toEqual([200, 200])
    },
    async statements() {
      const path = `/programs/${program.id}/statements`
      const { body } = await (await partner()).call('GET', path)
      return body.data.map((row: Record<string, unknown>) => ({ ...row, closedAt: undefined }))
    },
    read: async (path: string) => (await partner()).call('GET', `/programs/${program.id}${path}`),
  }
}

const statement = (month: string, sums: readonly number[], currency = 'USD') => {
  const [openingCents, earnedCents, reversedCents, paidCents, closingCents, heldCents = closingCents] = sums
  return {
    month,
    currency,
    openingCents,
    earnedCents,
    reversedCents,
    paidCents,
    closingCents,
    heldCents,
    closedAt: undefined,
  }
}

describe('a statement', () => {
  test('is written after the month; later changes appear in later statements', async () => {
    const { clock, sell, refund, pay, close, statements, read } = await openClosedMonths()
    const first = await sell(10_000)
    await close()
    expect(await statements()).toEqual([])
    clock.set('2026-02-01T00:30:00.000Z')
    await close()
    expect(await statements()).toEqual([])
    clock.set('2026-02-01T01:00:00.000Z')
    await close()
    const january = statement('2026-01', [0, 2_000, 0, 0, 2_000])
    expect(await statements()).toEqual([january])
    const response = await read('/statement.html?month=2026-01')

    await pay(first.commission_id)
    await sell(5_000)
    clock.set('2026-03-02T00:00:00.000Z')
    await refund(first.sale_id, 10_000)
    await close()
    const february = statement('2026-02', [2_000, 1_000, 0, 2_000, 1_000])
    expect(await statements()).toEqual([february, january])
    clock.set('2026-04-02T00:00:00.000Z')
    await close()
    expect(await statements()).toEqual([
      statement('2026-03', [1_000, 0, 2_000, 0, -1_000, 1_000]),
      february,
      january,
    ])
    expect((await read('/statement.html?month=2026-01')).text).toBe(response.text)
  })

  test('follows the program time zone', async () => {
    const { clock, sell, close, statements } = await openClosedMonths({ timeZone: 'Asia/Ho_Chi_Minh' })
    clock.set('2026-01-31T16:59:59.999Z')
    await sell(10_000)
    clock.set('2026-01-31T17:00:00.000Z')
    await sell(20_000)
    clock.set('2026-03-02T00:00:00.000Z')
    await close()
    expect(await statements()).toEqual([
      statement('2026-02', [2_000, 4_000, 0, 0, 6_000]),
      statement('2026-01', [0, 2_000, 0, 0, 2_000]),
    ])
  })

  test('is printed and exported without customer names', async () => {
    const { clock, sell, close, read, program } = await openClosedMonths()
    const { commission_id } = await sell(10_000)
    await sell(300_000, 'VND')
    clock.set('2026-02-02T00:00:00.000Z')
    await close()
    const page = await read('/statement.html?month=2026-01')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    for (const text of ['Statement for January 2026', `${program.code}@partners.test`, '20.00', '60,000']) {
      expect(page.text).toContain(text)
    }
    const file = await read('/statement.csv?month=2026-01')
    expect(file.text.split('\r\n')[2]).toContain(`${commission_id},2026-01-10T12:00:00.000Z,`)
    expect(page.text).toMatch(
      /<tr><th scope="row" class="k">January 10, 2026<\/th><td data-l="Customer">[0-9A-F]{6}<\/td>/,
    )
    // Zeros are omitted on phones, except for the closing balance.
    expect(page.text).toContain('<td class="n z" data-l="Paid out">$0.00</td>')
    expect(page.text).toContain('<td class="n" data-l="Closing balance">$20.00</td>')
    expect(page.text).toContain(
      '<td class="n" data-l="On hold">$20.00</td><td class="n" data-l="Payable">$0.00</td>',
    )
    expect(page.text).toContain(
      `<nav><a href="/partner/programs/${program.id}/payouts">Back to payouts</a></nav>`,
    )
    for (const { text } of [page, file]) expect(text).not.toContain('cus-1')
    for (const path of ['statement.html', 'statement.csv']) {
      expect((await read(`/${path}?month=2026-02`)).status).toBe(404)
      for (const query of ['', '?month=2026-13', '?month=2026', '?month=2026-01&partnerId=1']) {
        expect((await read(`/${path}${query}`)).status, query).toBe(400)
      }
    }
  })

  test('is written once when several processes close past months concurrently', async () => {
    const { clock, sell, close, statements, database } = await openClosedMonths()
    for (const month of ['02', '03', '04']) {
      await sell(10_000)
      clock.set(`2026-${month}-10T00:00:00.000Z`)
    }
    await concurrently(4, close)
    await close()
    expect(
      (await statements()).map(({ month, closingCents }: Record<string, unknown>) => [month, closingCents]),
    ).toEqual([
      ['2026-03', 6_000],
      ['2026-02', 4_000],
      ['2026-01', 2_000],
    ])
    expect((await verifyMoney(database)).differences).toEqual([])
  })

  test('is immutable in the database', async () => {
    const { clock, sell, close, database } = await openClosedMonths()
    await sell(10_000)
    clock.set('2026-02-02T00:00:00.000Z')
    await close()
    const { kysely } = database
    const rejection = 'never changed or deleted'
    await expect(kysely.updateTable('partner_statements').set({ lines: 2 }).execute()).rejects.toThrow(
      rejection,
    )
    await expect(kysely.deleteFrom('partner_statement_lines').execute()).rejects.toThrow(rejection)
  })

  test('includes everything that the previous statement missed, exactly once', async () => {
    const { clock, sell, close, statements, database, program } = await openClosedMonths()
    await sell(10_000)
    clock.set('2026-02-02T00:00:00.000Z')
    await close()
    // Committed only now, but with a time in the closed month.
    const lateSale = await sell(5_000)
    await database.kysely
      .updateTable('commissions')
      .set({ created_at: new Date('2026-01-31T23:59:59.999Z') })
      .where('program_id', '=', program.id)
      .where('id', '=', lateSale.commission_id)
      .execute()
    clock.set('2026-03-02T00:00:00.000Z')
    await close()
    expect(await statements()).toEqual([
      statement('2026-02', [2_000, 1_000, 0, 0, 3_000]),
      statement('2026-01', [0, 2_000, 0, 0, 2_000]),
    ])
  })
})
