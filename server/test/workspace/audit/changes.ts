import { randomUUID } from 'node:crypto'
import { buildApp } from '../../../src/app.ts'
import { setPayoutDetails } from '../../../src/earnings/payout-details/change-payout-details.flow.ts'
import { fileClaim } from '../../../src/portal/inquiries/file-claim.flow.ts'
import { indexProcessors } from '../../../src/tracking/processors/processors.adapter.ts'
import { createStripe } from '../../../src/tracking/processors/stripe/stripe.adapter.ts'
import {
  createTestApplication,
  createTestPartner,
  send,
  signInMember,
  signUp,
  type TestService,
} from '../../harness.ts'
import { responses, startReceiver } from '../../notifications/webhooks/webhook-receiver.ts'
import { createEvent, newId, openConnectedShop, paidSession } from '../../tracking/processors/processor.ts'
import { startStripeApi } from '../../tracking/reconciliation/list-api.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type ApiResponse = Awaited<ReturnType<typeof send>>

/** Checkouts in the processor's list API. */
const LISTED_SESSIONS: Record<string, unknown>[] = []

/** Starts a service with a processor whose OAuth authorizes everyone, and with mail. */
export async function withOAuth(service: TestService): Promise<TestService> {
  const settings = { clientId: 'ca_1', secretKey: 'sk_live_1', webhookSecret: 'whsec_ofThePlatform' }
  const account = { isLive: true, chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true }
  const authorize = async () => ({ accountId: newId('acct'), ...account })
  const mail = { from: { name: '', address: 'partners@acme.test' }, server: undefined }
  const deps = { ...service.deps, config: { ...service.deps.config, mail } }
  const stripe = createStripe(settings, authorize)
  const { origin } = await startStripeApi({ 'checkout/sessions': LISTED_SESSIONS })
  const list = stripe.list && { ...stripe.list, baseUrl: () => origin }
  const app = await buildApp(deps, indexProcessors([{ ...stripe, list }]))
  await app.ready()
  return { ...service, deps, app }
}

