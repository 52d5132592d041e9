import { type KeyObject, X509Certificate } from 'node:crypto'

/**
 * Where PayPal serves its certificates. Nothing else in the URL may vary, because it comes from a header of an
 * unverified request.
 */
const CERTIFICATE_URL =
  /^https:\/\/api(?:-m)?(?<sandbox>\.sandbox)?\.paypal\.com\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,100}$/

const LIVE_SUBJECT = 'CN=messageverificationcerts.paypal.com'
const SUBJECTS = {
  live: [LIVE_SUBJECT],
  sandbox: [LIVE_SUBJECT, 'CN=messageverificationcerts.sandbox.paypal.com'],
}

const MIN_KEY_BITS = 2048

export type PayPalEnvironment = keyof typeof SUBJECTS

/** Returns a certificate URL's environment. Undefined for any URL that isn't one of PayPal's. */
export function parseEnvironment(certificateUrl: string): PayPalEnvironment | undefined {
  const match = CERTIFICATE_URL.exec(certificateUrl)
  if (match === null) return undefined
  return match.groups?.sandbox === undefined ? 'live' : 'sandbox'
}

export interface SigningCertificate {
  key: KeyObject
  validFrom: Date
  validTo: Date
}

/**
 * Reads a PayPal signing certificate: its subject and key. PayPal serves it without its issuer's certificate, so no
 * chain to a root can be built; the TLS connection to PayPal's host proves its origin.
 * @returns undefined if it isn't a signing certificate of this environment
 */
export function readCertificate(pem: string, environment: PayPalEnvironment): SigningCertificate | undefined {
  const certificate = parse(pem)
  if (certificate === undefined || certificate.ca) return undefined
  const { publicKey: key, subject } = certificate
  const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  const names = subject.split('\n').filter((part) => part.startsWith('CN='))
  if (names.length !== 1 || !SUBJECTS[environment].some((name) => name === names[0])) return undefined
  if (key.asymmetricKeyType !== 'rsa' || modulusLength < MIN_KEY_BITS) return undefined
  return { key, validFrom: new Date(certificate.validFrom), validTo: new Date(certificate.validTo) }
}

/** Returns whether the certificate is valid at this time. */
export function isCurrent({ validFrom, validTo }: SigningCertificate, now: Date): boolean {
  return validFrom <= now && now <= validTo
}

function parse(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
