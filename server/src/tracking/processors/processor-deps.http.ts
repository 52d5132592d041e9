import type { ServiceDeps } from '../../core/http/service.ts'
import type { Processors } from './processor.ts'

/** What the routes of the processor take beside the service's own needs. */
export interface ProcessorDeps extends ServiceDeps {
  processors: Processors
}
