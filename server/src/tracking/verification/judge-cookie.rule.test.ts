import { expect, test } from 'vitest'
import { type CookieData, judgeCookie } from './judge-cookie.rule.ts'

const PROGRAM = { id: 7, service: 'https://track.example.com', clickId: 'click' }
const FACTS: CookieData = {
  atLanding: 'click',
  later: 'click',
  landingUrl: 'https://www.shop.example/',
  laterUrl: 'https://app.shop.example/signup',
  domains: ['.shop.example'],
  tags: [],
}
const CONFIGURED = {
  src: 'https://track.example.com/js/tracker.js',
  hasRun: true,
  isModule: false,
  programId: '7',
  consent: undefined,
  cookieDomain: 'www.shop.example',
  pageUrl: '',
}

test('passes if the cookie reaches the signup page', () => {
  expect(judgeCookie(FACTS, PROGRAM)).toMatchObject({ status: 'passed' })
})

test.each<[string, Partial<CookieData>, string, RegExp]>([
  ['no cookie', { atLanding: undefined }, 'cookie_not_set', /Allow cookies/],
  [
    'a domain that the browser rejects',
    { atLanding: undefined, tags: [CONFIGURED] },
    'cookie_not_set',
    /Remove data-cookie-domain="www\.shop\.example"/,
  ],
  [
    'a deleted cookie',
    { later: undefined, domains: [] },
    'cookie_lost',
    /deletes the service_click_id cookie/,
  ],
  ['a cookie overwritten on the landing page', { atLanding: 'other' }, 'cookie_lost', /overwrites/],
  ['an overwritten cookie', { later: 'other' }, 'cookie_lost', /overwrites/],
  [
    'a narrow domain',
    { later: undefined, domains: ['www.shop.example'], tags: [CONFIGURED] },
    'cookie_lost',
    /Remove data-cookie-domain="www\.shop\.example"/,
  ],
  [
    'another site',
    { later: undefined, laterUrl: 'https://shop-app.example/signup' },
    'cookie_lost',
    /<script src="https:\/\/track\.example\.com\/js\/pages\.js" data-domains="www\.shop\.example, shop-app\.example" defer>/,
  ],
])('names %s', (_, change, cause, fix) => {
  expect(judgeCookie({ ...FACTS, ...change }, PROGRAM)).toMatchObject({
    status: 'failed',
    cause,
    fix: expect.stringMatching(fix),
  })
})
