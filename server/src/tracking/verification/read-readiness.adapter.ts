import { callService } from '../../notifications/listen/call-service.adapter.ts'
import { type Conclusion, interpretResponse } from '../../notifications/listen/interpret-response.rule.ts'
import { verificationLimits } from './limits.ts'
import type { VerifyTarget } from './verification.ts'

export interface VerifyService {
  target: Pick<VerifyTarget, 'service' | 'programId'>
  key: string
  stop: AbortSignal
}

/** Creates a test click, which isn't counted, and returns its link. */
export function createTestClick(service: VerifyService): Promise<Conclusion> {
  const path = `/api/programs/${service.target.programId}/synthetic-events`
  return send(service, { method: 'POST', path, body: {} })
}

/** Reads what has arrived since the test click was created, excluding other visitors' events. */
export function readReadiness(
  service: VerifyService,
  { clickId, checkedAt }: { clickId: string; checkedAt: Date },
): Promise<Conclusion> {
  const query = new URLSearchParams({ since: checkedAt.toISOString(), clickId })
  return send(service, {
    method: 'GET',
    path: `/api/programs/${service.target.programId}/readiness?${query}`,
  })
}

async function send(
  { target, key, stop }: VerifyService,
  request: { method: 'GET' | 'POST'; path: string; body?: unknown },
): Promise<Conclusion> {
  const { service: url, programId } = target
  const response = await callService(
    { url, key },
    {
      ...request,
      headers: { 'user-agent': 'affiliate-verify-integration/1' },
      timeoutMs: verificationLimits.verifyResponseMs,
      signal: stop,
    },
  )
  const command = { purpose: 'verify', urlOption: '--service' }
  return interpretResponse(response, { url, programId, isListenerCall: false, command })
}
