import { expect, test } from 'vitest'
import { DEVICE_COOKIE, deviceCookie, knownDevice } from './known-device.rule.ts'

const SECRET = 'a-secret-that-only-the-tests-know-0123456789'
const value = deviceCookie('olga@acme.example', Buffer.alloc(18, 7), SECRET)

test.each([
  ['its account', `${DEVICE_COOKIE}=${value}`, 'olga@acme.example', SECRET, true],
  ['the email in upper case', `${DEVICE_COOKIE}=${value}`, 'OLGA@acme.example', SECRET, true],
  ['among other cookies', `a=b; ${DEVICE_COOKIE}=${value}; c=d`, 'olga@acme.example', SECRET, true],
  ['another account', `${DEVICE_COOKIE}=${value}`, 'pavel@acme.example', SECRET, false],
  ['another secret', `${DEVICE_COOKIE}=${value}`, 'olga@acme.example', `${SECRET}!`, false],
  ['another name', `${DEVICE_COOKIE}=x${value}`, 'olga@acme.example', SECRET, false],
  ['no signature', `${DEVICE_COOKIE}=abc`, 'olga@acme.example', SECRET, false],
  ['an empty signature', `${DEVICE_COOKIE}=`, 'olga@acme.example', SECRET, false],
  ['no cookie', undefined, 'olga@acme.example', SECRET, false],
])('a device with %s is recognized: %s', (_label, cookie, email, secret, isKnown) => {
  expect(knownDevice(cookie, email, secret) !== undefined).toBe(isKnown)
})
