import { expect, it } from 'vitest'
import { partnerSignInLink } from './partner-addresses.rule.ts'

it('keeps the token of a sign-in link in the fragment, which no server receives', () => {
  const url = new URL(partnerSignInLink('https://acme.test', 'abc'))
  expect([url.pathname, url.search, url.hash]).toEqual(['/partner/sign-in', '', '#abc'])
})
