import { describeRequestFailure } from '../../core/http/connection-fault.rule.ts'
import { DOCTOR_HEADER, readDoctorResponse, signDoctorProbe } from '../../core/http/doctor-probe.rule.ts'
import { callHttp, type HttpResponse } from '../../core/http/http-client.ts'
import type { PublicResponse } from './doctor.ts'
import { doctorLimits } from './limits.ts'

/**
 * Sends a request to the service's own public URL. The operator sets the URL, so it may be private. Redirects are not
 * followed, and only the status and headers are read.
 * @param nonce 32 hex digits, never used before
 */
export async function fetchPublicAddress(
  publicUrl: string,
  nonce: string,
  appSecret: string,
): Promise<PublicResponse> {
  try {
    const health = await call({
      url: `${publicUrl}/healthz`,
      method: 'GET',
      headers: { [DOCTOR_HEADER]: signDoctorProbe(nonce, appSecret) },
    })
    const response = health.headers[DOCTOR_HEADER]
    const arrival = readDoctorResponse(typeof response === 'string' ? response : null, nonce, appSecret)
    if (arrival === undefined) {
      return { kind: 'another', status: health.status, location: health.headers.location }
    }
    // Ends a session that doesn't exist. The response clears the cookie, which shows its attributes.
    const signOut = await call({
      url: `${publicUrl}/api/auth/sign-out`,
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(publicUrl).origin },
      body: '{}',
    })
    return {
      kind: 'own',
      isForwarded: arrival.isForwarded,
      ip: arrival.ip,
      cookies: signOut.headers['set-cookie'] ?? [],
    }
  } catch (error) {
    return { kind: 'unreachable', reason: describeRequestFailure(error, doctorLimits.doctorCallMs) }
  }
}

function call(request: {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
}): Promise<HttpResponse> {
  const headers = { 'user-agent': 'affiliate-doctor/1', ...request.headers }
  const timeoutMs = doctorLimits.doctorCallMs
  return callHttp({ ...request, headers, agent: false, reads: 'beginning', maxBytes: 0 }, { timeoutMs })
}
