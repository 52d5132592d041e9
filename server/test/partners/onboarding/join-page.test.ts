import { describe, expect, it } from 'vitest'
import { send, someIp, startTestService } from '../../harness.ts'
import { openOnboarding } from './join-helpers.ts'

const service = await startTestService()
const { app } = service

const QUESTION = { kind: 'text', text: 'Where do you write?', required: true, choices: [] }
/** Leads to the sign-in page with the program's branding. */
const SIGN_IN = /Already a partner\? <a href="\/partner\/sign-in\?program=[\w-]+">Sign in<\/a>/

describe('join page settings', () => {
  it('allow only invitations by default and keep the ids of questions', async () => {
    const onboarding = await openOnboarding(service)
    const { body } = await onboarding.save({ questions: [QUESTION] })
    const [question] = body.data.questions
    expect(question).toEqual({ id: expect.stringMatching(/^[a-z0-9]{10}$/), ...QUESTION })
    const reworded = { ...question, text: 'Where do you publish?' }
    expect((await onboarding.save({ questions: [reworded] })).body.data.questions).toEqual([reworded])
    expect((await onboarding.call('GET', '/join-page')).body.data).toMatchObject({
      mode: 'approval',
      terms: null,
      termsVersion: null,
      questions: [reworded],
    })
  })

  it('number the terms: changed text creates the next version', async () => {
    const { save } = await openOnboarding(service)
    const versions: (number | null)[] = []
    for (const terms of ['Be kind.', 'Be kind.', null, 'Be kind.', 'Be kinder.']) {
      versions.push((await save({ terms })).body.data.termsVersion)
    }
    expect(versions).toEqual([1, 1, null, 1, 2])
  })

  it.each([
    [{ mode: 'closed' }, 'mode'],
    [{ content: 'x'.repeat(20_001) }, 'content'],
    [{ questions: Array.from({ length: 11 }, () => QUESTION) }, 'questions'],
    [
      {
        questions: [
          { ...QUESTION, id: 'a' },
          { ...QUESTION, id: 'a' },
        ],
      },
      'questions',
    ],
    [{ questions: [{ ...QUESTION, kind: 'choice', choices: ['one'] }] }, 'questions.0.choices'],
    [{ questions: [{ ...QUESTION, kind: 'choice', choices: ['one', 'one '] }] }, 'questions.0.choices'],
    [{ questions: [{ ...QUESTION, choices: ['one', 'two'] }] }, 'questions.0.choices'],
    [{ questions: [{ ...QUESTION, text: ' ' }] }, 'questions.0.text'],
  ])('reject %j', async (settings, field) => {
    const { save } = await openOnboarding(service)
    const { status, body } = await save(settings)
    expect([status, body.error.details.field]).toEqual([400, field])
  })

  it('reject text that would be slow to render', async () => {
    const { call } = await openOnboarding(service)
    for (const [field, text] of [
      ['content', '> a\n'.repeat(101)],
      ['terms', 'a\n'.repeat(1_000)],
    ] as const) {
      const body = { mode: 'open', content: '', questions: [], [field]: text }
      for (const [method, path] of [
        ['PUT', '/join-page'],
        ['POST', '/join-page/preview'],
      ] as const) {
        const { status, body: response } = await call(method, path, body)
        expect([status, response.error.details]).toEqual([400, { field }])
      }
    }
  })
})

