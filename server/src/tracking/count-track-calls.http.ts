import type { Metrics } from '../platform/metrics.ts'
import type { App } from '../platform/service.ts'

const TRACK_PATHS = '/api/v1/track/'

/** Counts what became of every track call of this scope, by the answer that it got. */
export function countTrackCalls(scope: App, metrics: Metrics): void {
  scope.addHook('preSerialization', (request, _reply, payload, done) => {
    const url = request.routeOptions.url ?? ''
    if (url.startsWith(TRACK_PATHS) && isObject(payload)) {
      metrics.countTrackCall({ event: url.slice(TRACK_PATHS.length), ...outcomeOf(payload) })
    }
    done(null, payload)
  })
}

function outcomeOf(answer: Record<string, unknown>) {
  const { error, success, reason, data, status, sale_id } = answer
  if (isObject(error)) return { outcome: 'refused', reason: String(error.code) } as const
  if (isObject(data) && data.test_mode === true) return { outcome: 'test', reason: '' } as const
  if (success === false) return { outcome: 'not_counted', reason: String(reason) } as const
  if (sale_id === null) return { outcome: 'not_counted', reason: 'window_expired' } as const
  return { outcome: 'recorded', reason: typeof status === 'string' ? status : '' } as const
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
