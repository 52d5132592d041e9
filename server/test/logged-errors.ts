import pino from 'pino'
import type { App } from '../src/core/http/service.ts'

/** Returns the lines that a service logs as errors from now on, whatever its log level. */
export function errorsLoggedBy({ log }: Pick<App, 'log'>): string[] {
  const lines: string[] = []
  log.level = 'error'
  // Request loggers inherit it from this logger.
  Object.assign(log, { [pino.symbols.streamSym]: { write: (line: string) => void lines.push(line) } })
  return lines
}
