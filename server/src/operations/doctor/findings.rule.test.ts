import { describe, expect, it } from 'vitest'
import { checkPublicAddress } from './address-findings.rule.ts'
import {
  checkArchiveStore,
  checkBackup,
  checkClock,
  checkCurrencies,
  checkJobs,
  checkPool,
  checkRetention,
  checkSchema,
  checkServer,
  checkWebhooks,
} from './database-findings.rule.ts'
import { checkDisk, checkMigrationSpace } from './disk-findings.rule.ts'
import type { DatabaseReport, PublicResponse, WorkReport } from './doctor.ts'
import { checkAppSecret, findMisspelled } from './setting-findings.rule.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const before = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()
const WORK: WorkReport = {
  missingPartitions: [],
  backlog: { waiting: 0, oldest: undefined },
  failing: [],
  dueCommissionSince: undefined,
  unpurgedSince: undefined,
  overdueClicks: [],
  newestEvent: undefined,
}
const REPORT: DatabaseReport = {
  serverVersion: 150_004,
  now: NOW.toISOString(),
  applied: [],
  migrations: { pending: [], unknown: [] },
  bytes: 1,
  tables: [],
  connections: { allowed: 97, others: 0 },
  work: WORK,
}
it.each([
  [['EUR', 'USD', 'VND'], ['USD', 'EUR', 'VND'], 'ok', 'USD, EUR, VND'],
  [['EUR', 'USD', 'VND'], ['USD', 'EUR', 'VND', 'JPY'], 'ok', 'USD, EUR, VND, JPY'],
  [
    ['EUR', 'JPY', 'USD'],
    ['USD', 'EUR'],
    'failed',
    'the installation also uses JPY: the service will not start',
  ],
  // Older processes don't send them.
  [undefined, ['USD'], 'ok', 'USD'],
])('with currencies %j, a stored list of %j is %s', (started, currencies, severity, expected) => {
  const { currencies: _, ...work } = { ...WORK, currencies: [] }
  const report = started === undefined ? work : { ...work, currencies: started }
  const finding = checkCurrencies(report, { currencies })
  expect(finding).toMatchObject({ severity, found: expect.stringContaining(expected) })
  if (severity === 'failed') expect(finding.remedy).toBe('Set CURRENCIES=USD,EUR,JPY.')
})

const POOL = { processes: 1, most: 10, least: 2 }
const MB = 1024 * 1024

it.each([
  [['DATABSE_URL'], 'Did you mean DATABASE_URL'],
  [['APP_SECERT'], 'Did you mean APP_SECRET'],
  [['PUBLIC_URI'], 'Did you mean PUBLIC_URL'],
])('reports %j as misspelled', (names, expected) => {
  expect(findMisspelled(names, ['DATABASE_URL', 'APP_SECRET', 'PUBLIC_URL', 'HOST'])).toEqual([
    expect.objectContaining({ severity: 'warning', found: expect.stringContaining(expected) }),
  ])
})

it.each([[['HOME', 'PATH', 'HOSTNAME', 'LANG']], [['DATABASE_URL', 'DATABASE_URI']]])(
  'ignores %j',
  (names) => {
    expect(findMisspelled(names, ['DATABASE_URL', 'HOST', 'PORT'])).toMatchObject([{ severity: 'ok' }])
  },
)

it.each([
  ['change-me-change-me-change-me-change-me', 'failed'],
  ['replace-this-with-a-long-random-text', 'failed'],
  ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'failed'],
  ['q3Xw8Lr0Zt5Nc2Vb7Ym4Kd9Hf6Js1Gp+Ae/Tu', 'ok'],
])('rates the secret %s as %s', (secret, severity) => {
  const finding = checkAppSecret('APP_SECRET', secret)
  expect(finding.severity).toBe(severity)
  expect(finding.found).not.toContain(secret)
})

