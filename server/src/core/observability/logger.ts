import { hostname } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { type LogOutput, openLogOutput } from './log-output.ts'
import { findOutage, Outages } from './outages.ts'

export interface LoggerOptions {
  /** Identifies the process if there are several. */
  worker?: number | 'primary' | undefined
  output?: LogOutput
}

/**
 * Creates a process's log, as JSON lines. It never contains headers, bodies, addresses or query strings, which hold
 * keys, tokens and emails. Database errors lose their `detail`, which quotes the row. Repeated failures with one cause
 * are counted, and only logged individually at level `debug`.
 */
export function createLogger(
  level: string,
  { worker, output = openLogOutput() }: LoggerOptions = {},
): Logger {
  const outages = new Outages(() => log)
  const log: Logger = pino(
    {
      level,
      ...(worker === undefined ? {} : { base: { pid: process.pid, hostname: hostname(), worker } }),
      serializers: {
        err: (error: unknown) => describeError(error),
        req: (request: FastifyRequest) => ({
          id: request.id,
          method: request.method,
          route: request.routeOptions.url,
        }),
      },
      hooks: {
        logMethod(args, method, number) {
          const [line, message] = args as unknown as [object, string | undefined]
          const outage = number >= WARN ? findOutage(line) : undefined
          if (outage === undefined) return method.apply(this, args)
          if (outages.note(outage.of, outage.code)) {
            return method.apply(this, [{ ...line, outage: outage.of }, message ?? ''] as typeof args)
          }
          if (!this.isLevelEnabled('debug')) return
          const { err, ...call } = { err: undefined, ...line }
          const { stack: _, ...failure } = describeError(err)
          this.debug({ ...call, outage: outage.of, ...(err === undefined ? {} : { failure }) }, message)
        },
      },
    },
    output,
  )
  return log
}

const WARN = 40

function describeError(error: unknown) {
  const cause = error instanceof Error ? error : new Error(`a value of type ${typeof error} was thrown`)
  const code = 'code' in cause ? cause.code : undefined
  return { type: cause.name, message: cause.message, code, stack: cause.stack ?? '' }
}
