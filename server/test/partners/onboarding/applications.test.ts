import { describe, expect, it, vi } from 'vitest'
import { limits } from '../../../src/core/config/limits.ts'
import { onboardingLimits } from '../../../src/partners/onboarding/limits.ts'
import { purgeOnboarding } from '../../../src/partners/onboarding/purge-onboarding.job.ts'
import {
  concurrently,
  createTestApplication,
  createTestPartner,
  send,
  signInMember,
  someIp,
  startTestService,
} from '../../harness.ts'
import {
  newApplicant,
  type Onboarding,
  openOnboarding,
  parseChallenge,
  solveAsPage,
  solveChallenge,
} from './join-helpers.ts'

const service = await startTestService()
const { app, clock, deps } = service

const decide = ({ call }: Onboarding, id: number, verb: string, body: object, as?: string) =>
  call('POST', `/applications/${id}/${verb}`, body, as)
const kinds = (steps: { kind: string }[]) => steps.map(({ kind }) => kind)

describe('POST /join/:slug', () => {
  it('creates a pending application with its answers and accepted terms', async () => {
    const onboarding = await openOnboarding(service, { terms: 'Be kind.' })
    const question = { kind: 'text', text: 'Where?', required: true, choices: [] }
    const saveResponse = await onboarding.save({ terms: 'Be kinder.', questions: [question] })
    const { id } = saveResponse.body.data.questions[0]
    const email = newApplicant()
    const form = { email: ` ${email.toUpperCase()} `, website: 'https://ada.test', terms: 'accepted' }
    const applyResponse = await onboarding.apply({ ...form, [`answer-${id}`]: 'On my blog' })
    expect([applyResponse.statusCode, applyResponse.headers.location, applyResponse.body]).toEqual([
      303,
      `${onboarding.path}/thanks`,
      '',
    ])
    await onboarding.save({ terms: 'Be kinder.', questions: [{ ...question, id, text: 'Since when?' }] })
    const [application] = await onboarding.applications()
    expect(application).toEqual({
      id: expect.any(Number),
      status: 'pending',
      version: 1,
      name: 'Ada',
      email,
      website: 'https://ada.test',
      answers: [{ id, question: 'Where?', answer: 'On my blog' }],
      termsVersion: 2,
      partnerId: null,
      isInvited: false,
      createdAt: clock.now().toISOString(),
      changedAt: clock.now().toISOString(),
    })
    expect(await onboarding.partners()).toHaveLength(1)
  })

  it('creates and counts a partner with a link immediately if the program is open', async () => {
    const onboarding = await openOnboarding(service, { mode: 'open' })
    const email = newApplicant()
    expect((await onboarding.apply({ email, name: ' Ada ' })).statusCode).toBe(303)
    const [application] = await onboarding.applications()
    expect(application).toMatchObject({ status: 'approved', email })
    const partner = (await onboarding.partners()).find((one: { email: string }) => one.email === email)
    expect(partner).toMatchObject({ id: application.partnerId, name: 'Ada', status: 'approved' })
    expect(partner.links).toHaveLength(1)
    const { steps } = await onboarding.details(application.id)
    expect(kinds(steps)).toEqual(['applied', 'approved'])
    expect(steps[1]).toMatchObject({ by: null, message: 'Approved automatically.' })
    const statistics = await deps.database.kysely
      .selectFrom('daily_stats')
      .select(({ fn }) => fn.sum<string>('partners').as('partners'))
      .where('program_id', '=', onboarding.program.id)
      .executeTakeFirstOrThrow()
    expect(Number(statistics.partners)).toBe(1)
  })

  it('keeps the submitted values if one is invalid, and writes nothing', async () => {
    const onboarding = await openOnboarding(service, { terms: 'Be kind.' })
    const sent = await onboarding.apply({ name: '<b>"Ada"', email: 'nobody', website: 'javascript:alert(1)' })
    expect(sent.statusCode).toBe(400)
    for (const field of ['email', 'website', 'terms']) expect(sent.body).toContain(`id="${field}-fault"`)
    const summary =
      /<div class="alert" role="alert" tabindex="-1" autofocus>.*<\/div>/.exec(sent.body)?.[0] ?? ''
    expect(
      [...summary.matchAll(/<a href="#([\w-]+)">([^<]+)<\/a>/g)].map(([, to, label]) => [to, label]),
    ).toEqual([
      ['email', 'Email'],
      ['website', 'Website'],
      ['terms', 'Terms'],
    ])
    expect(sent.body).toContain('value="&lt;b&gt;&quot;Ada&quot;"')
    const stale = await onboarding.apply({ email: newApplicant(), terms: 'accepted', 'terms-version': '0' })
    expect([stale.statusCode, stale.body.includes('The terms have changed')]).toEqual([400, true])
    expect(await onboarding.applications()).toEqual([])
  })

  it('requires a recent, unused proof of work for this program', async () => {
    const onboarding = await openOnboarding(service)
    const other = await openOnboarding(service)
    const form = () => ({ name: 'Ada', email: newApplicant(), 'terms-version': '' })
    const page = parseChallenge((await onboarding.open()).text)
    const validSolution = JSON.stringify({ challenge: page, solution: solveAsPage(page.parameters) })
    const foreignSolution = solveChallenge((await other.open()).text)
    const { challenge, solution } = JSON.parse(validSolution)
    const modified = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
    const forged = [
      '',
      'null',
      '{}',
      '[]',
      '{"challenge":{},"solution":{}}',
      'x'.repeat(3_000),
      '['.repeat(1_900),
      foreignSolution,
      JSON.stringify({
        challenge,
        solution: { ...solution, counter: solution.counter + 1, derivedKey: '00'.repeat(32) },
      }),
      JSON.stringify({ challenge: modified, solution }),
      JSON.stringify({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
      JSON.stringify({ challenge: { ...challenge, signature: ['0'] }, solution }),
      JSON.stringify({ challenge: { ...challenge, parameters: null }, solution }),
    ]
    for (const one of forged) {
      const sent = await onboarding.post({ ...form(), challenge: one })
      expect([sent.statusCode, sent.body.includes('verify that you’re not a robot')]).toEqual([400, true])
    }
    const responses = await concurrently(10, () => onboarding.post({ ...form(), challenge: validSolution }))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([303, ...Array(9).fill(400)])
    for (const { statusCode, body } of responses) {
      expect(body.includes('This form was already sent')).toBe(statusCode === 400)
    }
    expect(await onboarding.applications()).toHaveLength(1)
    const lateSolution = solveChallenge((await onboarding.open()).text)
    const openedAt = clock.now()
    clock.advance({ minutes: onboardingLimits.challengeMinutes, ms: 1 })
    expect((await onboarding.post({ ...form(), challenge: lateSolution })).statusCode).toBe(400)
    clock.set(openedAt)
  })

  it('returns the same response and writes the same rows for every kind of email', async () => {
    const onboarding = await openOnboarding(service, { mode: 'open' })
    const { program, call } = onboarding
    const existingPartner = await createTestPartner(service, program)
    const rejectedPartner = await createTestPartner(service, program, 'rejected')
    const repeatApplicant = newApplicant()
    await onboarding.apply({ email: repeatApplicant })
    const rejectedApplicant = newApplicant()
    const rejectedId = await createTestApplication(service, program, rejectedApplicant)
    expect((await decide(onboarding, rejectedId, 'reject', { version: 1, reason: 'No.' })).status).toBe(200)
    const emails = [
      newApplicant(),
      `${existingPartner.code}@partners.test`,
      `${rejectedPartner.code}@partners.test`,
      repeatApplicant,
      rejectedApplicant,
    ]
    const responses = []
    for (const email of emails) responses.push(await onboarding.apply({ email }))
    expect(new Set(responses.map(({ body, statusCode }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(new Set(responses.map(({ headers }) => headers.location))).toEqual(
      new Set([`${onboarding.path}/thanks`]),
    )
    const names = (headers: object) => Object.keys(headers).sort().join()
    expect(new Set(responses.map(({ headers }) => names(headers))).size).toBe(1)
    const applications = await onboarding.applications()
    const findStatus = (email?: string) =>
      applications.find((one: { email: string }) => one.email === email)?.status
    // The team sees the outcome: the rejected partner is waiting for a decision, and the declined applicant stays
    // declined.
    expect(emails.map(findStatus)).toEqual(['approved', 'approved', 'pending', 'approved', 'rejected'])
    expect(kinds((await onboarding.details(rejectedId)).steps)).toEqual([
      'applied',
      'rejected',
      'applied_again',
    ])
    const partner = (await call('GET', `/partners/${rejectedPartner.partnerId}`)).body.data
    expect(partner.status).toBe('rejected')
  })

  it.each(['open', 'approval'])(
    'creates one application for 12 concurrent requests with one email, and accepts five of them (%s)',
    async (mode) => {
      const onboarding = await openOnboarding(service, { mode })
      const email = newApplicant()
      const pages = await Promise.all(Array.from({ length: 12 }, () => onboarding.open()))
      const solutions = pages.map(({ text }) => solveChallenge(text))
      const responses = await concurrently(12, (n) =>
        onboarding.post({ name: 'Ada', email, 'terms-version': '', challenge: solutions[n] ?? '' }),
      )
      const statuses = responses.map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 303)).toHaveLength(5)
      expect(statuses.filter((status) => status === 429)).toHaveLength(7)
      const [application, ...more] = await onboarding.applications()
      expect(more).toEqual([])
      const partnersWithEmail = (await onboarding.partners()).filter(
        (one: { email: string }) => one.email === email,
      )
      expect(partnersWithEmail).toHaveLength(mode === 'open' ? 1 : 0)
      const { steps } = await onboarding.details(application.id)
      expect(steps.map(({ step }: { step: number }) => step)).toEqual(
        steps.map((_: unknown, n: number) => n + 1),
      )
      expect(kinds(steps).filter((kind) => kind === 'applied_again')).toHaveLength(4)
    },
  )

  it('doesn’t run queries when it is rate limited, and a replayed solution doesn’t count as an attempt', async () => {
    const onboarding = await openOnboarding(service)
    const ip = someIp()
    const challenge = solveChallenge((await onboarding.open()).text)
    const email = newApplicant()
    expect(
      (
        await onboarding.post(
          { name: 'Eve', email: newApplicant(), 'terms-version': '', challenge },
          onboarding.path,
          ip,
        )
      ).statusCode,
    ).toBe(303)
    for (let n = 0; n < limits.applicationsPerEmail + 1; n++) {
      const replay = await onboarding.post(
        { name: 'Ada', email, 'terms-version': '', challenge },
        onboarding.path,
        ip,
      )
      expect(replay.statusCode).toBe(400)
    }
    expect((await onboarding.apply({ email })).statusCode).toBe(303)
    for (let n = 0; n < limits.applicationsPerAddress; n++)
      await onboarding.post({ email: 'x' }, onboarding.path, ip)
    const runSpy = vi.spyOn(service.database, 'run')
    const rejection = await onboarding.post({ email: 'x' }, '/join/nobody-has-this', ip)
    expect([rejection.statusCode, runSpy.mock.calls.length]).toEqual([429, 0])
    runSpy.mockRestore()
  })

  it('has a rate limit per IP address and per email', async () => {
    const { post, apply, path } = await openOnboarding(service)
    const ip = someIp()
    const sent = await concurrently(limits.applicationsPerAddress + 1, () => post({ email: 'x' }, path, ip))
    expect(sent.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
    const email = newApplicant()
    const statuses: number[] = []
    for (let n = 0; n <= limits.applicationsPerEmail; n++) statuses.push((await apply({ email })).statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, -1).every((status) => status === 303)).toBe(true)
  })

  it('limits a form’s size and number of fields', async () => {
    const { post } = await openOnboarding(service)
    expect((await post({ name: 'x'.repeat(70_000) })).statusCode).toBe(413)
    const manyFields = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, 'x']))
    expect((await post(manyFields)).statusCode).toBe(413)
  })
})

describe('the application inbox', () => {
  it('approves an application once for concurrent requests and creates a partner with a link', async () => {
    const onboarding = await openOnboarding(service)
    const { program } = onboarding
    const id = await createTestApplication(service, program)
    const second = await signInMember(service, program, { role: 'admin' })
    const responses = await Promise.all([
      decide(onboarding, id, 'approve', { version: 1 }),
      decide(onboarding, id, 'reject', { version: 1, reason: 'No.' }, second),
      decide(onboarding, id, 'approve', { version: 1 }, second),
      decide(onboarding, id, 'request-info', { version: 1, question: 'Where?' }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    for (const { body } of responses.filter(({ status }) => status === 409)) {
      expect(body.error.message).toMatch(/^This application was .* by Sam/)
    }
    expect((await onboarding.details(id)).steps).toHaveLength(2)
  })

  it('creates the partner in the decision’s transaction and records who decided', async () => {
    const onboarding = await openOnboarding(service)
    const email = newApplicant()
    const id = await createTestApplication(service, onboarding.program, email)
    const { status, body } = await decide(onboarding, id, 'approve', { version: 1 })
    expect([status, body.data.status, body.data.version]).toEqual([200, 'approved', 2])
    expect(body.data.steps[1]).toMatchObject({ kind: 'approved', by: 'Sam' })
    const partner = (await onboarding.call('GET', `/partners/${body.data.partnerId}`)).body.data
    expect(partner).toMatchObject({ email, status: 'approved', links: [{ status: 'active' }] })
    const again = await decide(onboarding, id, 'approve', { version: 2 })
    expect([again.status, again.body.error.message]).toEqual([
      409,
      'This application is already approved. Nothing was changed.',
    ])
    // The decision can be changed, along with the partner's.
    await decide(onboarding, id, 'reject', { version: 2, reason: ' It did not work out. ' })
    expect((await onboarding.call('GET', `/partners/${body.data.partnerId}`)).body.data.status).toBe(
      'rejected',
    )
    expect((await onboarding.details(id)).steps[2]).toMatchObject({ message: 'It did not work out.' })
  })

  it('stays in sync with decisions on partners', async () => {
    const onboarding = await openOnboarding(service)
    const { program, call, details } = onboarding
    const pending = await createTestPartner(service, program, 'pending')
    await onboarding.apply({ email: `${pending.code}@partners.test` })
    const [{ id, partnerId }] = await onboarding.applications()
    expect(partnerId).toBe(pending.partnerId)
    await call('POST', `/partners/${pending.partnerId}/approve`)
    expect(await details(id)).toMatchObject({ status: 'approved', version: 2 })
    await call('POST', `/partners/${pending.partnerId}/reject`)
    expect((await details(id)).status).toBe('rejected')
    await decide(onboarding, id, 'approve', { version: 3 })
    expect((await call('GET', `/partners/${pending.partnerId}`)).body.data.status).toBe('approved')

    const email = newApplicant()
    const waiting = await createTestApplication(service, program, email)
    const response = await call('POST', '/partners', { name: 'Ada', email, approved: true })
    expect(await details(waiting)).toMatchObject({ status: 'approved', partnerId: response.body.data.id })
    expect((await details(waiting)).steps[1]).toMatchObject({ kind: 'approved', by: 'Sam' })
  })

  it('lets an applicant answer a question once by link, which expires with the reply, after 14 days or with another question', async () => {
    const onboarding = await openOnboarding(service)
    const id = await createTestApplication(service, onboarding.program)
    const first = await decide(onboarding, id, 'request-info', {
      version: 1,
      question: 'How many <readers>?\nAnd where?',
    })
    const toPath = (url: string) => url.slice(deps.config.publicUrl.length)
    const old = toPath(first.body.data.answerUrl)
    expect(first.body.data.application.status).toBe('info_requested')
    const second = await decide(onboarding, id, 'request-info', {
      version: 2,
      question: 'How many <readers>?',
    })
    const path = toPath(second.body.data.answerUrl)
    expect((await send(app, 'GET', old)).status).toBe(404)
    const opened = await send(app, 'GET', path)
    expect([opened.status, opened.text.includes('How many &lt;readers&gt;?')]).toEqual([200, true])
    // Opening changes nothing, because email scanners open links.
    expect((await onboarding.details(id)).status).toBe('info_requested')
    for (const response of ['', ' ', 'x'.repeat(5_001)]) {
      expect((await onboarding.post({ answer: response }, path)).statusCode).toBe(400)
    }
    const responses = await concurrently(5, (n) => onboarding.post({ answer: `Answer ${n}` }, path))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([303, 404, 404, 404, 404])
    expect(responses.find(({ statusCode }) => statusCode === 303)?.headers.location).toBe(
      `${onboarding.path}/answered`,
    )
    const { status, steps } = await onboarding.details(id)
    expect([status, kinds(steps)]).toEqual([
      'pending',
      ['applied', 'info_requested', 'info_requested', 'answered'],
    ])
    expect((await send(app, 'GET', path)).status).toBe(404)
    const third = await decide(onboarding, id, 'request-info', { version: 4, question: 'And?' })
    const before = clock.now()
    clock.advance({ days: 14 })
    expect((await send(app, 'GET', toPath(third.body.data.answerUrl))).status).toBe(404)
    clock.set(before)
    await decide(onboarding, id, 'reject', { version: 5 })
    expect((await decide(onboarding, id, 'request-info', { version: 6, question: 'And?' })).status).toBe(409)
  })

  it('requires a join page for a question, because the reply link needs it', async () => {
    const onboarding = await openOnboarding(service)
    const id = await createTestApplication(service, onboarding.program)
    await onboarding.call('PATCH', '/branding', { slug: null })
    const requested = await decide(onboarding, id, 'request-info', { version: 1, question: 'How many?' })
    expect([requested.status, requested.body.error.message]).toEqual([
      409,
      'The program has no join page for the reply. Set its URL in Settings → Join page first.',
    ])
    expect(await onboarding.details(id)).toMatchObject({ status: 'pending', version: 1 })
  })

  it('filters by status and search, and requires tracking:list', async () => {
    const onboarding = await openOnboarding(service)
    const email = newApplicant()
    const id = await createTestApplication(service, onboarding.program, email)
    await createTestApplication(service, onboarding.program)
    await decide(onboarding, id, 'reject', { version: 1 })
    const ids = async (query: string) =>
      (await onboarding.applications(query)).map((one: { id: number }) => one.id)
    expect(await ids('?status=rejected')).toEqual([id])
    expect(await ids(`?search=${email.slice(0, 20).toUpperCase()}`)).toEqual([id])
    expect(await ids('?search=%25')).toEqual([])
    const viewer = await signInMember(service, onboarding.program, { role: 'viewer' })
    expect((await onboarding.call('GET', '/applications', undefined, viewer)).status).toBe(200)
    expect((await decide(onboarding, id, 'approve', { version: 2 }, viewer)).status).toBe(403)
    const other = await openOnboarding(service)
    expect((await decide(other, id, 'approve', { version: 2 })).status).toBe(404)
    expect((await other.call('GET', `/applications/${id}`)).status).toBe(404)
  })
})

describe('an invitation', () => {
  const invite = async ({ call }: Onboarding, body: object = {}) => {
    const { status, body: response } = await call('POST', '/partner-invitations', body)
    expect(status).toBe(201)
    const token: string = response.data.url.split('?invitation=')[1]
    return { invitation: response.data, isMailed: response.data.isMailed, token }
  }

  it('lets one partner join immediately in every mode and is then used up', async () => {
    const onboarding = await openOnboarding(service, { mode: 'invitation' })
    const { token, invitation, isMailed } = await invite(onboarding)
    expect([invitation.state, invitation.invitedBy, isMailed]).toEqual(['open', 'Sam', false])
    expect((await onboarding.open(`?invitation=${token}`)).text).toContain('Sam invited you.')
    const pages = await Promise.all(Array.from({ length: 5 }, () => onboarding.open(`?invitation=${token}`)))
    const solved = pages.map(({ text }) => solveChallenge(text))
    const responses = await concurrently(5, (n) =>
      onboarding.post({
        name: 'Ada',
        email: newApplicant(),
        'terms-version': '',
        invitation: token,
        challenge: solved[n] ?? '',
      }),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403, 403, 403])
    const [application, ...more] = await onboarding.applications()
    expect(more).toEqual([])
    expect(application).toMatchObject({ status: 'approved', isInvited: true })
    const { steps } = await onboarding.details(application.id)
    expect(steps[1]).toMatchObject({ by: 'Sam', message: 'Invited by Sam.' })
    const [invitationRow] = (await onboarding.call('GET', '/partner-invitations')).body.data
    expect(invitationRow.state).toBe('used')
    expect((await onboarding.open(`?invitation=${token}`)).text).toContain('This invitation has expired')
  })

  it('works before the join page is set up, which only invited partners can open', async () => {
    const onboarding = await openOnboarding(service)
    const { token } = await invite(onboarding)
    await service.database.kysely
      .deleteFrom('join_pages')
      .where('program_id', '=', onboarding.program.id)
      .execute()
    expect((await onboarding.open()).text).toContain('accepting new partners')
    expect((await onboarding.open(`?invitation=${token}`)).text).toContain('Sam invited you.')
    const email = newApplicant()
    expect((await onboarding.apply({ name: 'Ada', email }, token)).statusCode).toBe(303)
    expect(await onboarding.applications()).toMatchObject([{ status: 'approved', email }])
  })

  it('works only for its email and reverses a rejection', async () => {
    const onboarding = await openOnboarding(service, { mode: 'invitation' })
    const email = newApplicant()
    const id = await createTestApplication(service, onboarding.program, email)
    await decide(onboarding, id, 'reject', { version: 1 })
    const { token } = await invite(onboarding, { email: ` ${email.toUpperCase()} ` })
    await onboarding.apply({ email: newApplicant() }, token)
    expect(await onboarding.applications()).toMatchObject([
      { id, email, status: 'approved', isInvited: true },
    ])
  })

  it('does not reverse a rejection if it is for anyone, but is still used up', async () => {
    const onboarding = await openOnboarding(service)
    const email = newApplicant()
    const id = await createTestApplication(service, onboarding.program, email)
    await decide(onboarding, id, 'reject', { version: 1 })
    const { token } = await invite(onboarding)
    expect((await onboarding.apply({ email }, token)).statusCode).toBe(303)
    expect((await onboarding.details(id)).status).toBe('rejected')
    expect((await onboarding.call('GET', '/partner-invitations')).body.data[0].state).toBe('used')
  })

  it('can be revoked, expires after 30 days and is stored as a hash', async () => {
    const onboarding = await openOnboarding(service)
    const { token, invitation } = await invite(onboarding)
    const revoke = () => onboarding.call('POST', `/partner-invitations/${invitation.id}/revoke`)
    expect((await revoke()).body.data.state).toBe('revoked')
    expect((await revoke()).status).toBe(409)
    expect((await onboarding.open(`?invitation=${token}`)).text).toContain('This invitation has expired')
    const other = await invite(onboarding)
    const before = clock.now()
    clock.advance({ days: 30 })
    expect((await onboarding.open(`?invitation=${other.token}`)).text).toContain(
      'This invitation has expired',
    )
    clock.set(before)
    const rows = await deps.database.kysely.selectFrom('join_invitations').selectAll().execute()
    expect(JSON.stringify(rows.map((row) => [row, row.token_hash.toString('latin1')]))).not.toContain(token)
  })

  it('requires a valid email', async () => {
    const onboarding = await openOnboarding(service)
    const bad = await onboarding.call('POST', '/partner-invitations', { email: 'a@b.test, c@d.test' })
    expect([bad.status, bad.body.error.details]).toEqual([400, { field: 'email' }])
    for (const email of [null, '']) {
      const lost = await onboarding.call('POST', '/partner-invitations', { email })
      expect([lost.status, lost.body.error.details]).toEqual([400, { field: 'email' }])
    }
  })

  it('gives a program without a slug an available one derived from its name; the team can change the slug', async () => {
    const taken = await openOnboarding(service)
    const onboarding = await openOnboarding(service)
    const { body } = await onboarding.call('PATCH', '', { name: 'Blue Hat' })
    expect(body.data.name).toBe('Blue Hat')
    await onboarding.call('PATCH', '/branding', { slug: null })
    const { invitation } = await invite(onboarding)
    const [, slug] = /\/join\/([^?]+)\?/.exec(invitation.url) ?? []
    expect(slug).toBe('blue-hat')
    expect((await onboarding.call('GET', '/branding')).body.data.slug).toBe(slug)
    await onboarding.call('PATCH', '/branding', { slug: null })
    expect((await taken.call('PATCH', '/branding', { slug })).status).toBe(200)
    const second = await invite(onboarding)
    expect(second.invitation.url).toMatch(/\/join\/blue-hat-[0-9a-f]{8}\?/)
  })
})

it('deletes applications rejected two years ago with their history, and nothing else', async () => {
  const ownService = await startTestService({ ownDatabase: true })
  const onboarding = await openOnboarding(ownService)
  const rejected = await createTestApplication(ownService, onboarding.program)
  await decide(onboarding, rejected, 'reject', { version: 1 })
  const waiting = await createTestApplication(ownService, onboarding.program)
  await onboarding.apply({ email: newApplicant() })
  ownService.clock.advance({ days: onboardingLimits.rejectedApplicationDays, ms: -1 })
  // Includes the solved challenge.
  expect(await purgeOnboarding(ownService.deps)).toBe(1)
  ownService.clock.advance({ ms: 1 })
  expect(await purgeOnboarding(ownService.deps)).toBe(1)
  const remaining = (await ownService.database.kysely.selectFrom('applications').select('id').execute()).map(
    ({ id }) => id,
  )
  expect(remaining).toContain(waiting)
  expect(remaining).not.toContain(rejected)
})

describe('POST /applications/approve and /applications/reject', () => {
  const select = async ({ call }: Onboarding, query: string) =>
    (await call('GET', `/applications/selection${query}`)).body.data

  it('decides exactly the selected applications and skips those that have changed since', async () => {
    const onboarding = await openOnboarding(service)
    const { program, call } = onboarding
    const ids: number[] = []
    for (let n = 0; n < 4; n++) ids.push(await createTestApplication(service, program))
    const [first, second, third, fourth] = ids
    const { applications, isComplete } = await select(onboarding, '?status=pending')
    expect(isComplete).toBe(true)
    expect(applications).toEqual(ids.toReversed().map((id) => ({ id, version: 1, status: 'pending' })))
    const later = await createTestApplication(service, program)
    await decide(onboarding, Number(first), 'approve', { version: 1 })
    await decide(onboarding, Number(second), 'reject', { version: 1 })
    const approved = await call('POST', '/applications/approve', {
      applications: applications.map(({ id, version }: { id: number; version: number }) => ({ id, version })),
    })
    const expected = { decided: 2, unchanged: 1, skipped: [{ id: second, reason: 'changed' }] }
    expect([approved.status, approved.body.data]).toEqual([200, expected])
    expect(await select(onboarding, '?status=pending')).toMatchObject({ applications: [{ id: later }] })
    const { steps, partnerId } = await onboarding.details(Number(fourth))
    expect(kinds(steps)).toEqual(['applied', 'approved'])
    const partner = (await onboarding.partners()).find(({ id }: { id: number }) => id === partnerId)
    expect([partner.status, partner.links.length]).toEqual(['approved', 1])

    const again = await call('POST', '/applications/approve', {
      applications: [third, fourth].map((id) => ({ id, version: 1 })),
    })
    expect(again.body.data).toEqual({ decided: 0, unchanged: 2, skipped: [] })
    const rejected = await call('POST', '/applications/reject', {
      applications: [
        { id: fourth, version: 2 },
        { id: later, version: 1 },
        { id: 999_999, version: 1 },
      ],
      reason: 'Not a fit.',
    })
    expect(rejected.body.data).toEqual({
      decided: 2,
      unchanged: 0,
      skipped: [{ id: 999_999, reason: 'not_found' }],
    })
    const { steps: history } = await onboarding.details(later)
    expect(history.at(-1)).toMatchObject({ kind: 'rejected', message: 'Not a fit.' })
    expect((await onboarding.partners()).find(({ id }: { id: number }) => id === partnerId).status).toBe(
      'rejected',
    )
  })

  it('rejects lists that are empty, too long or ambiguous, and roles that can’t manage partners', async () => {
    const onboarding = await openOnboarding(service)
    const id = await createTestApplication(service, onboarding.program)
    const tooManyApplications = Array.from({ length: onboardingLimits.decisionsPerRequest + 1 }, (_, n) => ({
      id: n + 1,
      version: 1,
    }))
    const twice = [
      { id, version: 1 },
      { id, version: 2 },
    ]
    for (const applications of [[], tooManyApplications, twice]) {
      const { status, body } = await onboarding.call('POST', '/applications/approve', { applications })
      expect([status, body.error.details.field]).toEqual([400, 'applications'])
    }
    const viewer = await signInMember(service, onboarding.program, { role: 'viewer' })
    const applications = [{ id, version: 1 }]
    const denied = await onboarding.call('POST', '/applications/approve', { applications }, viewer)
    expect(denied.status).toBe(403)
    expect((await onboarding.details(id)).status).toBe('pending')
  })
})
