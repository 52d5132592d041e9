import { expect, test } from 'vitest'
import { PARTNER_DATA } from '../../../src/core/privacy/personal-data.ts'
import { closePartnerMonths } from '../../../src/portal/partner-portal/close-partner-months.job.ts'
import { partnerPortalLimits } from '../../../src/portal/partner-portal/limits.ts'
import { createTestPartner, startTestService } from '../../harness.ts'
import { createClosingPartner, createPartnerElsewhere, PAYPAL } from './closing-partner.ts'

const service = await startTestService({
  config: { mail: { from: { name: '', address: 'partners@acme.test' }, server: undefined } },
})
const { clock, deps, database } = service

test('an export contains everything about a partner in all programs, and nothing about customers or other partners', async () => {
  const { shop, program, email, own, earn, team, signInAgain } = await createClosingPartner(service)
  const otherProgram = await createPartnerElsewhere(service, email)
  const otherPartner = await createTestPartner(service, program)
  await shop.customer('cus-1')
  await own('POST', '/payout-details', PAYPAL)
  await own('PUT', '/mail-preferences', { firstClick: false, sales: true, statements: true })
  await earn(1000)
  expect((await own('POST', '/claims', { transactionId: 'order-9', note: 'It is mine' })).status).toBe(201)
  await team('POST', '/payouts', {})
  await earn(200)
  await team('POST', `/partners/${program.partnerId}/hold`, { reason: 'We suspect them' })
  clock.advance({ days: 40 })
  await closePartnerMonths(deps)
  const freshSession = await signInAgain()
  const { status, headers, body, text } = await freshSession.call('GET', '/account/export')
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="partner-export.json"',
    'cache-control': 'no-store',
  })
  expect(body).toMatchObject({
    exportedAt: clock.now().toISOString(),
    maxRowsPerKind: partnerPortalLimits.partnerExportRows,
    account: { email, timeZone: null, language: null },
    sessions: { isComplete: true, rows: [{ device: 'Chrome, Linux' }, { device: 'Browser of Markerson' }] },
    mailsNotWanted: { rows: [{ programId: program.id, kind: 'partner_first_click' }] },
    applications: { isComplete: true, rows: [] },
  })
  expect(body.mails.rows.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['payout_made', 'payout_details_changed']),
  )
  expect(body.programs.map(({ id }: { id: number }) => id).sort()).toEqual(
    [program.id, otherProgram.id].sort(),
  )
  const exportedProgram = body.programs.find(({ id }: { id: number }) => id === program.id)
  expect(exportedProgram).toMatchObject({
    profile: {
      partnerId: program.partnerId,
      name: 'Zoe Markerson',
      status: 'approved',
      payoutsAreHeld: true,
    },
    links: { isComplete: true, rows: [{ code: program.code, status: 'active' }] },
    claims: { isComplete: true, rows: [{ transactionId: 'order-9', note: 'It is mine', state: 'open' }] },
    payouts: { rows: [{ amountCents: '1000', currency: 'EUR', status: 'open', payoutDetailsVersion: 1 }] },
    payoutDetails: {
      rows: [
        {
          version: 1,
          method: 'paypal',
          details: { legal_name: 'Zoe Markerson', account: { email: 'pay@markerson.test' } },
        },
      ],
    },
    earnings: { isComplete: true, rows: [{ amountCents: 200 }, { amountCents: 1000 }] },
    statements: { rows: [{ month: '2026-03', earnedCents: '1200' }] },
  })
  expect(exportedProgram.statementLines.rows).toHaveLength(2)
  expect(exportedProgram.earnings.rows[0].customer).toMatch(/^[0-9A-F]{6}$/)
  for (const secret of [
    'cus-1',
    'leaving-',
    'We suspect',
    otherPartner.code,
    'token',
    'sealed',
    program.workspaceId,
  ]) {
    expect(text).not.toContain(secret)
  }
  expect(database).toBeDefined()
})

test('a record type with too many rows is marked as incomplete and contains the newest', async () => {
  const { shop, program, earn, partner } = await createClosingPartner(service)
  await shop.customer('cus-1')
  for (const amount of [100, 200, 300]) {
    clock.advance({ ms: 1000 })
    await earn(amount)
  }
  const maxRows = partnerPortalLimits.partnerExportRows
  Object.assign(partnerPortalLimits, { partnerExportRows: 2 })
  try {
    const { body } = await partner.call('GET', '/account/export')
    const [exportedProgram] = body.programs
    expect(exportedProgram.earnings).toMatchObject({
      isComplete: false,
      rows: [{ amountCents: 300 }, { amountCents: 200 }],
    })
    expect(exportedProgram.links).toMatchObject({ isComplete: true })
  } finally {
    Object.assign(partnerPortalLimits, { partnerExportRows: maxRows })
  }
  const { body } = await partner.call('GET', '/account/export')
  expect(body.programs[0].earnings).toMatchObject({ isComplete: true })
  expect(body.programs[0].earnings.rows).toHaveLength(3)
  expect(body.programs[0].id).toBe(program.id)
})

test('every table with erasable partner data is exported or exempt', () => {
  const exported: Record<string, string> = {
    partner_accounts: 'account',
    partner_sessions: 'sessions',
    partner_sign_in_links: 'signInLinks',
    partner_passkeys: 'passkeys',
    partners: 'profile',
    program_enrollments: 'profile',
    applications: 'applications',
    application_steps: 'applicationSteps',
    join_invitations: 'invitations',
    payout_details: 'payoutDetails',
    payouts: 'payouts',
    coupon_codes: 'couponCodes',
    links: 'links',
    claims: 'claims',
    mails: 'mails',
    mail_opt_outs: 'mailsNotWanted',
  }
  const EXEMPT_TABLES: Record<string, string> = {
    payout_batches: 'the team member who created a batch',
    link_codes: 'the codes of the partner’s links',
    rejected_requests: 'the codes of the partner’s links',
    click_dimensions: 'visits of customers',
    click_value_rollups: 'numbers of customer visits',
    partner_notes: 'the team’s internal notes and tags',
    partner_tags: 'the team’s internal notes and tags',
    mail_hours: 'emails sent to the partner within the hour',
    outbox_events: 'payloads of the merchant’s webhooks',
    webhook_deliveries: 'responses from the merchant’s receiver',
    audit_log: 'actions by the team',
    program_audit_log: 'actions by the team',
    idempotent_responses: 'responses to the team’s requests',
  }
  expect(Object.keys(PARTNER_DATA).sort()).toEqual(
    [...Object.keys(exported), ...Object.keys(EXEMPT_TABLES)].sort(),
  )
})
