import { expect, it } from 'vitest'
import { partnerSignInLink } from './partner-addresses.rule.ts'

it('the token of a sign-in link reaches no server: it is behind the # of its page', () => {
  const url = new URL(partnerSignInLink('https://acme.test', 'abc'))
  expect([url.pathname, url.search, url.hash]).toEqual(['/partner/sign-in', '', '#abc'])
})
