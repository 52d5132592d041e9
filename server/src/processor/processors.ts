import type { Config } from '../config.ts'
import type { Processor } from './processor.ts'
import { createStripe } from './stripe.ts'

export type Processors = ReadonlyMap<string, Processor>

/** The processors of this installation, by name. */
export function createProcessors(config: Pick<Config, 'stripe'>): Processors {
  return processorsOf([createStripe(config.stripe)])
}

export function processorsOf(list: readonly Processor[]): Processors {
  return new Map(list.map((processor) => [processor.name, processor]))
}
