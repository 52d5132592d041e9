import { receiveRawBodies } from '../../core/http/request-parsing.http.ts'
import type { App } from '../../core/http/service.ts'
import { countEventsForReview } from './events-for-review.sql.ts'
import { processorLimits } from './limits.ts'
import { registerListProcessors } from './list-processors.route.ts'
import { registerManageEventsForReview } from './manage-events-for-review.route.ts'
import { registerManageProcessor } from './manage-processor.route.ts'
import { registerManageUnattributedPayments } from './manage-unattributed-payments.route.ts'
import type { ProcessorDeps } from './processor-deps.http.ts'
import { registerReadProcessorProblems } from './read-processor-problems.route.ts'
import { registerReceiveProcessorEvent } from './receive-processor-event.route.ts'

export async function registerProcessors(app: App, service: ProcessorDeps): Promise<void> {
  const total = {
    name: 'events_for_review_total',
    help: 'Payment processor events that need manual review.',
    label: 'reason',
  }
  service.metrics.watchTotals(total, () => countEventsForReview(service.database.kysely))
  registerListProcessors(app, service)
  registerManageProcessor(app, service)
  registerManageUnattributedPayments(app, service)
  registerManageEventsForReview(app, service)
  registerReadProcessorProblems(app, service)
  await app.register(async (scope: App) => {
    receiveRawBodies(scope, processorLimits.processorEventBytes)
    registerReceiveProcessorEvent(scope, service)
  })
}
