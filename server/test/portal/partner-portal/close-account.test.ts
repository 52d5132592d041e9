import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PARTNER_DATA, PERSONAL_DATA } from '../../../src/core/privacy/personal-data.ts'
import { withdrawPayoutDetails } from '../../../src/earnings/payout-details/change-payout-details.flow.ts'
import { isClosedAddress } from '../../../src/notifications/mail/closed-address.rule.ts'
import { purgeSentMails } from '../../../src/notifications/mail/purge-mails.job.ts'
import { insertApplication, insertStep } from '../../../src/partners/enrollments/applications.sql.ts'
import { createLink } from '../../../src/partners/enrollments/create-link.flow.ts'
import { portalAccessLimits } from '../../../src/partners/portal-access/limits.ts'
import { PARTNER_COOKIE } from '../../../src/partners/portal-access/session-cookie.rule.ts'
import { fileClaim } from '../../../src/portal/inquiries/file-claim.flow.ts'
import { eraseClosedDetails } from '../../../src/portal/partner-portal/erase-closed-details.job.ts'
import { verifyMoney } from '../../../src/reports/performance/verify-money.flow.ts'
import { verifyStatistics } from '../../../src/statistics/verify-statistics.flow.ts'
import { createTestProgram, send, someIp, startTestService } from '../../harness.ts'
import { readMailsTo } from '../../notifications/mail/mail-helpers.ts'
import { findEverywhere } from '../../operations/data-subjects/customer-history.ts'
import { readEmail, signInAs } from '../../partners/portal-access/partner.ts'
import { createClosingPartner, createPartnerElsewhere, PAYPAL } from './closing-partner.ts'

const service = await startTestService({
  ownDatabase: true,
  environment: { WEBHOOK_ALLOW_PRIVATE: 'true' },
  config: { mail: { from: { name: '', address: 'partners@acme.test' }, server: undefined } },
})
const { app, database, clock, deps } = service
const { kysely } = database

async function verifyTotals(programId: number) {
  const { differences } = await verifyStatistics(database, programId)
  expect(differences.filter(({ column }) => column !== 'partners')).toEqual([])
  expect((await verifyMoney(database, programId)).differences).toEqual([])
}

const partnerRow = (programId: number, partnerId: number) =>
  kysely
    .selectFrom('program_enrollments')
    .selectAll()
    .where('program_id', '=', programId)
    .where('partner_id', '=', partnerId)
    .executeTakeFirstOrThrow()

