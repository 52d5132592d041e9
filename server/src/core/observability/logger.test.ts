import { describe, expect, it, test } from 'vitest'
import { DatabaseUnavailableError } from '../database/database-unavailable.ts'
import { createLogger } from './logger.ts'
import { findOutage, OutageError, Outages } from './outages.ts'

type Line = Record<string, unknown>

function logTo(level: string) {
  const lines: Line[] = []
  const log = createLogger(level, {
    output: { write: (text) => void lines.push({ ...JSON.parse(text), bytes: text.length }) },
  })
  return { log, lines }
}

const rejected = () =>
  new DatabaseUnavailableError(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))

test('logs ten thousand failures of one outage as a single line with a stack', () => {
  const { log, lines } = logTo('info')
  const caller = log.child({ reqId: 'one' })
  for (let n = 0; n < 2_500; n++) {
    caller.error({ method: 'POST', route: '/api/v1/track/sale', status: 503, err: rejected() }, 'unavailable')
    log.error({ job: 'deliver_webhooks', err: rejected() }, 'job failed')
    log.error({ err: new Error('programs 1, 2', { cause: rejected() }) }, 'job failed')
    log.warn({ err: rejected() }, 'not ready')
  }
  expect(lines).toMatchObject([{ level: 50, outage: 'database', msg: 'unavailable', reqId: 'one' }])
  expect(lines[0]?.err).toMatchObject({ code: 'ECONNREFUSED', stack: expect.stringContaining('\n    at ') })
})

test('at level debug, logs each failure with its request ID but no stack', () => {
  const { log, lines } = logTo('debug')
  for (const reqId of ['one', 'two'])
    log.child({ reqId }).error({ status: 503, err: rejected() }, 'unavailable')
  expect(lines[1]).toMatchObject({ level: 20, reqId: 'two', status: 503, msg: 'unavailable' })
  expect(JSON.stringify(lines[1])).not.toContain('    at ')
})

test('logs outages with different causes separately, and every other error', () => {
  const { log, lines } = logTo('info')
  for (let n = 0; n < 3; n++) {
    log.error({ err: rejected() }, 'unavailable')
    log.error({ err: new OutageError('mail server', 'connection refused') }, 'mail could not be sent')
    log.error({ status: 503 }, 'responded')
    log.error({ status: 500, err: new TypeError('no such thing') }, 'request failed')
  }
  expect(lines.map(({ outage }) => outage)).toEqual([
    'database',
    'mail server',
    'overload',
    undefined,
    undefined,
    undefined,
  ])
})

describe('an outage', () => {
  function watch() {
    const logged: [object, string][] = []
    let now = 0
    const outages = new Outages(
      () => ({ warn: (line, message) => void logged.push([line, message]) }),
      () => now,
    )
    return {
      logged,
      fail: (at: number, code = '57P03') => {
        now = at
        return outages.note('database', code)
      },
      report: () => outages.report(),
    }
  }

  it('is counted while it lasts, then logs its duration and total after a period without failures', () => {
    const { logged, fail, report } = watch()
    expect([fail(0), fail(1_000), fail(9_000, 'ECONNREFUSED')]).toEqual([true, false, false])
    report()
    fail(15_000)
    report()
    report()
    report()
    expect(logged).toEqual([
      [
        { outage: 'database', failures: 3, recent: 3, seconds: 9, codes: { '57P03': 2, ECONNREFUSED: 1 } },
        'database: still failing',
      ],
      [
        { outage: 'database', failures: 4, recent: 1, seconds: 15, codes: { '57P03': 3, ECONNREFUSED: 1 } },
        'database: still failing',
      ],
      [
        { outage: 'database', failures: 4, seconds: 15, codes: { '57P03': 3, ECONNREFUSED: 1 } },
        'database: recovered',
      ],
    ])
    expect(fail(60_000)).toBe(true)
  })

  it('with a single failure logs nothing further', () => {
    const { logged, fail, report } = watch()
    fail(0)
    report()
    report()
    expect(logged).toEqual([])
  })
})

test.each([
  ['a canceled statement', { err: Object.assign(new Error(), { code: '57014' }) }, 'database'],
  ['a full database disk', { err: Object.assign(new Error(), { code: '53100' }) }, 'database'],
  ['a rejected request', { status: 503 }, 'overload'],
  ['an unexpected error', { status: 500, err: new Error('x') }, undefined],
  ['an unexpected error with status 503', { status: 503, err: new Error('x') }, undefined],
  ['a plain message', 'responded', undefined],
])('assigns %s to its outage: %s', (_, line, outage) => expect(findOutage(line)?.of).toBe(outage))
