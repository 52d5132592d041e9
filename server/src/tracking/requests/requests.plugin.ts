import { rejectAfter } from '../../core/async/promise-timeout.ts'
import { receiveRawBodies } from '../../core/http/request-parsing.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { Job } from '../../core/jobs/jobs.ts'
import { rememberUsedKeys } from '../../workspace/programs/program-key.http.ts'
import { type CountRequest, countRequests } from './count-requests.http.ts'
import { requestLimits } from './limits.ts'
import { registerListRejectedRequests } from './list-rejected-requests.route.ts'
import { registerReadHealth } from './read-health.route.ts'
import { createRequestCounters } from './request-counters.flow.ts'

/**
 * Registers the tracking routes in a scope that parses bodies late and counts outcomes, and the routes that report
 * them.
 * @returns the job that saves the counts, which are also saved on shutdown
 */
export async function registerRequests(
  app: App,
  service: ServiceDeps,
  trackingRoutes: (scope: App, countRequest: CountRequest) => void,
): Promise<Job> {
  const { metrics } = service
  const counters = createRequestCounters(service, (kind, count) => metrics.countLostRecords(kind, count))
  const help = 'Unsaved counts of tracking requests and rejected requests.'
  metrics.watch('tracking_requests_unsaved', help, () => counters.waiting)
  // Saves twice, because the first save may have started before the last requests arrived.
  const saveAll = () => counters.save().then(() => counters.save())
  app.addHook('onClose', () =>
    rejectAfter(requestLimits.finalSaveMs, saveAll()).catch((error: unknown) =>
      app.log.error({ err: error }, 'counts of tracking requests were not saved'),
    ),
  )
  app.decorate('saveRequestCounts', saveAll)
  await app.register(async (scope: App) => {
    receiveRawBodies(scope)
    rememberUsedKeys(scope)
    trackingRoutes(scope, countRequests(scope, { ...service, ledger: counters }))
  })
  registerReadHealth(app, service)
  registerListRejectedRequests(app, service)
  return {
    name: 'save_request_counts',
    everyMs: requestLimits.outcomesSavedMs,
    run: async () => counters.waiting > 0 && counters.save(),
  }
}
