import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { limits } from '../../src/core/config/limits.ts'
import { accountLimits } from '../../src/workspace/accounts/limits.ts'
import { createTestProgram, send, signInMember, signUp, someIp, startTestService } from '../harness.ts'
import { readMailsTo } from '../notifications/mail/mail-helpers.ts'
import { openOnboarding } from '../partners/onboarding/join-helpers.ts'
import { signInAs } from '../partners/portal-access/partner.ts'

const mail = { from: { name: '', address: 'partners@acme.test' }, server: undefined }
const service = await startTestService({ config: { mail } })
const { app, deps } = service
const program = await createTestProgram(service)
const bearer = await signInMember(service, program, { role: 'owner' })
const programUrl = `/api/programs/${program.id}`
const membersUrl = `/api/workspaces/${program.workspaceId}/members`

/** Six forms of one address. The first one is stored. */
const addressForms = (name: string) => [
  `${name}@xn--bcher-kva.example`,
  `${name.toUpperCase()}@bücher.example`,
  `${name}@bu\u0308cher.example.`,
  `${name}@ｂüｃｈｅｒ.ｅｘａｍｐｌｅ`,
  `${name}@bücher。example`,
  ` ${name}@BÜCHER.example `,
]

const PUBLIC = { bearer: undefined, ip: someIp() }

/** Every request with the email address of a person to whom the service may send mail. */
const FIELDS: [operation: string, method: 'POST' | 'PATCH', url: string, body: object, field: string][] = [
  ['addPartner', 'POST', `${programUrl}/partners`, { name: 'Ann' }, 'email'],
  ['invitePartner', 'POST', `${programUrl}/partner-invitations`, {}, 'email'],
  ['inviteMember', 'POST', membersUrl, { role: 'viewer' }, 'email'],
  ['updateBranding', 'PATCH', `${programUrl}/branding`, {}, 'replyTo'],
  ['requestPartnerSignInLink', 'POST', '/api/partner/sign-in-links', {}, 'email'],
  ['signUp', 'POST', '/api/auth/sign-up/email', { name: 'Ann', password: 'correct horse battery' }, 'email'],
  ['signIn', 'POST', '/api/auth/sign-in/email', { password: 'correct horse battery' }, 'email'],
  ['requestPasswordReset', 'POST', '/api/auth/request-password-reset', {}, 'email'],
]

it.each(FIELDS)('%s accepts exactly one address', async (_operation, method, url, body, field) => {
  for (const email of [
    '<x@y.co>',
    'a,b@c.co',
    'a@b..co',
    'Ann <ann@y.co>',
    'müller@y.co',
    'a@127.0.0.1',
    'a@y.co\u200b',
  ]) {
    const credential = url.startsWith('/api/auth') || url.startsWith('/api/partner/') ? PUBLIC : { bearer }
    const input = { ...credential, ip: someIp(), body: { ...body, [field]: email } }
    const { status, body: response } = await send(app, method, url, input as Parameters<typeof send>[3])
    expect([email, status, response.error?.details]).toEqual([email, 400, { field }])
  }
})

it('no other request accepts an email address, except to look up a customer or the user’s own account', async () => {
  const { body: document } = await send(app, 'GET', '/openapi.json')
  const emailFields: string[] = []
  for (const methods of Object.values<Record<string, { operationId?: string; requestBody?: unknown }>>(
    document.paths,
  )) {
    for (const { operationId = '', requestBody } of Object.values(methods)) {
      const schema = JSON.stringify(requestBody ?? {})
      const refs = [...schema.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name)
      const schemaText = `${schema}${JSON.stringify(refs.map((name) => document.components.schemas[name]))}`
      if (/"(?:email|e_mail|replyTo)":/i.test(schemaText)) emailFields.push(operationId)
    }
  }
  const otherOperations = [
    // A customer's email, which is hashed.
    'trackLead',
    'eraseDataSubject',
    'shareTimeline',
    // Compared with the session's email.
    'closePartnerAccount',
    // A PayPal or Wise account's address, as the provider wrote it.
    'setOwnPayoutDetails',
  ]
  expect(emailFields.sort()).toEqual([...FIELDS.map(([operation]) => operation), ...otherOperations].sort())
})

