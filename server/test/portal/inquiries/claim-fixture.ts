import { expect } from 'vitest'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { createTestPartner, send, signInMember, type TestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'

/** A shop with two signed-in partners and its owner. */
export async function openClaimFixture(service: TestService, options: Parameters<typeof openShop>[1] = {}) {
  const shop = await openShop(service, options)
  const { program } = shop
  const otherPartner = await createTestPartner(service, program)
  const portalPath = `/programs/${program.id}`
  // Signs in for each request, because days may pass in between.
  const team = async (method: 'GET' | 'POST', path: string, body?: unknown) =>
    send(service.app, method, `/api/programs/${program.id}${path}`, {
      bearer: await signInMember(service, program),
      ...(body === undefined ? {} : { body }),
    })
  const call = async (partnerId: number, method: 'GET' | 'POST', path: string, body?: unknown) =>
    (await signInAs(service, partnerId)).call(method, `${portalPath}${path}`, body)
  const { partnerId } = program
  const fixture = {
    shop,
    program,
    rival: otherPartner,
    team,
    inquire: (body: unknown, of = partnerId) => call(of, 'POST', '/inquiries', body),
    file: (body: unknown, of = partnerId) => call(of, 'POST', '/claims', body),
    own: (path: string, of = partnerId) => call(of, 'GET', path),
    withdraw: (id: number, of = partnerId) => call(of, 'POST', `/claims/${id}/withdraw`),
    /** Sends a sale that is rejected and stored. */
    async rejectedSale(transaction_id: string, fields: Record<string, unknown> = {}) {
      const response = await shop.sale({
        transaction_id,
        amount_cents: 4900,
        customer_key: 'nobody',
        ...fields,
      })
      await saved(service)
      return response
    },
    async claimed(transactionId: string): Promise<number> {
      const response = await fixture.file({ transactionId, note: 'She told me so.' })
      if (response.status !== 201) throw new Error(response.text)
      return response.body.data.id
    },
    approve: (id: number, body: object = {}) => team('POST', `/claims/${id}/approve`, body),
    reject: (id: number, message = 'It is not yours.') => team('POST', `/claims/${id}/reject`, { message }),
    refund: (transaction_id: string, more: object = {}) =>
      send(service.app, 'POST', '/api/v1/track/refund', {
        bearer: program.liveKey,
        body: { transaction_id, ...more },
      }),
    /** Verifies statistics and amounts. */
    async verify() {
      await shop.verify()
      expect((await verifyMoney(service.database, program.id)).differences).toEqual([])
    },
  }
  return fixture
}

export type ClaimFixture = Awaited<ReturnType<typeof openClaimFixture>>
