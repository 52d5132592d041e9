import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { describe, expect, test } from 'vitest'
import { ConfigError, countProcesses, readConfig, SETTINGS, settingWarnings } from './config.ts'

const SECRET = 'a-secret-of-at-least-thirty-two-characters'
const read = (environment: Record<string, string>) => readConfig({ APP_SECRET: SECRET, ...environment })

describe('readConfig', () => {
  test('requires no variables outside production', () => {
    expect(readConfig({}, () => SECRET)).toMatchObject({
      env: 'development',
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      redisUrl: undefined,
      redisKeyPrefix: 'affiliate:',
      dataDir: './data',
      appSecret: SECRET,
      publicUrl: 'http://127.0.0.1:3000',
      keyCallsPerMinute: 6000,
      ipCallsPerMinute: 600,
      trustProxy: false,
    })
  })

  test('treats an empty variable as unset', () => {
    expect(read({ PORT: ' ', DATABASE_URL: '', REDIS_URL: '' })).toMatchObject({
      port: 3000,
      databaseUrl: undefined,
      redisUrl: undefined,
    })
  })

  test('keeps clicks forever by default; CLICK_RETENTION_MONTHS requires ARCHIVE_TO', () => {
    expect(read({})).toMatchObject({ clickRetentionMonths: undefined, archiveTo: undefined })
    expect(read({ CLICK_RETENTION_MONTHS: '24', ARCHIVE_TO: 's3://acme/old' })).toMatchObject({
      clickRetentionMonths: 24,
      archiveTo: 's3://acme/old',
    })
    expect(read({ CLICK_RETENTION_MONTHS: '1', ARCHIVE_TO: 'none' })).toMatchObject({ archiveTo: 'none' })
    expect(() => read({ CLICK_RETENTION_MONTHS: '24' })).toThrow(/ARCHIVE_TO is not. Set ARCHIVE_TO/)
    for (const months of ['0', '1201', '1.5', 'ever']) {
      expect(() => read({ CLICK_RETENTION_MONTHS: months, ARCHIVE_TO: '/old' })).toThrow(/between 1 and 1200/)
    }
    expect(() => read({ ARCHIVE_TO: 'ftp://acme/old' })).toThrow(/ARCHIVE_TO must be a folder/)
  })

  test('requires SMTP_URL and MAIL_FROM together to send mail, and shows mail in development', () => {
    const SMTP_URL = 'smtp://sam:p4ss@mail.example'
    expect(read({ SMTP_URL, MAIL_FROM: 'Acme <partners@acme.example>' }).mail).toEqual({
      from: { name: 'Acme', address: 'partners@acme.example' },
      server: {
        host: 'mail.example',
        port: 587,
        isSecure: false,
        requiresTls: true,
        login: { user: 'sam', password: 'p4ss' },
      },
    })
    expect(() => read({ SMTP_URL })).toThrow(/^SMTP_URL is set but MAIL_FROM is not/)
    expect(() => read({ MAIL_FROM: 'partners@acme.example' })).toThrow(
      /^MAIL_FROM is set but SMTP_URL is not/,
    )
    expect(() => read({ SMTP_URL, MAIL_FROM: 'Acme' })).toThrow(/^MAIL_FROM must be one address/)
    const readInvalid = () => read({ SMTP_URL: `${SMTP_URL}/x`, MAIL_FROM: 'partners@acme.example' })
    expect(readInvalid).toThrow(/^SMTP_URL must end after the port/)
    expect(readInvalid).not.toThrow(/p4ss/)
    expect(read({ NODE_ENV: 'production' }).mail).toBeUndefined()
    expect(read({ NODE_ENV: 'development' }).mail).toMatchObject({ server: undefined })
  })

  test.each([
    ['WEBHOOK_RETENTION_DAYS', '6', '7', '3651'],
    ['IDEMPOTENCY_RETENTION_HOURS', '23', '24', '721'],
    ['PROCESSOR_EVENT_RETENTION_DAYS', '89', '90', '36501'],
    ['MAIL_RETENTION_DAYS', '6', '7', '3651'],
    ['MAIL_PER_RECIPIENT_HOUR', '0', '1', '1001'],
    ['REJECTED_REQUEST_RETENTION_DAYS', '0', '1', '3651'],
    ['REJECTED_REQUESTS_KEPT', '-1', '0', '1000001'],
  ])('limits the range of %s: rejects %s, accepts %s, rejects %s', (name, short, least, long) => {
    expect(() => read({ [name]: short })).toThrow(name)
    expect(() => read({ [name]: least })).not.toThrow()
    expect(() => read({ [name]: long })).toThrow(name)
  })

  test('uses the default retention for unset variables', () => {
    expect(read({})).toMatchObject({
      webhookRetentionDays: 30,
      idempotencyRetentionHours: 24,
      processorEventRetentionDays: undefined,
      rejectedRequestsKept: 10_000,
      rejectedRequestRetentionDays: 30,
    })
  })

  test('uses the development secret in the data folder only if APP_SECRET is missing', () => {
    const locations: unknown[] = []
    const keep = (settings: { dataDir: string; databaseUrl: string | undefined }) => {
      locations.push(settings)
      return SECRET
    }
    readConfig({ DATA_DIR: '/somewhere' }, keep)
    readConfig({ DATA_DIR: '/there', DATABASE_URL: 'postgres://db/shop' }, keep)
    readConfig({ DATA_DIR: '/elsewhere', APP_SECRET: SECRET }, keep)
    expect(locations).toEqual([
      { dataDir: '/somewhere', databaseUrl: undefined },
      { dataDir: '/there', databaseUrl: 'postgres://db/shop' },
    ])
  })

  test('requires APP_SECRET in production and never creates one', () => {
    const never = () => {
      throw new Error('a secret was requested')
    }
    expect(() => readConfig({ NODE_ENV: 'production' }, never)).toThrow(/^APP_SECRET is missing/)
    expect(readConfig({ NODE_ENV: 'production', APP_SECRET: SECRET }, never)).toMatchObject({
      host: '0.0.0.0',
      allowSignUp: false,
    })
  })

  test('uses the specification’s three currencies, or those in CURRENCIES', () => {
    expect(read({}).currencies).toEqual(['USD', 'EUR', 'VND'])
    expect(read({ CURRENCIES: ' ' }).currencies).toEqual(['USD', 'EUR', 'VND'])
    const { currencies, expectedRates } = read({
      CURRENCIES: 'USD,EUR,VND,JPY,KWD',
      EXPECTED_RATES: 'JPY:0.004-0.02, KWD:2-5',
      EXPECTED_RATE_EUR: '0.8-1.5',
    })
    expect(currencies).toEqual(['USD', 'EUR', 'VND', 'JPY', 'KWD'])
    expect(expectedRates).toEqual({
      EUR: ['0.8', '1.5'],
      VND: ['0.00001', '0.0001'],
      JPY: ['0.004', '0.02'],
      KWD: ['2', '5'],
    })
  })

  test.each([
    ['GBP:1-2', 'has "GBP", which is not in CURRENCIES'],
    ['nonsense', 'has "nonsense", which is not in CURRENCIES'],
    ['EUR:1-2', 'has EUR, which is set by EXPECTED_RATE_EUR'],
    ['USD:1-1', 'has USD, the invoice currency'],
    ['JPY:1-2,JPY:1-2', 'has JPY twice'],
    ['JPY:2-1', 'of JPY is "2-1" but must be the lowest and highest'],
    ['JPY', 'of JPY is "" but must be the lowest and highest'],
  ])('rejects EXPECTED_RATES=%j', (EXPECTED_RATES, message) => {
    const environment = { CURRENCIES: 'USD,EUR,JPY', EXPECTED_RATES }
    expect(() => read(environment)).toThrow(new RegExp(`^EXPECTED_RATES ${message}`))
  })

  test.each([
    ['PORT', '-1'],
    ['CURRENCIES', 'USD,usd'],
    ['CURRENCIES', 'USD,XAU'],
    ['CURRENCIES', 'EUR,VND'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://root@localhost/x'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_ADMIN_URL', 'postgres://postgres@127.0.0.1:5432/affiliate'],
    ['DATABASE_URL', 'postgres://postgres@127.0.0.1:5432'],
    ['DATABASE_URL', 'postgres://postgres@127.0.0.1:5432/'],
    ['REDIS_URL', 'http://localhost'],
    ['PUBLIC_URL', 'track.example.com'],
    ['APP_SECRET', 'too-short'],
    ['RATE_LIMIT_KEY_PER_MINUTE', '0'],
    ['RATE_LIMIT_IP_PER_MINUTE', '-5'],
    ['LOG_LEVEL', 'verbose'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/8,nonsense'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '::1/129'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['NODE_ENV', 'prod'],
    ['ALLOW_SIGN_UP', '1'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['WEB_CONCURRENCY', '0'],
    ['WEB_CONCURRENCY', '-1'],
    ['WEB_CONCURRENCY', '2.5'],
    ['WEB_CONCURRENCY', 'abc'],
    ['WEB_CONCURRENCY', '129'],
    ['WEB_CONCURRENCY', '1000'],
  ])('rejects %s=%s with an error that starts with the variable name', (name, value) => {
    const start = () => read({ [name]: value })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${name} `))
  })

  test.each([
    ['PUBLIC_URL', 'https://user:hunter2@track.example.com'],
    ['PUBLIC_URL', 'https://hunter2@track.example.com'],
    ['DATABASE_URL', 'postgres://user:12/hunter2@db.example/x'],
    ['DATABASE_URL', 'postgres://user:/hunter2@db.example/x'],
    ['DATABASE_ADMIN_URL', 'postgres://user:/hunter2@db.example/x'],
    ['HOST', 'http://user:hunter2@x'],
    ['HOST', 'user:hunter2@x'],
    ['HOST', 'x://user:top"hunter2@x'],
    ['TRUST_PROXY', 'http://user:hunter2@x'],
    ['TRUST_PROXY', 'http://user:top hunter2@x'],
    ['REDIS_URL', 'http://user:hunter2@x'],
    ['SMTP_URL', 'smtp://user:12/hunter2@x'],
  ])('rejects %s=%s without repeating the password', (name, value) => {
    const start = () => read({ MAIL_FROM: 'a@b.example', SMTP_URL: 'smtp://x', [name]: value })
    expect(start).toThrow(new RegExp(`^${name} ((?!hunter2).)*$`, 's'))
  })

  test('rejects TRUST_PROXY=true in production, because any client could write the header', () => {
    const production = { NODE_ENV: 'production', APP_SECRET: SECRET }
    expect(() => read({ ...production, TRUST_PROXY: 'true' })).toThrow(
      /^TRUST_PROXY .*X-Forwarded-For.*number/s,
    )
    expect(read({ ...production, TRUST_PROXY: '1' }).trustProxy).toBe(1)
  })

  test.each([
    ['APP_SECRET', 'change-me-change-me-change-me-change-me'],
    ['APP_SECRET', 'x'.repeat(64)],
    ['METRICS_TOKEN', 'change-me-please-now'],
    ['DATABASE_URL', 'postgres://affiliate:change-me@db/affiliate'],
    ['DATABASE_ADMIN_URL', 'postgres://affiliate:replace-me@db/affiliate'],
    ['REDIS_URL', 'redis://:changeme@redis:6379'],
    ['SMTP_URL', 'smtp://affiliate:changeme@mail.example'],
  ])('in production, rejects a placeholder in %s (%s) without repeating it', (name, value) => {
    const mail = name === 'SMTP_URL' ? { MAIL_FROM: 'partners@acme.example' } : {}
    const environment = { DATABASE_URL: 'postgres://db/affiliate', ...mail, [name]: value }
    const start = () => read({ NODE_ENV: 'production', ...environment })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`^${name} (is|has) a placeholder`))
    expect(start).not.toThrow(value)
    expect(() => read(environment)).not.toThrow()
  })

  test('warns if PUBLIC_URL is missing in production', () => {
    const production = { NODE_ENV: 'production' }
    expect(settingWarnings(production, read(production))).toEqual([
      expect.stringMatching(/^PUBLIC_URL is not set.*http:\/\/localhost:3000/),
    ])
    expect(settingWarnings({}, read({}))).toEqual([])
    const complete = { ...production, PUBLIC_URL: 'https://partners.example' }
    expect(settingWarnings(complete, read(complete))).toEqual([])
  })

  test.each(['DATABASE_URL', 'REDIS_URL'])(
    "doesn't repeat an invalid %s, which may contain a password",
    (name) => {
      let message = ''
      try {
        read({ [name]: 'mysql://user:hunter2@host/x' })
      } catch (error) {
        message = String(error)
      }
      expect(message).toContain(name)
      expect(message).not.toContain('hunter2')
    },
  )

  test.each([
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ PUBLIC_URL: 'https://track.example.com//' }, { publicUrl: 'https://track.example.com' }],
    [{ HOST: '::', PORT: '80' }, { publicUrl: 'http://localhost:80' }],
    [{ HOST: '::1', PORT: '80' }, { publicUrl: 'http://[::1]:80' }],
    [{ TRUST_PROXY: 'true' }, { trustProxy: true }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8,127.0.0.1' }, { trustProxy: '10.0.0.0/8,127.0.0.1' }],
    [{ TRUST_PROXY: '10.0.0.0/32,::1/128' }, { trustProxy: '10.0.0.0/32,::1/128' }],
    [{ REDIS_KEY_PREFIX: 'shop:' }, { redisKeyPrefix: 'shop:' }],
    [{ NODE_ENV: 'development' }, { webhookNetwork: 'loopback' }],
    [{ NODE_ENV: 'test' }, { webhookNetwork: 'public' }],
    [{ WEBHOOK_ALLOW_PRIVATE: 'true' }, { webhookNetwork: 'private' }],
    [{}, { webConcurrency: 1, worker: undefined }],
    [{ WEB_CONCURRENCY: '128' }, { webConcurrency: 128 }],
    [{ WEB_CONCURRENCY: 'auto' }, { webConcurrency: 'auto' }],
  ])('parses %o as %o', (environment, expected) => {
    expect(read(environment)).toMatchObject(expected)
  })
})

describe('countProcesses', () => {
  const databaseUrl = 'postgres://postgres@127.0.0.1:5432/affiliate'

  test('on PostgreSQL, returns the configured number of processes or one per processor', () => {
    expect(countProcesses({ webConcurrency: 3, databaseUrl })).toBe(3)
    expect(countProcesses({ webConcurrency: 'auto', databaseUrl })).toBe(availableParallelism())
  })

  test('on the embedded database, resolves auto to 1 and rejects more than one process', () => {
    expect(countProcesses({ webConcurrency: 'auto', databaseUrl: undefined })).toBe(1)
    expect(countProcesses({ webConcurrency: 1, databaseUrl: undefined })).toBe(1)
    const twoProcesses = () => countProcesses({ webConcurrency: 2, databaseUrl: undefined })
    expect(twoProcesses).toThrow(ConfigError)
    expect(twoProcesses).toThrow(/^WEB_CONCURRENCY is 2, but the embedded database supports a single process/)
  })
})

test('SETTINGS lists every variable that the code reads', () => {
  const source = readFileSync(new URL('./config.ts', import.meta.url), 'utf8')
  const read = [
    ...source.matchAll(
      /\b(?:text|integer|flag|oneOf|address|rateRange|readDatabaseUrl)\(\s*environment,\s*'([A-Z_]+)'/g,
    ),
  ]
  expect(read.length).toBeGreaterThan(20)
  expect(SETTINGS).toEqual(expect.arrayContaining(read.map(([, name]) => name)))
})
