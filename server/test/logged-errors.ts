import pino from 'pino'
import type { App } from '../src/core/http/service.ts'

/** Every line that a service logs as an error from now on, whatever level it was started with. */
export function errorsLoggedBy({ log }: Pick<App, 'log'>): string[] {
  const lines: string[] = []
  log.level = 'error'
  // Loggers of requests have it from this one.
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => void lines.push(line) } })
  return lines
}