it('all forms of an address belong to one partner', async () => {
  const name = `ann-${randomUUID()}`
  const [first = '', ...others] = addressForms(name)
  const add = (email: string) =>
    send(app, 'POST', `${programUrl}/partners`, { bearer, body: { name: 'Ann', email } })
  const [second = '', ...otherForms] = others
  const addResponse = await add(second)
  expect([addResponse.status, addResponse.body.data.email]).toEqual([201, first])
  for (const email of [first, ...otherForms]) expect((await add(email)).status).toBe(409)
  for (const email of addressForms(name)) {
    const found = await send(
      app,
      'GET',
      `${programUrl}/partners?search=${encodeURIComponent(email.trim())}`,
      { bearer },
    )
    expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([addResponse.body.data.id])
  }
  const file = `name,email\n${others.map((email) => `Ann,${email.trim()}`).join('\n')}`
  const { body } = await send(app, 'POST', `${programUrl}/partners/import/preview`, {
    bearer,
    body: { file },
  })
  expect(new Set(body.data.rows.map(({ email }: { email: string }) => email))).toEqual(new Set([first]))
  expect(body.data.sums.added).toBe(0)
})

it('all forms of an address together get one sign-in link', async () => {
  const [first = '', ...others] = addressForms(`kim-${randomUUID()}`)
  for (const email of [first, ...others]) {
    const response = await send(app, 'POST', '/api/partner/sign-in-links', { body: { email }, ip: someIp() })
    expect(response.status).toBe(200)
  }
  expect(await readMailsTo(deps, first)).toHaveLength(1)
})

it('all forms of an address share one invitation limit', async () => {
  const [first = '', ...others] = addressForms(`lee-${randomUUID()}`)
  const areMailed: boolean[] = []
  for (const email of others) {
    const { body } = await send(app, 'POST', membersUrl, { bearer, body: { email, role: 'viewer' } })
    expect(body.data.email).toBe(first)
    areMailed.push(body.data.isMailed)
  }
  expect(areMailed.filter((isMailed) => isMailed)).toHaveLength(accountLimits.invitationMailsToOne)
})

it('an application belongs to the partner with the same mailbox and stores the canonical address', async () => {
  const onboarding = await openOnboarding(service)
  const [first = '', second = '', third = ''] = addressForms(`joe-${randomUUID()}`)
  for (const email of [second, third]) expect((await onboarding.apply({ email })).statusCode).toBe(303)
  const applications = await onboarding.applications()
  expect(applications.map(({ email }: { email: string }) => email)).toEqual([first])
  const rejection = await onboarding.apply({ email: 'a@b..co' })
  expect([rejection.statusCode, rejection.body.includes('Enter a valid email address')]).toEqual([400, true])
})

it('wrong passwords count toward the same account for every form of its address', async () => {
  const { email } = await signUp(service)
  const [local = '', domain = ''] = email.split('@')
  const forms = [email, `${local}@${domain.toUpperCase()}`, `${local}@${domain}.`, `${local}@ａccounts.test`]
  const statuses: number[] = []
  for (let attempt = 0; attempt <= limits.passwordTriesPerAccount; attempt++) {
    const body = { email: forms[attempt % forms.length], password: 'not the password' }
    statuses.push((await send(app, 'POST', '/api/auth/sign-in/email', { body, ip: someIp() })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: limits.passwordTriesPerAccount }, () => 401), 429])
})

it('unsubscribing applies to every form of the address', async () => {
  const [first = '', second = ''] = addressForms(`max-${randomUUID()}`)
  const { body } = await send(app, 'POST', `${programUrl}/partners`, {
    bearer,
    body: { name: 'Max', email: second, approved: true },
  })
  const { call } = await signInAs(service, body.data.id)
  const choices = { firstClick: false, sales: false, statements: false }
  expect((await call('PUT', `/programs/${program.id}/mail-preferences`, choices)).status).toBe(200)
  const remaining = await deps.database.kysely
    .selectFrom('mail_opt_outs')
    .select('recipient')
    .where('program_id', '=', program.id)
    .execute()
  expect(new Set(remaining.map(({ recipient }) => recipient))).toEqual(new Set([first]))
})
