import { expect } from 'vitest'
import { send, signInMember, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { readEmail } from '../../partners/portal-access/partner.ts'
import { createSender } from './mail-helpers.ts'
import { startMailServer } from './mail-server.ts'

/** A program that emails its partner through a real mail server. */
export async function openMailFixture(options: Parameters<typeof openShop>[1] = {}) {
  const server = await startMailServer()
  const service = await startTestService({
    environment: { ...server.environment },
    ownDatabase: true,
    now: '2026-01-10T12:00:00.000Z',
  })
  const shop = await openShop(service, options)
  const { program } = shop
  const bearer = await signInMember(service, program)
  const sender = createSender(service.deps)
  let orders = 0
  const team = async (path: string, body: unknown) => {
    const response = await send(service.app, 'POST', `/api/programs/${program.id}${path}`, { bearer, body })
    expect(response.status, response.text).toBeLessThan(300)
    return response.body.data
  }
  return {
    ...service,
    server,
    shop,
    program,
    bearer,
    team,
    email: await readEmail(service, program.partnerId),
    async sell(amount_cents: number, fields: Record<string, unknown> = {}) {
      const transaction_id = `o-${orders++}`
      const recordedSale = await shop.sale({ transaction_id, amount_cents, customer_key: 'cus-1', ...fields })
      expect(recordedSale.status, recordedSale.text).toBe(200)
      return recordedSale.body as { sale_id: number; commission_id: number }
    },
    /** Sends due emails and returns all emails to partners. */
    async mails() {
      await sender.sendDue()
      expect(sender.errors).toEqual([])
      return server.received.filter(({ to }) => to[0]?.endsWith('@partners.test'))
    },
  }
}
