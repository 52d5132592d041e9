import { expect, it } from 'vitest'
import {
  isCurrent,
  parseEnvironment,
  readCertificate,
} from '../../../src/tracking/processors/paypal/paypal-certificate.rule.ts'
import { createCertificate } from './certificate.ts'

const PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-1a5f47cb'
const LIVE = 'messageverificationcerts.paypal.com'
const SANDBOX = 'messageverificationcerts.sandbox.paypal.com'

it.each([
  [`https://api.paypal.com${PATH}`, 'live'],
  [`https://api-m.paypal.com${PATH}`, 'live'],
  [`https://api.sandbox.paypal.com${PATH}`, 'sandbox'],
  [`https://api-m.sandbox.paypal.com${PATH}`, 'sandbox'],
])('%s is a certificate URL of the %s environment', (url, environment) => {
  expect(parseEnvironment(url)).toBe(environment)
})

it.each([
  '',
  'https://',
  `http://api.paypal.com${PATH}`,
  `//api.paypal.com${PATH}`,
  `ftp://api.paypal.com${PATH}`,
  `https://paypal.com${PATH}`,
  `https://www.paypal.com${PATH}`,
  `https://api.paypal.com.attacker.test${PATH}`,
  `https://attacker.test/api.paypal.com${PATH}`,
  `https://attacker.test#https://api.paypal.com${PATH}`,
  `https://attackerapi.paypal.com${PATH}`,
  `https://api-paypal.com${PATH}`,
  `https://apixpaypal.com${PATH}`,
  `https://api.paypal.com@attacker.test${PATH}`,
  `https://user:password@api.paypal.com${PATH}`,
  `https://api.paypal.com:8443${PATH}`,
  `https://api.paypal.com:443${PATH}`,
  `https://api.paypal.com\\@attacker.test${PATH}`,
  `https://api.paypal.com\\.attacker.test${PATH}`,
  `https://api.paypal.com.${PATH}`,
  `https://api.раураl.com${PATH}`,
  `https://api\u3002paypal.com${PATH}`,
  `https://api.PayPal.com${PATH}`,
  `https://127.0.0.1${PATH}`,
  `https://[::1]${PATH}`,
  ` https://api.paypal.com${PATH}`,
  `https://api.paypal.com${PATH}\n`,
  `https://api.paypal.com\n.attacker.test${PATH}`,
  `https://api.paypal.com/v1/notifications/certs/`,
  `https://api.paypal.com/v1/notifications/certs/../../oauth2/token`,
  `https://api.paypal.com/v1/notifications/certs/%2e%2e/x`,
  `https://api.paypal.com${PATH}?x=1`,
  `https://api.paypal.com${PATH}#x`,
  `https://api.paypal.com/v1/notifications/certs/${'A'.repeat(101)}`,
  `https://api.paypal.com/signin?returnUri=https://attacker.test`,
])('%s is not a certificate URL', (url) => {
  expect(parseEnvironment(url)).toBeUndefined()
})

it('a certificate must have its environment’s name and a strong RSA key', () => {
  const live = createCertificate({ commonName: LIVE })
  expect(readCertificate(live.pem, 'live')?.key.asymmetricKeyType).toBe('rsa')
  expect(readCertificate(live.pem, 'sandbox')).toBeDefined()
  expect(readCertificate(createCertificate({ commonName: SANDBOX }).pem, 'sandbox')).toBeDefined()
})

it.each([
  ['of the sandbox', createCertificate({ commonName: SANDBOX }).pem],
  ['of another name', createCertificate({ commonName: `x.${LIVE}` }).pem],
  ['of a name that contains it', createCertificate({ commonName: `attacker\nCN=${LIVE}` }).pem],
  ['with a weak key', createCertificate({ commonName: LIVE, bits: 1024 }).pem],
  ['that is text', 'not found'],
  ['that is empty', ''],
  ['that is broken', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
])('a certificate %s is rejected', (_what, pem) => {
  expect(readCertificate(pem, 'live')).toBeUndefined()
})

it('a certificate is accepted only while it is valid', () => {
  const [from, to] = ['2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'].map((text) => new Date(text))
  if (from === undefined || to === undefined) throw new Error('impossible')
  const { pem } = createCertificate({ commonName: LIVE, validFrom: from, validTo: to })
  const certificate = readCertificate(pem, 'live')
  if (certificate === undefined) throw new Error('the certificate was rejected')
  const at = (ms: number, time: Date) => isCurrent(certificate, new Date(time.getTime() + ms))
  expect([at(-1, from), at(0, from), at(0, to), at(1, to)]).toEqual([false, true, true, false])
})
