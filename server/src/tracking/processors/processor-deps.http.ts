import type { ServiceDeps } from '../../core/http/service.ts'
import type { Processors } from './processor.ts'

/** Additional dependencies of the processor routes. */
export interface ProcessorDeps extends ServiceDeps {
  processors: Processors
}
