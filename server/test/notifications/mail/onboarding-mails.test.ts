import { expect, test } from 'vitest'
import { createTestApplication, send, signInMember, someIp, startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { newApplicant, openOnboarding, solveChallenge } from '../../partners/onboarding/join-helpers.ts'
import { createSender, readMailsTo } from './mail-helpers.ts'
import { startMailServer } from './mail-server.ts'

async function openMailFixture(mode = 'approval') {
  const server = await startMailServer()
  const service = await startTestService({ environment: { ...server.environment }, ownDatabase: true })
  const onboarding = await openOnboarding(service, { mode })
  const sender = createSender(service.deps)
  const mailsTo = async (email: string) => {
    await sender.sendDue()
    expect(sender.errors).toEqual([])
    return server.received.filter(({ to }) => to[0] === email)
  }
  return { server, service, joining: onboarding, sender, mailsTo }
}

const HOSTILE = 'Ada, Bcc: eve@evil.test <b>"x"</b>'

test('emails applicants about their application and the decision, and the team about applications', async () => {
  const { server, service, joining: onboarding, mailsTo } = await openMailFixture()
  const { call, slug, program } = onboarding
  await call('PATCH', '/branding', { replyTo: 'partners@acme.test', color: '#ffd400' })
  const { publicUrl } = service.deps.config
  const email = newApplicant()
  expect((await onboarding.apply({ email, name: 'Ada\r\nBcc: eve@evil.test' })).statusCode).toBe(400)
  for (let n = 0; n < 3; n++) {
    const form = { email, name: HOSTILE, website: 'https://blog.example' }
    expect((await onboarding.apply(form)).statusCode).toBe(303)
  }
  const [received, again, ...more] = await mailsTo(email)
  // The address applied three times: the repeats are answered once a day.
  expect(again?.text).toContain('We already have your application')
  expect(more).toEqual([])
  expect(received?.text).toContain(`${publicUrl}/join/${slug}`)
  expect(received?.headers['reply-to']).toBe('partners@acme.test')
  expect(received?.headers).not.toHaveProperty('list-unsubscribe')
  const teamMails = server.received.filter(({ to }) => to[0] !== email)
  expect(teamMails).toHaveLength(1)
  expect(teamMails[0]?.headers).not.toHaveProperty('bcc')
  expect(teamMails[0]?.headers).toHaveProperty('list-unsubscribe')
  expect(teamMails[0]?.text).toContain(email)
  expect(teamMails[0]?.text).toContain('Website: https://blog.example')

  const [{ id }] = await onboarding.applications()
  const response = await call('POST', `/applications/${id}/request-info`, {
    version: 1,
    question: 'How many?\nBcc: x@y.test',
  })
  const question = (await mailsTo(email)).at(-1)
  expect(question?.text).toContain(response.body.data.answerUrl)
  const stored = JSON.stringify(await readMailsTo(service.deps, email))
  expect(stored).not.toContain(response.body.data.answerUrl.split('token=')[1])
  await onboarding.post({ answer: 'Many' }, response.body.data.answerUrl.slice(publicUrl.length))
  await call('POST', `/applications/${id}/reject`, { version: 3, reason: 'Too <few>.' })
  const rejectionMail = (await mailsTo(email)).at(-1)
  expect(rejectionMail?.text).toContain('“Too <few>.”')
  await call('POST', `/applications/${id}/approve`, { version: 4 })
  const approved = (await mailsTo(email)).at(-1)
  expect(approved?.text).toContain(`${publicUrl}/partner`)
  expect(approved?.text).toContain('You earn 20% of each sale')
  expect(await mailsTo(email)).toHaveLength(5)
  // Emails don't link to a join page that has been removed.
  await call('PATCH', '/branding', { slug: null })
  await call('POST', `/applications/${id}/reject`, { version: 5, reason: 'It did not work out.' })
  const last = (await mailsTo(email)).at(-1)
  expect(last?.text).toContain('“It did not work out.”')
  expect(last?.text).not.toContain('http')
  // The log lists these emails, but links that grant access can't be resent from it.
  const mails = `/api/workspaces/${program.workspaceId}/mails?limit=50`
  const log = await send(service.app, 'GET', mails, { bearer: onboarding.bearer })
  const kinds = log.body.data.map(({ kind }: { kind: string }) => kind)
  expect(new Set(kinds)).toEqual(
    new Set([
      'new_application',
      'application_received',
      'application_question',
      'application_rejected',
      'application_approved',
    ]),
  )
})

test('emails each applicant in a bulk decision once, even if the request is repeated', async () => {
  const { joining: onboarding, mailsTo } = await openMailFixture()
  const emails = [newApplicant(), newApplicant()]
  for (const email of emails) await onboarding.apply({ email })
  const applications = (await onboarding.applications()).map(({ id, version }: Record<string, unknown>) => ({
    id,
    version,
  }))
  for (let n = 0; n < 2; n++) await onboarding.call('POST', '/applications/approve', { applications })
  for (const email of emails) {
    const [, approved, ...more] = await mailsTo(email)
    expect([approved?.text.includes('You’re now a partner of'), more.length]).toEqual([true, 0])
  }
})

test('welcomes a partner who joins an open program only once, and notifies them once a day if they apply again', async () => {
  const { service, joining: onboarding, mailsTo } = await openMailFixture('open')
  const email = newApplicant()
  for (let n = 0; n < 3; n++) await onboarding.apply({ email })
  const mails = await mailsTo(email)
  expect(mails.map(({ text }) => text.match(/You’re (now|already) a partner of/)?.[1])).toEqual([
    'now',
    'already',
  ])
  expect(mails[1]?.text).toContain('/partner/programs/')
  service.clock.advance({ days: 1 })
  await onboarding.apply({ email })
  expect(await mailsTo(email)).toHaveLength(3)
})

test('responds to a sign-in before the decision with the application’s status instead of a link', async () => {
  const { service, joining: onboarding, mailsTo } = await openMailFixture()
  const email = newApplicant()
  await onboarding.apply({ email })
  const requestLink = (address: string) =>
    send(service.app, 'POST', '/api/partner/sign-in-links', { body: { email: address }, ip: someIp() })
  const stranger = newApplicant()
  const [known, unknown] = [await requestLink(email), await requestLink(stranger)]
  expect(known.body).toEqual(unknown.body)
  expect(await mailsTo(stranger)).toEqual([])
  const mail = (await mailsTo(email)).at(-1)
  expect(mail?.headers.subject).toBe('Your application is still being reviewed')
  expect(mail?.text).toContain(': Waiting for review')
  expect(mail?.text).not.toContain('/partner/sign-in')

  const [{ id }] = await onboarding.applications()
  await onboarding.call('POST', `/applications/${id}/reject`, { version: 1, reason: 'No.' })
  service.clock.advance({ hours: 1 })
  await requestLink(email)
  expect((await mailsTo(email)).at(-1)?.text).toContain('has decided not to move forward')
})

test('emails an invitation with its link unless it was revoked, up to three times a day per address', async () => {
  const { joining: onboarding, mailsTo } = await openMailFixture('invitation')
  const { call } = onboarding
  const email = newApplicant()
  const invite = () => call('POST', '/partner-invitations', { email })
  const first = await invite()
  expect(first.body.data.isMailed).toBe(true)
  await call('POST', `/partner-invitations/${first.body.data.id}/revoke`)
  const second = await invite()
  const mails = await mailsTo(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(second.body.data.url)
  await invite()
  await invite()
  expect((await invite()).body.data.isMailed).toBe(false)
})

test('sends pending emails to applicants but not to suspended members', async () => {
  const { service, joining: onboarding, sender, mailsTo } = await openMailFixture()
  const email = newApplicant()
  await onboarding.apply({ email })
  await service.database.kysely
    .updateTable('workspace_members')
    .set({ status: 'suspended' })
    .where('workspace_id', '=', onboarding.program.workspaceId)
    .execute()
  expect(await mailsTo(email)).toHaveLength(1)
  expect([...sender.outcomes].sort()).toEqual(['sent', 'withdrawn'])
})

test('sends no emails from a sandbox and shows the link instead', async () => {
  const { server, service, sender } = await openMailFixture()
  const { clock } = service
  const shop = await openShop(service)
  const bearer = await signInMember(service, shop.program)
  const created = await send(service.app, 'POST', '/api/programs', {
    bearer,
    body: { name: 'Rehearsal', workspaceId: shop.program.workspaceId, sandbox: true },
  })
  expect(created.status).toBe(201)
  const base = `/api/programs/${created.body.data.id}`
  await send(service.app, 'PATCH', `${base}/branding`, { bearer, body: { slug: 'rehearsal' } })
  const body = { email: newApplicant() }
  const inviteResponse = await send(service.app, 'POST', `${base}/partner-invitations`, { bearer, body })
  expect([inviteResponse.status, inviteResponse.body.data.isMailed]).toEqual([201, false])
  const id = await createTestApplication(service, { id: created.body.data.id })
  await send(service.app, 'POST', `${base}/applications/${id}/approve`, { bearer, body: { version: 1 } })
  const email = newApplicant()
  const addResponse = await send(service.app, 'POST', `${base}/partners`, {
    bearer,
    body: { name: 'Ada', email },
  })
  const partnerId = addResponse.body.data.id
  const requestLink = () =>
    send(service.app, 'POST', '/api/partner/sign-in-links', { body: { email }, ip: someIp() })
  expect((await requestLink()).status).toBe(200)
  await sender.sendDue()
  expect(server.received).toEqual([])
  const linkResponse = await send(service.app, 'POST', `${base}/partners/${partnerId}/sign-in-link`, {
    bearer,
  })
  expect([linkResponse.status, linkResponse.body.error?.message]).toEqual([
    409,
    'Sandbox partners can’t sign in. View the portal as this partner instead.',
  ])
  // Another program still emails the same person.
  const real = `/api/programs/${shop.program.id}/partners`
  await send(service.app, 'POST', real, { bearer, body: { name: 'Ada', email } })
  clock.advance({ hours: 1 })
  expect((await requestLink()).status).toBe(200)
  await sender.sendDue()
  expect(server.received.map(({ to }) => to)).toEqual([[email]])
})

test('welcomes a partner added by the team with their link and the sign-in page, if requested', async () => {
  const { service, joining: onboarding, mailsTo } = await openMailFixture()
  const { call } = onboarding
  await call('PATCH', '', { siteUrl: 'https://shop.example/start?a=1' })
  const add = (body: object) => {
    const email = newApplicant()
    return call('POST', '/partners', { name: 'Ada', email, ...body }).then((response) => ({
      ...response.body,
      email,
    }))
  }
  const welcomed = await add({ code: 'ada-welcome', approved: true, mail: true })
  expect(welcomed.mailed).toBe(true)
  const [mail, ...more] = await mailsTo(welcomed.email)
  expect(more).toEqual([])
  expect(mail?.text).toContain('https://shop.example/start?a=1&aff=ada-welcome')
  expect(mail?.text).toContain(`${service.deps.config.publicUrl}/partner`)
  // An unapproved partner's link doesn't count yet, so the email omits it.
  for (const body of [{ approved: true }, { approved: true, mail: false }, { mail: true }]) {
    const response = await add(body)
    expect(response.mailed).toBe(false)
    expect(await mailsTo(response.email)).toEqual([])
  }
})

test('emails applicants in their form’s language or, without one, in the program’s language', async () => {
  const { joining: onboarding, mailsTo } = await openMailFixture()
  const { call, open, path, post } = onboarding
  await call('PATCH', '/portal-settings', { language: 'fr' })
  const german = newApplicant()
  const page = await open('?lang=de')
  expect(page.text).toContain('<html lang="de">')
  expect(page.text).toContain('Jetzt bewerben')
  const form = { name: 'Ada', email: german, challenge: solveChallenge(page.text) }
  const response = await post({ ...form, 'terms-version': '' }, `${path}?lang=de`)
  expect(response.headers.location).toBe(`${path}/thanks?lang=de`)
  expect((await mailsTo(german))[0]?.text).toContain('Vielen Dank für Ihre Bewerbung')

  expect((await open()).text).toContain('<html lang="fr">')
  const french = newApplicant()
  await onboarding.apply({ email: french })
  expect((await mailsTo(french))[0]?.text).toContain('Merci pour votre candidature à')
})
