import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '../../src/core/database/database-unavailable.ts'
import { registerErrorHandler } from '../../src/core/errors/error-handler.http.ts'
import { ApiError } from '../../src/core/errors/errors.http.ts'
import type { App } from '../../src/core/http/service.ts'
import { logResponse } from '../../src/core/observability/log.http.ts'
import { createLogger } from '../../src/core/observability/logger.ts'

test.each([
  [
    'an outage',
    new DatabaseUnavailableError(new Error('refused')),
    503,
    'database unavailable',
    'DatabaseUnavailableError',
  ],
  ['an unexpected error', new TypeError('no such thing'), 500, 'request failed', 'TypeError'],
  ['a full queue', new ApiError('service_unavailable', 'Later.'), 503, 'request failed', undefined],
])(
  '%s is logged as one line with its reason, status and duration',
  async (_what, error, status, message, type) => {
    const lines: Record<string, unknown>[] = []
    const output = { write: (line: string) => void lines.push(JSON.parse(line)) }
    const app: App = Fastify({
      loggerInstance: createLogger('warn', { output }) as FastifyBaseLogger,
    }).withTypeProvider<TypeBoxTypeProvider>()
    app.addHook('onResponse', (request, reply, done) => {
      logResponse(request, reply)
      done()
    })
    registerErrorHandler(app, { isPageVisit: () => false, sendPage: async (reply) => reply })
    app.get('/fails', async () => {
      throw error
    })
    expect((await app.inject('/fails')).statusCode).toBe(status)
    await app.close()
    const errors = lines.filter(({ level }) => Number(level) >= 50)
    expect(errors).toMatchObject([
      {
        msg: message,
        status,
        route: '/fails',
        method: 'GET',
        ms: expect.any(Number),
        reqId: expect.any(String),
      },
    ])
    expect(errors[0]).toEqual(
      type === undefined
        ? expect.not.objectContaining({ err: expect.anything() })
        : expect.objectContaining({ err: expect.objectContaining({ type }) }),
    )
  },
)