describe('database findings', () => {
  const at = { from: NOW, to: NOW }
  it.each([
    ['an old server', checkServer({ ...REPORT, serverVersion: 140_010 }), 'failed'],
    ['a supported server', checkServer(REPORT), 'ok'],
    [
      'an old schema',
      checkSchema({ ...REPORT, migrations: { pending: ['026_x.sql'], unknown: [] } }),
      'failed',
    ],
    ['a newer schema', checkSchema({ ...REPORT, migrations: { pending: [], unknown: ['099'] } }), 'failed'],
    ['a backup made 36 hours ago', checkBackup({ ...WORK, backedUpAt: before(36 * 60) }, NOW), 'ok'],
    ['a backup made 37 hours ago', checkBackup({ ...WORK, backedUpAt: before(37 * 60) }, NOW), 'warning'],
    ['no backup made with the command', checkBackup(WORK, NOW), 'unknown'],
    ['a clock 2 s ahead', checkClock({ ...REPORT, now: '2026-03-10T12:00:02Z' }, at), 'ok'],
    ['a clock 3 s ahead', checkClock({ ...REPORT, now: '2026-03-10T12:00:03Z' }, at), 'warning'],
    ['a clock 61 s behind', checkClock({ ...REPORT, now: '2026-03-10T11:58:59Z' }, at), 'failed'],
    [
      'a slow response',
      checkClock(REPORT, { from: new Date(NOW.getTime() - 30_000), to: new Date(NOW.getTime() + 30_000) }),
      'ok',
    ],
    [
      'an event in the future',
      checkClock({ ...REPORT, work: { ...WORK, newestEvent: '2026-03-10T12:02:00Z' } }, at),
      'failed',
    ],
    ['one connection', checkPool({ ...REPORT, connections: { allowed: 1, others: 0 } }, POOL), 'failed'],
    ['nine connections', checkPool({ ...REPORT, connections: { allowed: 9, others: 0 } }, POOL), 'warning'],
    [
      'ten connections for two processes',
      checkPool({ ...REPORT, connections: { allowed: 10, others: 0 } }, { ...POOL, processes: 2 }),
      'warning',
    ],
    [
      'enough connections, but others use them',
      checkPool({ ...REPORT, connections: { allowed: 100, others: 99 } }, POOL),
      'failed',
    ],
    ['the embedded database', checkPool({ ...REPORT, connections: undefined }, POOL), 'ok'],
  ])('%s', (_, finding, severity) => {
    expect(finding.severity).toBe(severity)
    expect(finding.remedy === undefined).toBe(severity === 'ok')
  })

  it.each([
    ['holds that ended 15 minutes ago', { dueCommissionSince: before(15) }, ['ok']],
    ['holds that ended earlier', { dueCommissionSince: before(16) }, ['failed']],
    ['both', { dueCommissionSince: before(16), unpurgedSince: before(9_999) }, ['failed', 'failed']],
  ])('reports overdue jobs: %s', (_, work, severities) => {
    expect(checkJobs({ ...WORK, ...work }, NOW).map(({ severity }) => severity)).toEqual(severities)
  })

  it('reports each month that is late or recorded too early', () => {
    const unexpectedMonths: WorkReport['unexpectedMonths'] = [
      { program_id: 1, of: 'payouts', month: '2026-02', is_ahead: false },
      { program_id: 2, of: 'statements', month: '2026-03', is_ahead: true },
      { program_id: 3, of: 'payouts', month: '2026-04', is_ahead: true },
    ]
    expect(checkJobs({ ...WORK, unexpectedMonths }, NOW)).toMatchObject([
      {
        severity: 'failed',
        found: expect.stringContaining('create_scheduled_payouts is not running or is failing'),
      },
      { severity: 'failed', found: expect.stringMatching(/statements of program 2 .* in the future/) },
      { severity: 'failed', remedy: expect.stringContaining('Create payouts manually') },
    ])
  })

  it('reports overdue clicks and an unusable location of archives', () => {
    expect(checkRetention(WORK)).toMatchObject({ severity: 'ok' })
    expect(checkRetention({ ...WORK, overdueClicks: ['2025-01', '2025-02'] })).toMatchObject({
      severity: 'failed',
      found: expect.stringContaining('2025-01, 2025-02'),
    })
    expect(checkArchiveStore(undefined)).toEqual([])
    expect(checkArchiveStore({ name: '/archives' })).toMatchObject([{ severity: 'ok' }])
    expect(checkArchiveStore({ name: '/archives', missing: 'clicks-1-2026-05' })).toMatchObject([
      { severity: 'warning', found: expect.stringContaining('clicks-1-2026-05') },
    ])
    expect(checkArchiveStore({ fault: 'The disk is full.' })).toMatchObject([
      { severity: 'failed', found: 'Click archives cannot be stored: The disk is full.' },
    ])
  })

  it('reports a backlog either as failing receivers or as a missing delivery job', () => {
    const backlog = { waiting: 3, oldest: before(60) }
    const failing = [{ program_id: 7, host: 'shop.example', since: before(60), error: 'connection refused' }]
    expect(checkWebhooks({ ...WORK, backlog }, NOW)).toMatchObject([
      { severity: 'failed', found: expect.stringContaining('not being delivered') },
    ])
    expect(checkWebhooks({ ...WORK, backlog, failing }, NOW)).toMatchObject([
      { severity: 'failed', found: expect.stringContaining('shop.example for program 7') },
    ])
    expect(checkWebhooks(WORK, NOW)).toMatchObject([{ severity: 'ok' }])
  })
})

