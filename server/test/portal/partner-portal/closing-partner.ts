import { createTestProgram, send, signInMember, type TestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { createCaller, signInAs } from '../../partners/portal-access/partner.ts'

export const PAYPAL = {
  method: 'paypal',
  payeeKind: 'person',
  legalName: 'Zoe Markerson',
  address: 'Markerson Street 1',
  city: 'Markerson City',
  postalCode: '1',
  country: 'DE',
  email: 'pay@markerson.test',
}

let people = 0
let orders = 0

/** A partner with data in every place that can hold some. */
export async function createClosingPartner(service: TestService) {
  const { database, clock, app } = service
  const { kysely } = database
  const shop = await openShop(service)
  const { program } = shop
  const email = `zoe${people++}@markerson.test`
  await kysely
    .updateTable('partners')
    .set({ name: 'Zoe Markerson', email })
    .where('id', '=', program.partnerId)
    .execute()
  const owner = await signInMember(service, program)
  const team = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: unknown) =>
    send(app, method, `/api/programs/${program.id}${path}`, {
      bearer: owner,
      ...(body === undefined ? {} : { body }),
    })
  const signedIn = await signInAs(service, program.partnerId)
  await kysely
    .updateTable('partner_sessions')
    .set({ device: 'Browser of Markerson' })
    .where('account_id', '=', signedIn.accountId)
    .execute()
  const partner = signedIn
  const own = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
    partner.call(method, `/programs/${program.id}${path}`, body)
  /** Creates a sale with a 20% commission, approved immediately. */
  const earn = async (amount_cents: number) => {
    const sale = {
      transaction_id: `leaving-${orders++}`,
      amount_cents: amount_cents * 5,
      customer_key: 'cus-1',
      currency: 'EUR',
    }
    const { body } = await shop.sale(sale)
    await team('POST', '/commissions/approve', { commissionIds: [body.commission_id] })
  }
  /** Starts another session. */
  const signInAgain = async () => createCaller(service, (await signInAs(service, program.partnerId)).token)
  const close = (body: object = {}) => partner.call('POST', '/account/close', { email, ...body })
  return { shop, program, email, owner, team, partner, own, earn, signInAgain, close, clock }
}

export type ClosingPartner = Awaited<ReturnType<typeof createClosingPartner>>

/** Enrolls the same person in another workspace and applies to a third one. */
export async function createPartnerElsewhere(service: TestService, email: string) {
  const { kysely } = service.database
  const otherProgram = await createTestProgram(service)
  await kysely
    .updateTable('partners')
    .set({ name: 'Z. Markerson', email })
    .where('id', '=', otherProgram.partnerId)
    .execute()
  return otherProgram
}