/** Stores the partner's personal data everywhere it can occur. */
async function fillPersonalData(email: string, programId: number, partnerId: number) {
  const at = clock.now()
  const application = await kysely.transaction().execute((transaction) =>
    insertApplication(transaction, {
      program_id: programId,
      email,
      name: 'Zoe Markerson',
      website: 'https://markerson.test',
      answers: [{ id: 'a', question: 'Who?', answer: 'Markerson' }],
      terms_version: null,
      language: 'en',
      invitation_id: null,
      status: 'pending',
      at,
    }),
  )
  if (application === undefined) throw new Error('the application already exists')
  await insertStep(kysely, application, { kind: 'applied', actorId: null, at })
  await kysely
    .insertInto('application_steps')
    .values({
      program_id: programId,
      application_id: application.id,
      step: 2,
      kind: 'info_requested',
      actor_id: null,
      message: 'Are you Markerson?',
      answers: JSON.stringify([{ id: 'a', question: 'Who?', answer: 'Markerson' }]),
      at,
    })
    .execute()
  await kysely
    .updateTable('applications')
    .set({ steps: 2, status: 'info_requested' })
    .where('program_id', '=', programId)
    .where('id', '=', application.id)
    .execute()
  await kysely
    .insertInto('join_invitations')
    .values({
      program_id: programId,
      token_hash: Buffer.from(email),
      email,
      invited_by: 'somebody',
      inviter_name: 'Ann',
      created_at: at,
      expires_at: new Date(at.getTime() + 60_000),
    })
    .execute()
  const mail = {
    recipient: email,
    message_id: `<${programId}@acme.test>`,
    workspace_id: null,
    program_id: programId,
    secret: null,
    created_at: at,
    expires_at: new Date(at.getTime() + 60_000),
  }
  await kysely
    .insertInto('mails')
    .values([
      {
        ...mail,
        kind: 'partner_statement',
        cause: `leaving:${programId}`,
        data: JSON.stringify({ to: 'Markerson' }),
        next_attempt_at: at,
        secret: 'markerson',
      },
      {
        ...mail,
        recipient: 'team@acme.test',
        kind: 'new_application',
        cause: `applied:${programId}`,
        data: JSON.stringify({ name: 'Zoe Markerson', email }),
        next_attempt_at: at,
      },
    ])
    .execute()
  await kysely
    .updateTable('mails')
    .set({ last_error: '550 no markerson here' })
    .where('recipient', '=', email)
    .execute()
  const of = { program_id: programId, partner_id: partnerId }
  await kysely
    .insertInto('partner_notes')
    .values({ ...of, author_id: 'a-member', text: 'Markerson called', created_at: at })
    .execute()
  await kysely
    .insertInto('partner_tags')
    .values({ ...of, tag: 'markerson' })
    .execute()
  await kysely
    .insertInto('claims')
    .values([
      { ...of, transaction_id: 'order-1', day: null, note: 'Markerson brought it', created_at: at },
      {
        ...of,
        transaction_id: 'order-2',
        day: null,
        note: 'This too',
        state: 'rejected',
        message: 'No, Zoe Markerson',
        decided_by: 'a-member',
        created_at: at,
        closed_at: at,
      },
    ])
    .execute()
  await kysely.insertInto('mail_hours').values({ recipient: email, hour: at, mails: 1 }).execute()
  await kysely
    .insertInto('outbox_events')
    .values({
      program_id: programId,
      message_id: randomUUID(),
      type: 'partner.approved',
      data: JSON.stringify({ partner_id: partnerId, name: 'Zoe Markerson' }),
      created_at: at,
    })
    .execute()
  await kysely
    .updateTable('partner_accounts')
    .set({ time_zone: 'Europe/Berlin' })
    .where('email', '=', email)
    .execute()
  await kysely
    .insertInto('partner_sign_in_links')
    .values({
      token_hash: Buffer.from(`link of ${email}`),
      email,
      created_at: at,
      expires_at: new Date(at.getTime() + 60_000),
    })
    .execute()
}