describe('GET /join/:slug', () => {
  it('shows the program, its commissions, terms and form, and doesn’t run injected code', async () => {
    const hostileText = '<script>alert(1)</script>"\'&'
    const onboarding = await openOnboarding(service, {
      content: `# Hello\n**Earn** with us ${hostileText} [site](https://acme.test) [bad](javascript:alert(1))`,
      terms: `Be kind. ${hostileText}`,
      questions: [
        { ...QUESTION, text: hostileText },
        { ...QUESTION, kind: 'choice', choices: ['Blog', hostileText] },
      ],
    })
    await onboarding.call('PATCH', '', {
      name: `Acme ${hostileText}`,
      perLeadCommission: { amountCents: 500, currency: 'EUR' },
    })
    await onboarding.call('PATCH', '/branding', { color: '#ffd400' })
    const group = (await onboarding.call('POST', '/partner-groups', { name: 'Best' })).body.data.id
    await onboarding.call('POST', '/commission-policies', { type: 'percent', rateBps: 4321, groupId: group })
    const { status, text, headers } = await onboarding.open()
    expect(status).toBe(200)
    // Group rates are only for partners.
    expect(text).not.toContain('43.21')
    expect(text).toContain('You earn 20% of each sale to a customer you refer')
    expect(text).toContain('You earn €5.00 for every signup')
    expect(text).toContain('<strong>Earn</strong>')
    expect(text).toContain('I accept these terms (version 1).')
    expect(text).toMatch(SIGN_IN)
    expect(text).toContain('--accent:#ffd400;--on-accent:#000000')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('href="javascript')
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script src="/join-page.js" defer>'])
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  it('uses the requested language, then the browser’s, then the program’s', async () => {
    const { path, call } = await openOnboarding(service)
    const languageAt = async (query: string, accepted?: string) => {
      const headers = accepted === undefined ? {} : { 'accept-language': accepted }
      const { body } = await service.app.inject({ url: `${path}${query}`, headers, remoteAddress: someIp() })
      return /<html lang="([^"]+)">/.exec(body)?.[1]
    }
    await call('PATCH', '/portal-settings', { language: 'vi' })
    expect(await languageAt('?lang=es', 'de')).toBe('es')
    expect(await languageAt('', 'nl, pt;q=0.5')).toBe('pt-BR')
    expect(await languageAt('?lang=xx', 'nl')).toBe('vi')
    expect(await languageAt('')).toBe('vi')
    expect(await languageAt('?lang=%22%3E%3Cscript%3E')).toBe('vi')
  })

  it('matches the preview in the settings', async () => {
    const { call, save, open } = await openOnboarding(service)
    const settings = { mode: 'approval', content: 'Welcome **in**', terms: 'Be kind.', questions: [QUESTION] }
    const preview = (await call('POST', '/join-page/preview', settings)).body.data.html
    await save(settings)
    const pageHtml = (await open()).text
    const visible = (html: string) =>
      html.replace(
        /<input type="hidden" name="challenge".*\n<noscript>.*\n|\n<script.*|\n<nav.*|action="[^"]*"|answer-\w+/g,
        '',
      )
    expect(visible(preview)).toBe(visible(pageHtml))
  })

  it('shows that the program is closed, without a form, if it doesn’t accept partners', async () => {
    const { call, save, open, path } = await openOnboarding(service)
    await save({ mode: 'invitation' })
    const html = (await open()).text
    expect(html).toContain('is by invitation only')
    expect(html).toMatch(SIGN_IN)
    expect((await open('?invitation=of-nobody')).text).not.toMatch(SIGN_IN)
    await save({ mode: 'open' })
    for (const change of [
      { closedToNewReferrals: true },
      { closedToNewReferrals: false, status: 'paused' },
    ]) {
      await call('PATCH', '', change)
      const page = await open()
      expect([
        page.status,
        page.text.includes('accepting new partners'),
        page.text.includes('<form'),
        SIGN_IN.test(page.text),
      ]).toEqual([200, true, false, true])
    }
    await call('PATCH', '/branding', { slug: null })
    for (const url of [path, '/join/nobody-has-this', '/join/NOT', '/join/%00', `/join/${'x'.repeat(300)}`]) {
      const unknown = await send(app, 'GET', url)
      expect([unknown.status, unknown.text.includes('There’s no program at this address')]).toEqual([
        404,
        true,
      ])
    }
  })

  it('confirms applications and replies on separate pages that are the same for everyone', async () => {
    const { open, path, post } = await openOnboarding(service)
    for (const [outcome, message] of [
      ['/thanks', 'received your application'],
      ['/answered', 'received your answer'],
    ] as const) {
      const { status, text, headers } = await open(outcome)
      expect([status, text.includes(message), text.includes('<form')]).toEqual([200, true, false])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      expect((await send(app, 'GET', `/join/nobody-has-this${outcome}`)).status).toBe(404)
      expect((await post({}, `${path}${outcome}`)).statusCode).toBe(404)
    }
  })

  it('serves its script from its own URL with an ETag', async () => {
    const first = await send(app, 'GET', '/join-page.js')
    expect([first.status, first.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await send(app, 'GET', '/join-page.js', { headers })).status).toBe(304)
  })
})
