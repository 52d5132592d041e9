import { limits } from '../platform/config.ts'
import { callFailure } from '../platform/connection-fault.rule.ts'
import { askDoctor, DOCTOR_HEADER, readDoctorAnswer } from '../platform/doctor-question.rule.ts'
import type { PublicAnswer } from './doctor.ts'

/**
 * Asks the service by its own public address, as a browser would reach it. The address is the operator's, so it may be a
 * private one; redirects are not followed, and of an answer nothing but status and headers is read.
 * @param nonce 32 hex digits that nobody has used before
 */
export async function askPublicAddress(
  publicUrl: string,
  nonce: string,
  appSecret: string,
): Promise<PublicAnswer> {
  try {
    const health = await call(`${publicUrl}/healthz`, {
      headers: { [DOCTOR_HEADER]: askDoctor(nonce, appSecret) },
    })
    const arrival = readDoctorAnswer(health.headers.get(DOCTOR_HEADER), nonce, appSecret)
    if (arrival === undefined) {
      return { kind: 'another', status: health.status, location: health.headers.get('location') ?? undefined }
    }
    // It ends a session that is none: what comes back is how the cookie of one looks.
    const signOut = await call(`${publicUrl}/api/auth/sign-out`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(publicUrl).origin },
      body: '{}',
    })
    return {
      kind: 'own',
      isForwarded: arrival.isForwarded,
      ip: arrival.ip,
      cookies: signOut.headers.getSetCookie(),
    }
  } catch (error) {
    return { kind: 'unreachable', reason: callFailure(error, limits.doctorCallMs) }
  }
}

async function call(url: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(limits.doctorCallMs)
  const response = await fetch(url, { ...init, redirect: 'manual', signal })
  await response.body?.cancel()
  return response
}
