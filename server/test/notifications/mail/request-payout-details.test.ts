import { expect, test } from 'vitest'
import { setPayoutDetails } from '../../../src/earnings/payout-details/change-payout-details.flow.ts'
import { concurrently, createTestProgram, send, signInMember } from '../../harness.ts'
import { openMailFixture } from './partner-mail-helpers.ts'

test('the team asks a partner for payout details: one email in their language every 7 days, with an audit log entry', async () => {
  const { app, clock, deps, program, bearer, team, email, mails } = await openMailFixture()
  const settings = { bearer, body: { language: 'de' } }
  await send(app, 'PATCH', `/api/programs/${program.id}/portal-settings`, settings)
  const ask = () => team('/payout-details/request', { partnerIds: [program.partnerId] })
  const answers = await concurrently(3, ask)
  expect(answers.map(({ requested }) => requested).toSorted()).toEqual([0, 0, 1])
  const [request, ...more] = await mails()
  expect(more).toEqual([])
  expect(request?.to).toEqual([email])
  expect(request?.headers.subject).toContain('Bitte hinterlegen Sie Ihre Auszahlungsdaten')
  expect(request?.text).toContain(`${deps.config.publicUrl}/partner/programs/${program.id}/payout-details`)

  clock.advance({ days: 6 })
  expect(await ask()).toEqual({
    requested: 0,
    skipped: [{ partnerId: program.partnerId, reason: 'requested_recently' }],
  })
  clock.advance({ days: 1, minutes: 1 })
  expect(await ask()).toEqual({ requested: 1, skipped: [] })
  expect(await mails()).toHaveLength(2)

  const path = `/api/workspaces/${program.workspaceId}/audit?action=payout_details.request`
  const log = await send(app, 'GET', path, { bearer })
  expect(log.body.data).toHaveLength(2)
  expect(log.body.data[0].target).toMatchObject({ type: 'payout_details', id: String(program.partnerId) })

  await setPayoutDetails(
    deps,
    { programId: program.id, partnerId: program.partnerId, requestId: 'r' },
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
  clock.advance({ days: 8 })
  expect(await ask()).toEqual({
    requested: 0,
    skipped: [{ partnerId: program.partnerId, reason: 'has_details' }],
  })
})

test('other programs’ partners are not asked; members who can’t pay may not ask', async () => {
  const service = await openMailFixture()
  const { app, program, team, mails } = service
  const other = await createTestProgram(service)
  expect(await team('/payout-details/request', { partnerIds: [other.partnerId] })).toEqual({
    requested: 0,
    skipped: [{ partnerId: other.partnerId, reason: 'not_found' }],
  })
  const member = await signInMember(service, program, { role: 'member' })
  const path = `/api/programs/${program.id}/payout-details/request`
  const body = { partnerIds: [program.partnerId] }
  expect((await send(app, 'POST', path, { bearer: member, body })).status).toBe(403)
  expect(await mails()).toEqual([])
})