describe('closing an account', () => {
  test('covers every column with partner data', () => {
    const partnerColumns = Object.entries(PERSONAL_DATA).flatMap(([table, columns]) =>
      Object.entries(columns).flatMap(([column, holding]) =>
        holding.kind === 'none' && /partner|applicant/.test(holding.why) ? [`${table}.${column}`] : [],
      ),
    )
    expect(partnerColumns.length).toBeGreaterThan(20)
    expect(partnerColumns.filter((name) => findRule(name) === undefined)).toEqual([])
    for (const [table, columns] of Object.entries(PARTNER_DATA)) {
      for (const column of Object.keys(columns)) expect(PERSONAL_DATA[table], column).toHaveProperty(column)
    }
  })

  test('removes all personal data, and amounts still add up to the cent', async () => {
    const { shop, program, email, own, earn, close, team, partner } = await createClosingPartner(service)
    await fillPersonalData(email, program.id, program.partnerId)
    const otherProgram = await createPartnerElsewhere(service, email)
    await shop.customer('cus-1')
    expect((await own('POST', '/links', { code: `markerson-${program.id}` })).status).toBe(201)
    expect((await own('POST', '/payout-details', PAYPAL)).status).toBe(200)
    expect(
      (await own('PUT', '/mail-preferences', { firstClick: false, sales: true, statements: true })).status,
    ).toBe(200)
    await earn(1000)
    await team('POST', '/payouts', {})
    await team('POST', `/partners/${program.partnerId}/hold`, { reason: 'We ask' })
    await team('POST', `/partners/${program.partnerId}/release`)

    const findings = await findEverywhere(database, ['markerson'])
    const places = findings.filter((name) => !name.startsWith('click_events_'))
    expect(places.filter((name) => findRule(name) === undefined)).toEqual([])
    // Ensures that the later search could find something.
    expect(places).toEqual(
      expect.arrayContaining([
        'application_steps.answers',
        'application_steps.message',
        'applications.answers',
        'applications.email',
        'applications.name',
        'applications.website',
        'claims.note',
        'claims.message',
        'partner_notes.text',
        'partner_tags.tag',
        'join_invitations.email',
        'link_codes.code',
        'links.code',
        'mail_hours.recipient',
        'mail_opt_outs.recipient',
        'mails.data',
        'mails.last_error',
        'mails.recipient',
        'mails.secret',
        'outbox_events.data',
        'partner_accounts.email',
        'partner_sessions.device',
        'partner_sign_in_links.email',
        'partners.email',
        'partners.name',
        'program_audit_log.after',
      ]),
    )

    expect(await close({ leavesBalance: true })).toMatchObject({ status: 200 })
    // The last email confirms the account closure, then the address is deleted.
    const last = await readMailsTo(deps, email)
    expect(last).toMatchObject([{ kind: 'partner_account_closed', data: { isOwed: true } }])
    clock.advance({ days: 4 })
    await purgeSentMails(deps)
    expect(await readMailsTo(deps, email)).toEqual([])
    const remaining = (await findEverywhere(database, ['markerson'])).filter(
      (name) => !name.startsWith('click_events_'),
    )
    expect(remaining.filter((name) => findRule(name)?.kind !== 'kept')).toEqual([])
    expect(remaining).toEqual(expect.arrayContaining(['link_codes.code', 'links.code']))
    await verifyTotals(program.id)
    await verifyTotals(otherProgram.id)

    const response = await team('GET', `/partners/${program.partnerId}`)
    expect(response.body.data).toMatchObject({
      status: 'closed',
      name: `Closed partner ${program.partnerId}`,
      closedAt: expect.stringMatching(/Z$/),
      payoutHold: null,
    })
    expect(isClosedAddress(response.body.data.email)).toBe(true)
    expect(response.body.data.links.map(({ status }: { status: string }) => status)).toEqual([
      'inactive',
      'inactive',
    ])
    // Each team gets a different pseudonym.
    expect(await readEmail(service, otherProgram.partnerId)).not.toBe(response.body.data.email)
    expect(await partnerRow(otherProgram.id, otherProgram.partnerId)).toMatchObject({ status: 'closed' })
    expect((await partner.call('GET', '/programs')).status).toBe(401)
    const applications = await kysely
      .selectFrom('applications')
      .selectAll()
      .where('program_id', '=', program.id)
      .execute()
    expect(applications).toMatchObject([{ status: 'rejected', steps: 3, answers: [] }])
  })

  test('appears in each team’s audit log as the partner’s action', async () => {
    const { program, owner, close } = await createClosingPartner(service)
    await close()
    const { body } = await send(
      app,
      'GET',
      `/api/workspaces/${program.workspaceId}/audit?action=partner.close`,
      {
        bearer: owner,
      },
    )
    expect(body.data).toMatchObject([
      {
        actor: { kind: 'partner', userId: null },
        action: 'partner.close',
        target: { type: 'partner', id: String(program.partnerId) },
        programId: program.id,
        after: { status: 'closed' },
      },
    ])
  })

  test('withdraws pending payout details and writes nothing for the partner afterwards', async () => {
    const { program, own, signInAgain, email } = await createClosingPartner(service)
    expect((await own('POST', '/payout-details', PAYPAL)).status).toBe(200)
    clock.advance({ days: 1 })
    expect((await own('POST', '/payout-details', { ...PAYPAL, email: 'thief@pay.test' })).status).toBe(200)
    const freshSession = await signInAgain()
    expect((await freshSession.call('POST', '/account/close', { email })).status).toBe(200)
    const versions = await kysely
      .selectFrom('payout_details')
      .select(['version', 'withdrawn_at'])
      .where('program_id', '=', program.id)
      .orderBy('version')
      .execute()
    expect(versions).toEqual([
      { version: 1, withdrawn_at: null },
      { version: 2, withdrawn_at: clock.now() },
    ])
    // Simulates concurrent requests that checked the account before it was closed.
    const of = { programId: program.id, partnerId: program.partnerId }
    expect(await createLink(deps, program.id, { partnerId: program.partnerId })).toEqual({
      kind: 'no_partner',
    })
    expect(await fileClaim(deps, of, { claimed: { transactionId: 'o-1' }, note: 'Mine' })).toEqual({
      kind: 'account_closed',
    })
    expect(await withdrawPayoutDetails(deps, { ...of, requestId: 'r' })).toBe('no_partner')
    clock.advance({ days: 2 })
    expect(await eraseClosedDetails(deps)).toBeGreaterThan(0)
  })

  test('requires the account’s email and a recent session from an emailed link', async () => {
    const { program, email, partner, close } = await createClosingPartner(service)
    expect(await partner.call('POST', '/account/close', { email: 'other@markerson.test' })).toMatchObject({
      status: 400,
      body: { error: { details: { field: 'email' } } },
    })
    expect((await partner.call('POST', '/account/close', {})).status).toBe(400)
    const teamSession = await signInAs(service, program.partnerId, { workspaceId: program.workspaceId })
    for (const path of ['/account/closing', '/account/export']) {
      expect((await teamSession.call('GET', path)).status).toBe(403)
    }
    expect((await teamSession.call('POST', '/account/close', { email })).status).toBe(403)
    clock.advance({ minutes: portalAccessLimits.partnerFreshMinutes })
    expect((await partner.call('GET', '/account')).body.data.isFresh).toBe(true)
    expect((await partner.call('GET', '/account/export')).status).toBe(200)
    clock.advance({ minutes: 1 })
    expect((await partner.call('GET', '/account')).body.data.isFresh).toBe(false)
    for (const response of [await close(), await partner.call('GET', '/account/export')]) {
      expect(response).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
      expect(response.text).toContain('Sign in again first')
    }
    const again = await signInAs(service, program.partnerId)
    const closeResponse = await again.call('POST', '/account/close', { email: ` ${email.toUpperCase()} ` })
    expect(closeResponse.status).toBe(200)
    expect(String(closeResponse.headers['set-cookie'])).toContain(`${PARTNER_COOKIE}=; Max-Age=0`)
    expect((await again.call('POST', '/account/close', { email })).status).toBe(401)
  })

  test('requires a confirmation if there is a balance, and writes nothing without it', async () => {
    const { shop, program, close, earn, partner, team } = await createClosingPartner(service)
    await shop.customer('cus-1')
    await earn(1000)
    await team('POST', `/partners/${program.partnerId}/hold`, { reason: 'We ask' })
    const preview = await partner.call('GET', '/account/closing')
    expect(preview.body.data).toMatchObject({
      requiresConfirmation: true,
      programs: [
        {
          programId: program.id,
          obstacle: 'partner_held',
          balances: [{ currency: 'EUR', onHoldCents: 0, owedCents: 1000 }],
        },
      ],
    })
    await team('POST', `/partners/${program.partnerId}/release`)
    expect((await partner.call('GET', '/account/closing')).body.data.programs[0].obstacle).toBe('no_details')
    expect(await close()).toMatchObject({
      status: 409,
      body: { error: { details: { programIds: [program.id] } } },
    })
    expect(await partnerRow(program.id, program.partnerId)).toMatchObject({ status: 'approved' })
    expect((await partner.call('GET', '/account')).status).toBe(200)
    expect((await close({ leavesBalance: true })).status).toBe(200)
  })

  test('pays balances to the payout details even below the minimum, then deletes the details', async () => {
    const { shop, program, own, close, earn, team } = await createClosingPartner(service)
    await shop.customer('cus-1')
    await own('POST', '/payout-details', PAYPAL)
    await earn(100)
    expect(
      (await team('PATCH', '/payout-settings', { minimums: [{ currency: 'EUR', minimumCents: 5000 }] }))
        .status,
    ).toBe(200)
    expect((await team('POST', '/payouts', {})).status).toBe(409)
    expect((await close({ leavesBalance: true })).status).toBe(200)
    clock.advance({ days: 2 })
    expect(await eraseClosedDetails(deps)).toBe(0)
    // A request may ask for a higher minimum and reports what it skipped.
    const reasons = [{ reason: 'below_minimum', partners: 1, partnerIds: [program.partnerId] }]
    expect(await team('POST', '/payouts', { minimumCents: 101 })).toMatchObject({
      status: 409,
      body: { error: { details: { reasons } } },
    })
    const created = await team('POST', '/payouts', {})
    expect(created).toMatchObject({ status: 201 })
    const [payout] = await kysely
      .selectFrom('payouts')
      .selectAll()
      .where('program_id', '=', program.id)
      .execute()
    expect(payout).toMatchObject({ amount_cents: '100', details_version: 1, status: 'open' })
    expect(await eraseClosedDetails(deps)).toBe(0)
    expect((await team('POST', `/payouts/${payout?.id}/pay`, {})).status).toBe(200)
    expect(await eraseClosedDetails(deps)).toBe(1)
    expect(await eraseClosedDetails(deps)).toBe(0)
    const details = `/partners/${program.partnerId}/payout-details`
    expect((await team('GET', details)).body.data).toMatchObject([{ version: 1, account: null }])
    expect(await team('POST', `${details}/reveal`, { version: 1 })).toMatchObject({ status: 409 })
    expect((await findEverywhere(database, ['pay@markerson'])).length).toBe(0)
    await verifyTotals(program.id)
  })

  test('keeps payout details on the first day and while a balance is on hold', async () => {
    const { shop, program, own, close } = await createClosingPartner(service)
    await shop.customer('cus-1')
    await own('POST', '/payout-details', PAYPAL)
    await shop.sale({ transaction_id: `held-${program.id}`, amount_cents: 5000, customer_key: 'cus-1' })
    await close({ leavesBalance: true })
    clock.advance({ days: 3 })
    expect(await eraseClosedDetails(deps)).toBe(0)
    const { own: ownOther, close: closeOther } = await createClosingPartner(service)
    await ownOther('POST', '/payout-details', PAYPAL)
    await closeOther()
    expect(await eraseClosedDetails(deps)).toBe(0)
    clock.advance({ days: 1 })
    expect(await eraseClosedDetails(deps)).toBe(1)
  })

  test('deactivates the partner’s links: no click or sale counts', async () => {
    const { shop, program, close, team } = await createClosingPartner(service)
    await shop.customer('cus-1')
    expect((await close()).status).toBe(200)
    const sale = await shop.sale({
      transaction_id: `after-${program.id}`,
      amount_cents: 5000,
      customer_key: 'cus-1',
    })
    expect(sale.body.commission_id ?? null).toBeNull()
    expect(
      await kysely.selectFrom('commissions').select('id').where('program_id', '=', program.id).execute(),
    ).toEqual([])
    // The team can't approve the partner again.
    for (const verb of ['approve', 'reject']) {
      expect(await team('POST', `/partners/${program.partnerId}/${verb}`)).toMatchObject({ status: 409 })
    }
    expect(await partnerRow(program.id, program.partnerId)).toMatchObject({ status: 'closed' })
    await verifyTotals(program.id)
  })

  test('keeps holds on rejected partners’ balances', async () => {
    const { shop, program, close, earn, team } = await createClosingPartner(service)
    await shop.customer('cus-1')
    await earn(1000)
    await team('POST', `/partners/${program.partnerId}/reject`)
    expect((await close({ leavesBalance: true })).status).toBe(200)
    expect((await team('POST', '/payouts', {})).status).toBe(409)
    expect((await team('GET', `/partners/${program.partnerId}`)).body.data.payoutHold).toMatchObject({
      reason: 'Not approved when the partner closed their account.',
    })
    expect((await team('POST', `/partners/${program.partnerId}/release`)).status).toBe(200)
    expect((await team('POST', '/payouts', {})).status).toBe(201)
  })

  test('frees the email for a new application as a new partner', async () => {
    const { program, email, close, team } = await createClosingPartner(service)
    await close()
    const linkResponse = await send(app, 'POST', '/api/partner/sign-in-links', {
      body: { email },
      ip: someIp(),
    })
    expect(linkResponse.status).toBe(200)
    const response = await team('POST', '/partners', { name: 'Zoe', email, approved: true })
    expect(response).toMatchObject({ status: 201, body: { data: { status: 'approved', closedAt: null } } })
    expect(response.body.data.id).not.toBe(program.partnerId)
    const again = await signInAs(service, response.body.data.id)
    expect((await again.call('GET', '/programs')).body.data).toHaveLength(1)
    expect((await again.call('GET', '/account/closing')).body.data).toEqual({
      programs: [],
      requiresConfirmation: false,
    })
  })

  test('prevents decisions on applications and enrollment in other programs', async () => {
    const { program, email, close, team, owner } = await createClosingPartner(service)
    await fillPersonalData(email, program.id, program.partnerId)
    await close()
    const [application] = (await team('GET', '/applications')).body.data
    for (const [verb, body] of [
      ['approve', {}],
      ['reject', {}],
    ] as const) {
      const response = await team('POST', `/applications/${application.id}/${verb}`, {
        version: application.version,
        ...body,
      })
      expect(response.status, response.text).toBe(409)
    }
    const otherProgram = await createTestProgram(service)
    expect(otherProgram.id).not.toBe(program.id)
    const again = await team('POST', '/partners', {
      name: 'x',
      email: await readEmail(service, program.partnerId),
      approved: true,
    })
    expect(again.status).toBe(409)
    expect(owner).toMatch(/./)
  })
})

function findRule(name: string) {
  const [table = '', column = ''] = name.split('.')
  return PARTNER_DATA[table]?.[column]
}
