import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { MailKind } from '../../../src/core/enums.ts'
import {
  createTestPartner,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestService,
} from '../../harness.ts'
import { openShop, type Shop } from '../../merchant.ts'

let service: TestService
let shop: Shop
let bearer: string
let email: string

beforeAll(async () => {
  service = await startTestService()
})

beforeEach(async () => {
  shop = await openShop(service)
  bearer = await signInMember(service, shop.program)
  email = (await call(`/partners/${shop.program.partnerId}`)).body.data.email
})

const call = (path: string) => send(service.app, 'GET', `/api/programs/${shop.program.id}${path}`, { bearer })
const mails = (query = '', partnerId = shop.program.partnerId) => call(`/partners/${partnerId}/mails${query}`)

async function write(mail: { kind: MailKind; recipient: string; program_id?: number | null }) {
  const at = service.clock.now()
  await service.database.kysely
    .insertInto('mails')
    .values({
      cause: randomUUID(),
      message_id: `<${randomUUID()}@acme.test>`,
      workspace_id: shop.program.workspaceId,
      program_id: shop.program.id,
      data: '{}',
      secret: null,
      state: 'failed',
      created_at: at,
      expires_at: at,
      ...mail,
    })
    .execute()
}

describe('the list of emails to a partner', () => {
  it('contains this program’s emails, newest first, with pagination', async () => {
    await write({ kind: 'application_approved', recipient: email })
    service.clock.advance({ minutes: 1 })
    await write({ kind: 'payout_paid', recipient: email })
    const first = await mails('?limit=1')
    expect(first.body.data).toMatchObject([{ kind: 'payout_paid', recipient: email, state: 'failed' }])
    const next = await mails(`?limit=1&cursor=${first.body.meta.nextCursor}`)
    expect(next.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['application_approved'])
    expect(next.body.meta.nextCursor).toBeNull()
  })

  it('excludes other partners, other programs and members with the same address', async () => {
    const otherProgram = await createTestProgram(service)
    const { partnerId } = await createTestPartner(service, shop.program)
    await write({ kind: 'payout_paid', recipient: 'somebody@else.test' })
    await write({ kind: 'payout_paid', recipient: email, program_id: otherProgram.id })
    await write({ kind: 'partner_sign_in', recipient: email, program_id: null })
    await write({ kind: 'new_application', recipient: email })
    await write({ kind: 'webhook_disabled', recipient: email })
    expect((await mails()).body.data).toEqual([])
    await write({ kind: 'payout_made', recipient: email })
    expect((await mails()).body.data).toHaveLength(1)
    expect((await mails('', partnerId)).body.data).toEqual([])
    expect((await mails('', 1_000_000_000)).status).toBe(404)
  })
})