/** Sets up a connected shop with everything that a change needs, and shortcuts to send requests as its owner. */
export async function openAuditFixture(service: TestService) {
  const { app, database, clock } = service
  const shop = await openConnectedShop(service)
  const { program, session } = shop
  const { user_id: userId } = await database.kysely
    .selectFrom('workspace_members')
    .select('user_id')
    .where('workspace_id', '=', program.workspaceId)
    .executeTakeFirstOrThrow()
  const as = (bearer: string) => (method: Method, url: string, body?: unknown) =>
    send(app, method, url, body === undefined ? { bearer } : { bearer, body })
  const call = as(session)
  const inProgram = (method: Method, path: string, body?: unknown) =>
    call(method, `/api/programs/${program.id}${path}`, body)
  const inWorkspace = (method: Method, path: string, body?: unknown) =>
    call(method, `/api/workspaces/${program.workspaceId}${path}`, body)
  let orders = 0
  const made = {
    /** A reconciled month without differences. */
    async reconciliation(): Promise<number> {
      await inProgram('PUT', '/processor/api-key', { apiKey: 'rk_live_0123456789' })
      const { body } = await inProgram('POST', '/reconciliations', { month: '2026-02' })
      await database.kysely
        .updateTable('reconciliations')
        .set({ status: 'done', finished_at: clock.now() })
        .where('program_id', '=', program.id)
        .execute()
      return body.data.id
    },
    /** The path of a missing payment. */
    async difference(): Promise<string> {
      const session = { ...paidSession(), created: Math.floor(clock.now().getTime() / 1000) }
      LISTED_SESSIONS.push(session)
      const reconciliation_id = await made.reconciliation()
      const { id } = await database.kysely
        .insertInto('reconciliation_items')
        .values({
          program_id: program.id,
          reconciliation_id,
          kind: 'payment',
          reference: session.payment_intent,
          state: 'missing',
          generation: 1,
          keys: [`checkout_sessions:${session.id}`],
          amount_cents: 4900,
          currency: 'USD',
          occurred_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return `/reconciliations/${reconciliation_id}/differences/${id}`
    },
    async commission(status: 'pending' | 'approved' = 'approved'): Promise<{ id: number; saleId: number }> {
      if (orders === 0) await shop.customer('cus-1')
      const sale = { transaction_id: `order-${orders++}`, amount_cents: 4900, customer_key: 'cus-1' }
      const { body } = await shop.sale(sale)
      const id = body.commission_id
      if (status === 'approved') await inProgram('POST', '/commissions/approve', { commissionIds: [id] })
      return { id, saleId: body.sale_id }
    },
    async payout(): Promise<number> {
      await made.commission()
      await inProgram('POST', '/payouts', {})
      return (await inProgram('GET', '/payouts')).body.data[0].id
    },
    async webhook(): Promise<number> {
      const receiver = await startReceiver()
      receiver.respondWith(responses.status(204))
      const body = { url: `${receiver.url}/hooks/t0ken-in-path`, eventTypes: ['sale.created'] }
      return (await inProgram('POST', '/webhooks', body)).body.data.id
    },
    async payment(): Promise<number> {
      await shop.stripe.deliver(createEvent(service, 'checkout.session.completed', paidSession()))
      return (await inProgram('GET', '/unattributed-payments')).body.data[0].id
    },
    async claim(): Promise<{ claimId: number; clickId: string }> {
      const transactionId = `claimed-${orders++}`
      const clickId = await shop.clickId()
      await shop.sale({ transaction_id: transactionId, amount_cents: 4900, customer_key: 'nobody' })
      await saved({ app })
      const claimant = { programId: program.id, partnerId: program.partnerId }
      const outcome = await fileClaim(service.deps, claimant, { claimed: { transactionId }, note: 'Mine.' })
      if (outcome.kind !== 'filed') throw new Error(`the claim was not filed: ${outcome.kind}`)
      return { claimId: outcome.claim.id, clickId }
    },
    application: () => createTestApplication(service, program),
    partner: (status: 'pending' | 'approved') => createTestPartner(service, program, status),
    member: async () => {
      await signInMember(service, program, { role: 'viewer' })
      const { body } = await inWorkspace('GET', '/members')
      return body.data.find(({ role }: { role: string }) => role === 'viewer').id as string
    },
    invitation: async (email = `${randomUUID()}@invited.test`) => {
      const { body } = await inWorkspace('POST', '/members', { email, role: 'viewer' })
      return body.data as { id: string; secret: string }
    },
  }
  return { service, shop, program, userId, session, clock, as, call, inProgram, inWorkspace, made }
}

/** Saves payout details as a partner. */
async function setDetails(
  { deps }: Pick<TestService, 'deps'>,
  { id, partnerId }: { id: number; partnerId: number },
) {
  await setPayoutDetails(
    deps,
    { programId: id, partnerId, requestId: 'r' },
    {
      account: { method: 'paypal', email: 'pat@pay.test' },
      payee_kind: 'person',
      legal_name: 'Pat',
      address: 'Street 1',
      city: 'Town',
      postal_code: '1',
      country: 'DE',
      tax_id: null,
    },
  )
}

export type AuditFixture = Awaited<ReturnType<typeof openAuditFixture>>

/** The actor and the workspace, if they aren't the shop's owner and workspace. */
export type Change = ApiResponse & { by?: string; workspaceId?: string }

/** Only the first bytes of a WebP are checked. */
const LOGO = { image: Buffer.from('RIFF0000WEBP').toString('base64') }

/** Makes each API operation change something. */
export const CHANGES: Record<string, (world: AuditFixture) => Promise<Change>> = {
  async createWorkspace({ call }) {
    const response = await call('POST', '/api/auth/organization/create', {
      name: 'Another',
      slug: randomUUID(),
    })
    return { ...response, workspaceId: response.body.id }
  },
  async updateWorkspace({ service, userId, inWorkspace }) {
    const userUpdate = service.database.kysely.updateTable('users').where('id', '=', userId)
    await userUpdate.set({ two_factor_enabled: true }).execute()
    return inWorkspace('PATCH', '', { requiresTwoFactor: true })
  },
  inviteMember: ({ inWorkspace }) =>
    inWorkspace('POST', '/members', { email: `${randomUUID()}@invited.test`, role: 'viewer' }),
  async acceptInvitation({ service, as, made }) {
    const guest = await signUp(service)
    const { secret } = await made.invitation(guest.email)
    const response = await as(guest.token)('POST', '/api/invitations/accept', { invitation: secret })
    return { ...response, by: guest.userId }
  },
  updateMember: async ({ inWorkspace, made }) =>
    inWorkspace('PATCH', `/members/${await made.member()}`, { status: 'suspended' }),
  removeMember: async ({ inWorkspace, made }) => inWorkspace('DELETE', `/members/${await made.member()}`),
  cancelInvitation: async ({ inWorkspace, made }) =>
    inWorkspace('DELETE', `/invitations/${(await made.invitation()).id}`),
  createProgram: ({ call, program }) =>
    call('POST', '/api/programs', { name: 'Second', workspaceId: program.workspaceId }),
  updateProgram: ({ inProgram }) => inProgram('PATCH', '', { name: 'Renamed', holdPeriodDays: 7 }),
  async advanceClock({ call, program }) {
    const sandbox = { name: 'Rehearsal', workspaceId: program.workspaceId, sandbox: true }
    const { body } = await call('POST', '/api/programs', sandbox)
    return call('POST', `/api/programs/${body.data.id}/clock`, { advance: 'P30D' })
  },
  updateBranding: ({ inProgram }) =>
    inProgram('PATCH', '/branding', { slug: randomUUID(), color: '#aa3300' }),
  setLogo: ({ inProgram }) => inProgram('PUT', '/logo', LOGO),
  async removeLogo({ inProgram }) {
    await inProgram('PUT', '/logo', LOGO)
    return inProgram('DELETE', '/logo')
  },
  updateJoinPage: ({ inProgram }) =>
    inProgram('PUT', '/join-page', { mode: 'open', content: 'Welcome', terms: 'Be kind', questions: [] }),
  createApiKey: ({ inProgram }) => inProgram('POST', '/api-keys', { mode: 'live' }),
  async retireApiKey({ inProgram }) {
    const { body } = await inProgram('POST', '/api-keys', { mode: 'test' })
    return inProgram('POST', `/api-keys/${body.data.id}/retire`)
  },
  async deleteApiKey({ inProgram }) {
    const { body } = await inProgram('POST', '/api-keys', { mode: 'test' })
    return inProgram('DELETE', `/api-keys/${body.data.id}`)
  },
  createManagementKey: ({ inWorkspace }) =>
    inWorkspace('POST', '/management-keys', { name: 'Books', permissions: ['billing:read'] }),
  async revokeManagementKey({ inWorkspace }) {
    const key = { name: 'Books', permissions: ['billing:read'] }
    const { body } = await inWorkspace('POST', '/management-keys', key)
    return inWorkspace('POST', `/management-keys/${body.data.id}/revoke`)
  },
  setCommissionPolicy: ({ inProgram }) =>
    inProgram('POST', '/commission-policies', { type: 'percent', rateBps: 1500 }),
  async endCommissionPolicy({ inProgram }) {
    const policy = { type: 'percent', rateBps: 1500, productId: 'pro' }
    const { body } = await inProgram('POST', '/commission-policies', policy)
    return inProgram('DELETE', `/commission-policies/${body.data.id}`)
  },
  async importPartners({ inProgram }) {
    const file = `name,email\nAda,${randomUUID()}@partners.test`
    const preview = await inProgram('POST', '/partners/import/preview', { file })
    return inProgram('POST', '/partners/import', { file, digest: preview.body.data.digest, approved: true })
  },
  addPartner: ({ inProgram }) =>
    inProgram('POST', '/partners', { name: 'Pat', email: `${randomUUID()}@partners.test` }),
  approvePartner: async ({ inProgram, made }) =>
    inProgram('POST', `/partners/${(await made.partner('pending')).partnerId}/approve`),
  rejectPartner: async ({ inProgram, made }) =>
    inProgram('POST', `/partners/${(await made.partner('approved')).partnerId}/reject`),
  approveClaim: async ({ inProgram, made }) => {
    const { claimId, clickId } = await made.claim()
    return inProgram('POST', `/claims/${claimId}/approve`, { clickId })
  },
  rejectClaim: async ({ inProgram, made }) => {
    const { claimId } = await made.claim()
    return inProgram('POST', `/claims/${claimId}/reject`, { message: 'Another shop.' })
  },
  approveApplication: async ({ inProgram, made }) =>
    inProgram('POST', `/applications/${await made.application()}/approve`, { version: 1 }),
  rejectApplication: async ({ inProgram, made }) =>
    inProgram('POST', `/applications/${await made.application()}/reject`, { version: 1 }),
  approveApplications: async ({ inProgram, made }) => {
    const applications = [{ id: await made.application(), version: 1 }]
    return inProgram('POST', '/applications/approve', { applications })
  },
  rejectApplications: async ({ inProgram, made }) => {
    const applications = [{ id: await made.application(), version: 1 }]
    return inProgram('POST', '/applications/reject', { applications })
  },
  async requestApplicationInfo({ inProgram, made }) {
    await inProgram('PATCH', '/branding', { slug: randomUUID() })
    const id = await made.application()
    return inProgram('POST', `/applications/${id}/request-info`, { version: 1, question: 'Where?' })
  },
  invitePartner: ({ inProgram }) => inProgram('POST', '/partner-invitations', {}),
  async revokePartnerInvitation({ inProgram }) {
    const { body } = await inProgram('POST', '/partner-invitations', {})
    return inProgram('POST', `/partner-invitations/${body.data.id}/revoke`)
  },
  holdPartner: ({ inProgram, program }) =>
    inProgram('POST', `/partners/${program.partnerId}/hold`, { reason: 'under review' }),
  async releasePartner({ inProgram, program }) {
    await inProgram('POST', `/partners/${program.partnerId}/hold`, { reason: 'under review' })
    return inProgram('POST', `/partners/${program.partnerId}/release`)
  },
  createPartnerGroup: ({ inProgram }) => inProgram('POST', '/partner-groups', { name: 'Best' }),
  async renamePartnerGroup({ inProgram }) {
    const { body } = await inProgram('POST', '/partner-groups', { name: 'Good' })
    return inProgram('PATCH', `/partner-groups/${body.data.id}`, { name: 'Better' })
  },
  async endPartnerGroup({ inProgram }) {
    const { body } = await inProgram('POST', '/partner-groups', { name: 'Former' })
    return inProgram('DELETE', `/partner-groups/${body.data.id}`)
  },
  async setPartnerGroup({ inProgram, program }) {
    const { body } = await inProgram('POST', '/partner-groups', { name: 'Movers' })
    return inProgram('PUT', `/partners/${program.partnerId}/group`, { groupId: body.data.id })
  },
  async removePartnerFromGroup({ inProgram, program }) {
    const { body } = await inProgram('POST', '/partner-groups', { name: 'Leavers' })
    await inProgram('PUT', `/partners/${program.partnerId}/group`, { groupId: body.data.id })
    return inProgram('DELETE', `/partners/${program.partnerId}/group`)
  },
  impersonatePartner: ({ inProgram, program }) =>
    inProgram('POST', `/partners/${program.partnerId}/impersonate`),
  async createEmbedToken({ inProgram, program }) {
    await inProgram('PATCH', '/portal-settings', { embedOrigins: ['https://shop.example'] })
    return inProgram('POST', `/partners/${program.partnerId}/embed-token`)
  },
  updatePortalSettings: ({ inProgram }) =>
    inProgram('PATCH', '/portal-settings', { embedOrigins: ['https://other.example'], ownLinks: 5 }),
  setPartnerTags: ({ inProgram, program }) =>
    inProgram('PUT', `/partners/${program.partnerId}/tags`, { tags: ['Best'] }),
  createPartnerNote: ({ inProgram, program }) =>
    inProgram('POST', `/partners/${program.partnerId}/notes`, { text: 't0ken-in-path' }),
  async updatePartnerNote({ inProgram, program }) {
    const notes = `/partners/${program.partnerId}/notes`
    const { body } = await inProgram('POST', notes, { text: 't0ken-in-path' })
    return inProgram('PATCH', `${notes}/${body.data.id}`, { text: 't0ken-in-query', version: 1 })
  },
  async deletePartnerNote({ inProgram, program }) {
    const notes = `/partners/${program.partnerId}/notes`
    const { body } = await inProgram('POST', notes, { text: 't0ken-in-path' })
    return inProgram('DELETE', `${notes}/${body.data.id}`)
  },
  async createPartnerSignInLink({ service, inProgram, program }) {
    // This change needs an installation without mail.
    const { config } = service.deps
    const { mail } = config
    config.mail = undefined
    const made = await inProgram('POST', `/partners/${program.partnerId}/sign-in-link`)
    config.mail = mail
    return made
  },
  createCouponCode: ({ inProgram, program }) =>
    inProgram('POST', '/coupon-codes', { partnerId: program.partnerId, code: newId('CODE') }),
  async updateCouponCode({ inProgram, program }) {
    const body = { partnerId: program.partnerId, code: newId('CODE') }
    const created = await inProgram('POST', '/coupon-codes', body)
    return inProgram('PATCH', `/coupon-codes/${created.body.data.id}`, { maxUses: 5 })
  },
  async archiveCouponCode({ inProgram, program }) {
    const body = { partnerId: program.partnerId, code: newId('CODE') }
    const created = await inProgram('POST', '/coupon-codes', body)
    return inProgram('POST', `/coupon-codes/${created.body.data.id}/archive`)
  },
  async importCouponCodes({ inProgram, program }) {
    const { body } = await inProgram('GET', `/partners/${program.partnerId}`)
    const file = `code,partner_email\n${newId('CODE')},${body.data.email}`
    const preview = await inProgram('POST', '/coupon-codes/import/preview', { file })
    return inProgram('POST', '/coupon-codes/import', { file, digest: preview.body.data.digest })
  },
  createLink: ({ inProgram, program }) => inProgram('POST', '/links', { partnerId: program.partnerId }),
  async activateLink({ inProgram, program }) {
    await inProgram('POST', `/links/${program.linkId}/deactivate`)
    return inProgram('POST', `/links/${program.linkId}/activate`)
  },
  deactivateLink: ({ inProgram, program }) => inProgram('POST', `/links/${program.linkId}/deactivate`),
  approveCommissions: async ({ inProgram, made }) =>
    inProgram('POST', '/commissions/approve', {
      commissionIds: [(await made.commission('pending')).id, (await made.commission('pending')).id],
    }),
  async withdrawCommissionApproval({ inProgram, made }) {
    const commissionIds = [(await made.commission('pending')).id]
    await inProgram('POST', '/commissions/approve', { commissionIds })
    return inProgram('POST', '/commissions/withdraw-approval', { commissionIds })
  },
  rejectCommissions: async ({ inProgram, made }) =>
    inProgram('POST', '/commissions/reject', {
      commissionIds: [(await made.commission('pending')).id],
      reason: 'bought by the partner',
    }),
  markCommissionsPaid: async ({ inProgram, made }) =>
    inProgram('POST', '/commissions/mark-paid', { commissionIds: [(await made.commission()).id] }),
  async undoRefund({ service, shop, inProgram, made }) {
    const { saleId } = await made.commission()
    await inProgram('POST', `/sales/${saleId}/refunds`, { refundId: 'r-1', reason: 'sent back' })
    const { id } = await service.database.kysely
      .selectFrom('refund_events')
      .select('id')
      .where('program_id', '=', shop.program.id)
      .where('sale_id', '=', saleId)
      .executeTakeFirstOrThrow()
    return inProgram('POST', `/sales/${saleId}/refunds/${id}/undo`, { reason: 'entered twice' })
  },
  refundSale: async ({ inProgram, made }) =>
    inProgram('POST', `/sales/${(await made.commission()).saleId}/refunds`, {
      refundId: 'r-1',
      reason: 'sent back',
    }),
  async decidePossibleDuplicate({ service, shop, inProgram }) {
    await shop.customer('cus-1')
    const payment = { payment_intent: newId('pi'), metadata: { service_customer_key: 'cus-1' } }
    await shop.stripe.deliver(createEvent(service, 'checkout.session.completed', paidSession(payment)))
    const sale = {
      transaction_id: 'told-twice',
      amount_cents: 4900,
      customer_key: 'cus-1',
      provider: 'stripe',
    }
    const { body } = await shop.sale({ ...sale, provider_payment_id: payment.payment_intent })
    const decision = { decision: 'both_real', reason: 'two seats' }
    return inProgram('POST', `/commissions/${body.commission_id}/duplicate`, decision)
  },
  async attributeCustomer({ inProgram, made }) {
    const { partnerId } = await made.partner('pending')
    await inProgram('POST', `/partners/${partnerId}/approve`)
    await inProgram('POST', `/partners/${partnerId}/links`, {})
    const attributionBody = { customerKey: 'of-a-coupon', partnerId, reason: 'Coupon PAT20' }
    return inProgram('POST', '/customers/attribute', attributionBody)
  },
  connectProcessorManually: ({ inProgram }) =>
    inProgram('PUT', '/processor', { processorAccountId: newId('acct'), webhookSecret: newId('whsec') }),
  async finishProcessorAuthorization({ call, inProgram }) {
    const { body } = await inProgram('POST', '/processor/authorize')
    const state = new URL(body.data.url).searchParams.get('state')
    return call('GET', `/api/processor/stripe/callback?code=c&state=${encodeURIComponent(state ?? '')}`)
  },
  disconnectProcessor: ({ inProgram }) => inProgram('DELETE', '/processor'),
  async attributePayment({ inProgram, shop, made }) {
    await shop.customer('cus-1')
    const paymentId = await made.payment()
    const [customer] = await shop.rows('customers')
    return inProgram('POST', `/unattributed-payments/${paymentId}/attribute`, { customerId: customer?.id })
  },
  dismissPayment: async ({ inProgram, made }) =>
    inProgram('POST', `/unattributed-payments/${await made.payment()}/dismiss`),
  async resolveEventForReview({ service, shop, inProgram }) {
    const unreadable = { id: newId('in'), object: 'invoice', currency: 'usd' }
    await shop.stripe.deliver(createEvent(service, 'invoice.paid', unreadable))
    const { body } = await inProgram('GET', '/events-for-review')
    return inProgram('POST', `/events-for-review/${body.data[0].id}/resolve`)
  },
  setProcessorApiKey: ({ inProgram }) =>
    inProgram('PUT', '/processor/api-key', { apiKey: 'rk_live_0123456789' }),
  removeProcessorApiKey: async ({ inProgram }) => {
    await inProgram('PUT', '/processor/api-key', { apiKey: 'rk_live_0123456789' })
    return inProgram('DELETE', '/processor/api-key')
  },
  recordReconciliationDifference: async ({ inProgram, made }) =>
    inProgram('POST', `${await made.difference()}/record`),
  noteReconciliationDifference: async ({ inProgram, made }) =>
    inProgram('PATCH', await made.difference(), { note: 'A test purchase' }),
  closeReconciliation: async ({ inProgram, made }) =>
    inProgram('POST', `/reconciliations/${await made.reconciliation()}/close`),
  async reopenReconciliation({ inProgram, made }) {
    const url = `/reconciliations/${await made.reconciliation()}`
    await inProgram('POST', `${url}/close`)
    return inProgram('POST', `${url}/reopen`)
  },
  async createPayouts({ inProgram, made }) {
    await made.commission()
    return inProgram('POST', '/payouts', {})
  },
  payPayout: async ({ inProgram, made }) =>
    inProgram('POST', `/payouts/${await made.payout()}/pay`, { reference: 'wire 7' }),
  markPayoutsPaid: async ({ inProgram, made }) =>
    inProgram('POST', '/payouts/mark-paid', { payoutIds: [await made.payout()], reference: 'wire 9' }),
  cancelPayout: async ({ inProgram, made }) => inProgram('POST', `/payouts/${await made.payout()}/cancel`),
  async updatePayoutDetails({ service, inProgram, made, program }) {
    const payoutId = await made.payout()
    await setDetails(service, program)
    return inProgram('POST', `/payouts/${payoutId}/update-details`)
  },
  async importPayouts({ service, program, session, inProgram, made }) {
    await made.payout()
    const { text } = await inProgram('GET', '/payouts/export.csv')
    return send(service.app, 'POST', `/api/programs/${program.id}/payouts/import`, {
      bearer: session,
      body: text.replace(',open,,', ',paid,wire 8,'),
      headers: { 'content-type': 'text/csv' },
    })
  },
  async createPaymentFile({ service, inProgram, made, program }) {
    await setDetails(service, program)
    const payout = await inProgram('GET', `/payouts/${await made.payout()}`)
    return inProgram('POST', '/payout-files', {
      batchId: payout.body.data.batchId,
      format: 'paypal',
      currency: 'USD',
    })
  },
  updatePayoutSettings: ({ inProgram }) =>
    inProgram('PATCH', '/payout-settings', { debtor: { name: 'Shop', iban: 'DE89370400440532013000' } }),
  async revealPayoutDetails({ service, inProgram, program }) {
    await setDetails(service, program)
    return inProgram('POST', `/partners/${program.partnerId}/payout-details/reveal`, { version: 1 })
  },
  requestPayoutDetails: ({ inProgram, program }) =>
    inProgram('POST', '/payout-details/request', { partnerIds: [program.partnerId] }),
  async issueInvoice({ inProgram, made, clock }) {
    await made.commission()
    const month = clock.now().toISOString().slice(0, 7)
    clock.advance({ days: 31 })
    return inProgram('POST', '/invoices', { month })
  },
  async voidInvoice({ inProgram, made, clock }) {
    await made.commission()
    const month = clock.now().toISOString().slice(0, 7)
    clock.advance({ days: 31 })
    const { body } = await inProgram('POST', '/invoices', { month })
    return inProgram('POST', `/invoices/${body.data.id}/void`, { reason: 'the wrong rate' })
  },
  async eraseDataSubject({ shop, inProgram }) {
    await shop.customer('cus-1')
    return inProgram('POST', '/data-subject/erase', { customerKey: 'cus-1' })
  },
  async resendMail({ service, program, inWorkspace }) {
    const { kysely } = service.database
    const [created_at, expires_at] = [service.clock.now(), service.clock.now()]
    const of = {
      workspace_id: program.workspaceId,
      program_id: program.id,
      data: '{}',
      created_at,
      expires_at,
    }
    const name = { cause: randomUUID(), recipient: 'sam@members.test', message_id: '<m@acme.test>' }
    const mail = { kind: 'webhook_disabled', state: 'failed', ...name, ...of } as const
    const { id } = await kysely.insertInto('mails').values(mail).returning('id').executeTakeFirstOrThrow()
    return inWorkspace('POST', `/mails/${id}/resend`)
  },
  shareTimeline: ({ inProgram }) => inProgram('POST', '/share-links', { transactionId: 'order-1' }),
  async revokeShareLink({ inProgram }) {
    const { body } = await inProgram('POST', '/share-links', { transactionId: 'order-1' })
    return inProgram('DELETE', `/share-links/${body.data.id}`)
  },
  createWebhook: ({ inProgram }) =>
    inProgram('POST', '/webhooks', {
      url: 'https://shop.example/hooks/t0ken-in-path?token=t0ken-in-query',
      eventTypes: ['sale.created'],
    }),
  updateWebhook: async ({ inProgram, made }) =>
    inProgram('PATCH', `/webhooks/${await made.webhook()}`, { enabled: false }),
  deleteWebhook: async ({ inProgram, made }) => inProgram('DELETE', `/webhooks/${await made.webhook()}`),
  rotateWebhookSecret: async ({ inProgram, made }) =>
    inProgram('POST', `/webhooks/${await made.webhook()}/rotate-secret`),
  testWebhook: async ({ inProgram, made }) => inProgram('POST', `/webhooks/${await made.webhook()}/test`),
  async redeliverWebhook({ inProgram, made }) {
    const webhookId = await made.webhook()
    const { body } = await inProgram('POST', `/webhooks/${webhookId}/test`)
    return inProgram('POST', `/webhooks/${webhookId}/deliveries/${body.data.id}/redeliver`)
  },
  startWebhookListener: ({ inProgram }) => inProgram('POST', '/webhook-listeners', { sendTest: true }),
  async endWebhookListener({ inProgram }) {
    const { body } = await inProgram('POST', '/webhook-listeners', {})
    return inProgram('DELETE', `/webhook-listeners/${body.data.id}`)
  },
}
