import { expect, test } from 'vitest'
import { judgeLanding } from './judge-landing.rule.ts'
import { otherSite } from './test-link.rule.ts'
import type { Landing, TrackerRequest, TrackerTag } from './verification.ts'

const CLICK_ID = '0190-click'
const PROGRAM = { id: 7, service: 'https://track.example.com', clickId: CLICK_ID }
const LINKED = `https://shop.example/?service_click_id=${CLICK_ID}`
const SCRIPT = 'https://track.example.com/js/tracker.js'

const tag = (change: Partial<TrackerTag> = {}): TrackerTag => ({
  src: SCRIPT,
  hasRun: true,
  isModule: false,
  programId: '7',
  consent: undefined,
  cookieDomain: undefined,
  pageUrl: LINKED,
  ...change,
})

const request = (change: Partial<TrackerRequest> & Pick<TrackerRequest, 'kind'>): TrackerRequest => ({
  url: change.kind === 'script' ? SCRIPT : 'https://track.example.com/api/v1/track/click',
  sent: { affiliate_url: LINKED, program_id: 7 },
  status: 200,
  contentType: change.kind === 'script' ? 'text/javascript' : 'application/json',
  received: { success: true, click_id: CLICK_ID },
  failure: undefined,
  ...change,
})

const SCRIPT_LOADED = request({ kind: 'script' })

const landing = (change: Partial<Landing> = {}): Landing => ({
  unreachable: undefined,
  url: LINKED,
  accepted: undefined,
  cookie: CLICK_ID,
  tags: [tag()],
  requests: [SCRIPT_LOADED, request({ kind: 'click' })],
  violations: [],
  ...change,
})

test.each<[string, Partial<Landing>]>([
  ['the tag', {}],
  [
    'a proxy on the merchant’s own site',
    { tags: [tag({ src: 'https://shop.example/affiliate/js/tracker.js' })] },
  ],
  ['a package, without a tag', { tags: [], requests: [request({ kind: 'click' })] }],
  ['a tag without a program', { tags: [tag({ programId: undefined })] }],
  ['consent', { tags: [tag({ consent: 'required' })], accepted: 'Accept all' }],
  [
    'a click that was repeated after an error',
    {
      requests: [
        SCRIPT_LOADED,
        request({ kind: 'click', status: 503, received: {} }),
        request({ kind: 'click' }),
      ],
    },
  ],
])('passes with %s', (_, change) => {
  const checks = judgeLanding(landing(change), PROGRAM)
  expect(checks.map(({ name, status }) => [name, status])).toEqual([
    ['site', 'passed'],
    ['tracker', 'passed'],
    ['consent', 'passed'],
    ['click', 'passed'],
  ])
})

test.each<[string, string, string | null, string | undefined]>([
  ['the same host', 'https://shop.example/en', 'https://shop.example/?x=1', undefined],
  ['the same host with www', 'https://www.shop.example/', 'https://shop.example/', undefined],
  ['another host', 'https://other.example/', 'https://shop.example/a?x=1', 'https://shop.example/a'],
  ['another port', 'http://localhost:3001/', 'http://localhost:3000/', 'http://localhost:3000/'],
  ['a program without a site', 'http://localhost:3001/', null, undefined],
])('compares the site with the program’s: %s', (_, site, testLink, expected) => {
  expect(otherSite(site, testLink)).toBe(expected)
})

