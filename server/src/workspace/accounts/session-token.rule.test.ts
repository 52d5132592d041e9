import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readChallenge, readSessionToken } from './session-token.rule.ts'

const TOKEN = 'abcDEF0123456789abcDEF0123456789'
const settings = { cookieName: '__Secure-affiliate.session_token', secret: 'the application secret' }
const signature = (secret = settings.secret) => createHmac('sha256', secret).update(TOKEN).digest('base64')
const SIGNED = `${TOKEN}.${signature()}`
const NAME = settings.cookieName

test.each([
  ['a bare token as bearer', { authorization: `Bearer ${TOKEN}` }, TOKEN],
  ['a signed token as bearer', { authorization: `Bearer ${SIGNED}` }, TOKEN],
  ['a signed token with URL encoding', { authorization: `Bearer ${encodeURIComponent(SIGNED)}` }, TOKEN],
  ['a cookie', { cookie: `${NAME}=${encodeURIComponent(SIGNED)}` }, TOKEN],
  ['a cookie among others', { cookie: `a=b; ${NAME}=${encodeURIComponent(SIGNED)};c=d` }, TOKEN],
  ['no credentials', {}, undefined],
  ['an unsigned token in a cookie', { cookie: `${NAME}=${TOKEN}` }, undefined],
  ['a cookie and a bearer token', { authorization: 'Bearer a.b', cookie: `${NAME}=${SIGNED}` }, undefined],
  ['a cookie with another name', { cookie: `affiliate.session_token=${SIGNED}` }, undefined],
  ['a cookie with a longer name', { cookie: `x${NAME}=${SIGNED}` }, undefined],
  ['the cookie twice', { cookie: `${NAME}=${SIGNED}; ${NAME}=${SIGNED}` }, undefined],
  ['the signature of another secret', { cookie: `${NAME}=${TOKEN}.${signature('another')}` }, undefined],
  ['the signature of another token', { authorization: `Bearer ${TOKEN}x.${signature()}` }, undefined],
  ['a truncated signature', { authorization: `Bearer ${SIGNED.slice(0, -2)}=` }, undefined],
  ['no signature', { authorization: `Bearer ${TOKEN}.` }, undefined],
  ['a token with an invalid character', { authorization: 'Bearer aff_live_1_abc' }, undefined],
  ['invalid URL encoding', { authorization: `Bearer ${TOKEN}.%zz${signature()}` }, undefined],
])('%s', (_, headers: { authorization?: string; cookie?: string }, token) => {
  const { authorization = null, cookie = null } = headers
  expect(readSessionToken({ authorization, cookie }, settings)).toBe(token)
})

const CHALLENGE = '2fa-abcDEF0123456789abcd'
const WAITING = '__Secure-affiliate.two_factor'

test.each([
  ['a two-factor cookie', `${WAITING}=${CHALLENGE}.signature%3D`, CHALLENGE],
  ['a two-factor cookie among others', `a=b; ${WAITING}=${CHALLENGE}.x;c=d`, CHALLENGE],
  ['no cookie', null, undefined],
  ['the cookie of a session', `${NAME}=${SIGNED}`, undefined],
  ['a cookie with a longer name', `x${WAITING}=${CHALLENGE}.x`, undefined],
  ['the cookie twice', `${WAITING}=${CHALLENGE}.x; ${WAITING}=${CHALLENGE}.x`, undefined],
  ['a verification of another kind', `${WAITING}=reset-password:abc.x`, undefined],
  ['no signature', `${WAITING}=${CHALLENGE}`, undefined],
])('a two-factor challenge: %s', (_, cookie, challenge) => {
  expect(readChallenge(cookie, NAME)).toBe(challenge)
})
