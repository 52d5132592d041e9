import { expect, it } from 'vitest'
import { partnerSignInLink } from './partner-addresses.rule.ts'

it('keeps a sign-in link’s token in the fragment, which no server receives', () => {
  const url = new URL(partnerSignInLink('https://acme.test', 'abc'))
  expect([url.pathname, url.search, url.hash]).toEqual(['/partner/sign-in', '', '#abc'])
})