test('warns about a site other than the program’s, and names the program’s site if the page can’t be opened', () => {
  const program = { ...PROGRAM, otherSite: 'https://shop.example/' }
  const url = 'http://localhost:3000/'
  const [site, ...others] = judgeLanding(landing({ url }), program)
  expect(site).toMatchObject({
    status: 'warning',
    cause: 'other_site',
    text: 'opened http://localhost:3000/, but the program’s site, where partner links lead, is https://shop.example/',
    fix: expect.stringContaining('--url https://shop.example/'),
  })
  expect(others.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed'])
  const [unreachable] = judgeLanding(landing({ unreachable: 'it returned 500' }), program)
  expect(unreachable?.fix).toContain('The program’s site is https://shop.example/.')
})

test.each<[string, Partial<Landing>, string, string, RegExp]>([
  ['an unreachable site', { unreachable: 'x' }, 'site', 'site_unreachable', /--url/],
  ['no tracker', { tags: [], requests: [] }, 'tracker', 'tracker_missing', /data-program-id="7" defer/],
  [
    'an error page instead of the tracker, which runs as an empty script',
    { requests: [request({ kind: 'script', contentType: 'text/html' })] },
    'tracker',
    'tracker_not_loaded',
    /data-program-id="7"/,
  ],
  [
    'a tracker that never arrives',
    { tags: [], requests: [request({ kind: 'script', status: undefined })] },
    'tracker',
    'tracker_not_loaded',
    /data-program-id="7"/,
  ],
  [
    'a module',
    { tags: [tag({ isModule: true })], requests: [] },
    'tracker',
    'tracker_not_loaded',
    /type="module"/,
  ],
  [
    'a policy that blocks scripts',
    {
      tags: [tag({ hasRun: false })],
      requests: [],
      violations: [{ directive: 'script-src-elem', blocked: SCRIPT }],
    },
    'tracker',
    'tracker_blocked',
    /Add https:\/\/track\.example\.com to script-src and connect-src/,
  ],
  [
    'a policy that blocks requests',
    {
      requests: [SCRIPT_LOADED],
      violations: [{ directive: 'connect-src', blocked: 'https://track.example.com/api/v1/track/click' }],
    },
    'click',
    'tracker_blocked',
    /Add https:\/\/track\.example\.com to connect-src/,
  ],
  ['another program', { tags: [tag({ programId: '8' })] }, 'tracker', 'wrong_program', /data-program-id="7"/],
  [
    'a package with another program',
    { tags: [], requests: [request({ kind: 'click', sent: { program_id: 8 } })] },
    'tracker',
    'wrong_program',
    /data-program-id="7"/,
  ],
  [
    'missing consent',
    { tags: [tag({ consent: '' })], requests: [SCRIPT_LOADED] },
    'consent',
    'consent_never_given',
    /--accept/,
  ],
  [
    'a banner that doesn’t give consent',
    { tags: [tag({ consent: 'required' })], requests: [SCRIPT_LOADED], accepted: 'OK' },
    'consent',
    'consent_never_given',
    /affiliate\.consent\(true\)/,
  ],
  [
    'a redirect without the query',
    {
      url: 'https://shop.example/en',
      tags: [tag({ pageUrl: 'https://shop.example/en' })],
      requests: [SCRIPT_LOADED],
    },
    'click',
    'query_removed',
    /Keep the query in redirects/,
  ],
  [
    'a link that kept only the code',
    {
      requests: [
        SCRIPT_LOADED,
        request({
          kind: 'click',
          sent: { affiliate_url: 'https://shop.example/?aff=anna' },
          received: { click_id: 'x' },
        }),
      ],
    },
    'click',
    'query_removed',
    /Keep the query in redirects/,
  ],
  ['a tracker that sends nothing', { requests: [SCRIPT_LOADED] }, 'click', 'click_not_sent', /once per page/],
  [
    'a rejected click',
    {
      requests: [
        SCRIPT_LOADED,
        request({ kind: 'click', received: { success: false, message: 'The program is paused.' } }),
      ],
    },
    'click',
    'click_rejected',
    /Fix the problem in the message/,
  ],
  [
    'a click that fails',
    {
      requests: [
        SCRIPT_LOADED,
        request({ kind: 'click', status: undefined, received: {}, failure: 'net::ERR_FAILED' }),
      ],
    },
    'click',
    'click_rejected',
    /reachable for browsers/,
  ],
  [
    'a tracker for another service',
    { requests: [request({ kind: 'click', url: 'https://other.example/api/v1/track/click', received: {} })] },
    'click',
    'wrong_service',
    /https:\/\/track\.example\.com\/js\/tracker\.js/,
  ],
])('names %s', (_, change, name, cause, fix) => {
  const failures = judgeLanding(landing(change), PROGRAM).filter(({ status }) => status === 'failed')
  expect(failures).toMatchObject([{ name, cause, fix: expect.stringMatching(fix) }])
})

test('doesn’t print queries or control characters from pages', () => {
  const evil = '\u001b[31mred\u202e'
  const checks = judgeLanding(
    landing({ url: `https://shop.example/?secret=1&service_click_id=${CLICK_ID}`, accepted: evil }),
    PROGRAM,
  )
  const text = checks.map((check) => check.text).join('\n')
  expect(text).not.toMatch(/secret|\p{Cc}{2}|\p{Bidi_Control}/u)
  expect(text).not.toContain('\u001b')
})
