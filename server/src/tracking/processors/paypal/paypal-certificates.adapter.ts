import { callHttp, ResponseTooLongError } from '../../../core/http/http-client.ts'
import { VerificationUnavailableError } from '../processor.ts'
import {
  isCurrent,
  parseEnvironment,
  readCertificate,
  type SigningCertificate,
} from './paypal-certificate.rule.ts'

const LIMITS = {
  timeoutMs: 5_000,
  connectMs: 3_000,
  silenceMs: 3_000,
  /** A certificate is about 3 kB. */
  bytes: 32 * 1024,
  /** PayPal uses one certificate at a time and replaces it once a year. */
  cached: 16,
  cacheMs: 24 * 60 * 60 * 1000,
  /** Anyone can send requests with other certificate URLs. */
  concurrent: 8,
}

/**
 * Downloads a certificate. Returns undefined if there is none at this URL.
 * @throws {VerificationUnavailableError} if the host can't be reached
 */
export type DownloadCertificate = (url: string) => Promise<string | undefined>

/** Returns PayPal's current certificate at a URL, or undefined if it is not a valid one. */
export type FindCertificate = (url: string, now: Date) => Promise<SigningCertificate | undefined>

/** Creates a cache of PayPal's certificates. Concurrent requests for one URL share the download. */
export function createCertificates(
  download: DownloadCertificate = (url) => downloadCertificate(url),
): FindCertificate {
  const cache = new Map<string, { certificate: SigningCertificate; until: number }>()
  const downloads = new Map<string, Promise<SigningCertificate | undefined>>()

  const load = async (url: string, now: Date) => {
    const environment = parseEnvironment(url)
    const pem = environment === undefined ? undefined : await download(url)
    if (environment === undefined || pem === undefined) return undefined
    const certificate = readCertificate(pem, environment)
    if (certificate === undefined || !isCurrent(certificate, now)) return undefined
    if (cache.size >= LIMITS.cached) cache.clear()
    cache.set(url, { certificate, until: now.getTime() + LIMITS.cacheMs })
    return certificate
  }

  return async (url, now) => {
    const cached = cache.get(url)
    if (cached !== undefined && now.getTime() < cached.until && isCurrent(cached.certificate, now))
      return cached.certificate
    const running = downloads.get(url)
    if (running !== undefined) return running
    if (downloads.size >= LIMITS.concurrent)
      throw new VerificationUnavailableError('too many downloads of PayPal certificates')
    const started = load(url, now).finally(() => downloads.delete(url))
    downloads.set(url, started)
    return started
  }
}

/** Requests the URL without credentials. A redirect or client error means that there is no certificate. */
export async function downloadCertificate(
  url: string,
  silenceMs: number = LIMITS.silenceMs,
): Promise<string | undefined> {
  const request = {
    url,
    method: 'GET',
    headers: { 'user-agent': 'affiliate-paypal/1' },
    reads: 'whole',
    maxBytes: LIMITS.bytes,
    silence: { connectMs: LIMITS.connectMs, silenceMs },
  } as const
  try {
    const { status, body } = await callHttp(request, { timeoutMs: LIMITS.timeoutMs })
    if (status === 200) return body.toString('latin1')
    if (status !== 429 && status < 500) return undefined
    throw new VerificationUnavailableError(`PayPal returned ${status} for its certificate`)
  } catch (error) {
    if (error instanceof ResponseTooLongError) return undefined
    if (error instanceof VerificationUnavailableError) throw error
    throw new VerificationUnavailableError('PayPal’s certificate host is unreachable', { cause: error })
  }
}
