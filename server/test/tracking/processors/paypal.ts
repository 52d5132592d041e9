import { sign } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { DownloadCertificate } from '../../../src/tracking/processors/paypal/paypal-certificates.adapter.ts'
import { createProcessors } from '../../../src/tracking/processors/processors.adapter.ts'
import { createCertificate, type TestCertificate } from './certificate.ts'

const LIVE_CERTIFICATE_URL = 'https://api.paypal.com/v1/notifications/certs/CERT-test-live'
export const SANDBOX_CERTIFICATE_URL =
  'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-test-sandbox'

const CERTIFICATES: Readonly<Record<string, TestCertificate>> = {
  [LIVE_CERTIFICATE_URL]: createCertificate({ commonName: 'messageverificationcerts.paypal.com' }),
  [SANDBOX_CERTIFICATE_URL]: createCertificate({
    commonName: 'messageverificationcerts.sandbox.paypal.com',
  }),
}

/** Serves the test certificates as PayPal serves its own. */
export const downloadTestCertificate: DownloadCertificate = async (url) => CERTIFICATES[url]?.pem

/** All processors, with test certificates for PayPal. */
export const testProcessors = createProcessors(
  { stripe: { clientId: undefined, secretKey: undefined, webhookSecret: undefined } },
  downloadTestCertificate,
)

interface SigningOptions {
  webhookId: string
  at: Date
  transmissionId?: string
  certificateUrl?: string
  /** Signs with a key other than the certificate's. */
  certificate?: TestCertificate
}

/** Returns the headers of a delivery signed by PayPal. */
export function signAsPayPal(
  body: string,
  { webhookId, at, ...more }: SigningOptions,
): Record<string, string> {
  const { transmissionId = '0a1b2c3d-0000-11ef-8000-000000000000', certificateUrl = LIVE_CERTIFICATE_URL } =
    more
  const certificate = more.certificate ?? CERTIFICATES[certificateUrl]
  if (certificate === undefined) throw new Error(`there is no certificate at ${certificateUrl}`)
  const time = `${at.toISOString().slice(0, 19)}Z`
  const signed = Buffer.from(`${transmissionId}|${time}|${webhookId}|${crc32(body)}`)
  return {
    'paypal-transmission-id': transmissionId,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': sign('RSA-SHA256', signed, certificate.privateKey).toString('base64'),
    'paypal-cert-url': certificateUrl,
    'paypal-auth-algo': 'SHA256withRSA',
  }
}