it.each([
  [100 * MB, 100_000 * MB, 'failed'],
  [500 * MB, 100_000 * MB, 'warning'],
  [2_000 * MB, 100_000 * MB, 'warning'],
  [20_000 * MB, 100_000 * MB, 'ok'],
])('rates a disk with %i bytes free of %i', (freeBytes, totalBytes, severity) => {
  expect(checkDisk('/data', { freeBytes, totalBytes }).severity).toBe(severity)
})

it.each([
  [0, 0, undefined, 'ok'],
  [1, 10 * MB, undefined, 'unknown'],
  [1, 900 * MB, { freeBytes: 1_000 * MB, totalBytes: 1 }, 'failed'],
  [1, 800 * MB, { freeBytes: 1_000 * MB, totalBytes: 1 }, 'ok'],
])('rates %i pending migrations that need %i bytes on %j', (pending, needs, disk, severity) => {
  expect(checkMigrationSpace(pending, needs, disk).severity).toBe(severity)
})

describe('public address findings', () => {
  const COOKIE = '__Secure-affiliate.session_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'
  const facts = { publicUrl: 'https://partners.example', isProduction: true, trustsProxy: true }
  const own: PublicResponse = { kind: 'own', isForwarded: true, ip: '203.0.113.9', cookies: [COOKIE] }
  const checked = (change: object, response: object = {}) =>
    checkPublicAddress({ ...facts, ...change }, { ...own, ...response } as PublicResponse)
      .filter(({ severity }) => severity !== 'ok')
      .map(({ check, severity }) => `${check} ${severity}`)

  it.each([
    ['a correct setup', {}, {}, []],
    ['an untrusted proxy', { trustsProxy: false }, {}, ['proxy failed']],
    ['a trusted proxy that does not exist', {}, { isForwarded: false }, ['proxy warning']],
    ['no cookie', {}, { cookies: [] }, ['cookies failed']],
    ['a cookie without Secure', {}, { cookies: [COOKIE.replace('; Secure', '')] }, ['cookies failed']],
    [
      'a cookie without SameSite',
      {},
      { cookies: [COOKIE.replace('; SameSite=Lax', '')] },
      ['cookies failed'],
    ],
    [
      'a cookie with another domain',
      {},
      { cookies: [`${COOKIE}; Domain=other.example`] },
      ['cookies failed'],
    ],
    ['a cookie with the parent domain', {}, { cookies: [`${COOKIE}; Domain=.example`] }, []],
    ['plain HTTP in production', { publicUrl: 'http://partners.example' }, {}, ['cookies failed']],
    ['plain HTTP on localhost', { publicUrl: 'http://localhost:3000' }, {}, []],
    [
      'a redirect',
      {},
      { kind: 'another', status: 301, location: 'https://www' },
      ['public_address failed', 'proxy unknown', 'cookies unknown'],
    ],
    [
      'nobody',
      {},
      { kind: 'unreachable', reason: 'connection refused' },
      ['public_address failed', 'proxy unknown', 'cookies unknown'],
    ],
  ])('%s', (_, change, response, expected) => {
    expect(checked(change, response)).toEqual(expected)
  })
})
