import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { BASE_CURRENCY, type Currency, DEFAULT_CURRENCIES } from '../money/currency.ts'
import { parseCurrencyList } from '../money/currency-list.rule.ts'
import { type Mailbox, parseMailbox } from '../text/mail-address.rule.ts'
import { hideLogin } from './hide-login.rule.ts'
import { limits } from './limits.ts'
import { isPlaceholder, isRepetition } from './placeholder.rule.ts'
import { parseSmtpUrl, type SmtpServer } from './smtp-url.rule.ts'

export interface Config {
  env: 'production' | 'development' | 'test'
  port: number
  host: string
  /** A PostgreSQL address, or undefined for the embedded database under `dataDir`. */
  databaseUrl: string | undefined
  /** Of a cluster: its coordinator, for migrations, partitions and jobs. */
  databaseAdminUrl: string | undefined
  dataDir: string
  /** How many processes serve; 'auto' is one for each processor that this process may use. */
  webConcurrency: number | 'auto'
  /** Set in a worker, by the process that started it. */
  worker: WorkerSettings | undefined
  redisUrl: string | undefined
  /** Stands before every key in Redis, so that installations may share one. */
  redisKeyPrefix: string
  /** Signs sessions and keys the e-mail HMAC (D25). */
  appSecret: string
  /** The address people reach the service at, without a trailing slash. */
  publicUrl: string
  keyCallsPerMinute: number
  managementKeyCallsPerMinute: number
  ipCallsPerMinute: number
  failedAuthenticationsPerMinute: number
  /** The most open connections of a process, in all and from one address that is no trusted proxy. */
  connections: number
  connectionsPerAddress: number
  logLevel: LogLevel
  /** What Fastify takes: false, true, a number of hops, or a list of addresses. */
  trustProxy: boolean | number | string
  /** What `/metrics` asks for; without one it answers this machine alone. */
  metricsToken: string | undefined
  /** Whether a stranger may make an account; otherwise only somebody who was invited. */
  allowSignUp: boolean
  /** The platform fee of a new program, in basis points (D31). */
  platformFeeBps: number
  /** Who issues invoices, as it stands on them; the public address where no name is given. */
  issuer: { name: string | undefined; address: string | undefined; taxId: string | undefined }
  /** What sales, commissions and fees may be in (D9), in the order in which they are shown. */
  currencies: readonly Currency[]
  /** How many months of clicks are kept where a program says nothing else; undefined is for ever. */
  clickRetentionMonths: number | undefined
  /** Where clicks are archived before they go: a folder, `s3://bucket/prefix`, or `none`; undefined lets none go. */
  archiveTo: string | undefined
  /** How long deliveries of webhooks and their messages are kept. */
  webhookRetentionDays: number
  /** How long answers of calls with an `Idempotency-Key` are kept. */
  idempotencyRetentionHours: number
  /** How long events of processors are kept; undefined is for ever. */
  processorEventRetentionDays: number | undefined
  /** How many refused track calls of a program are kept, and for how long. */
  rejectedRequestsKept: number
  rejectedRequestRetentionDays: number
  /** What sends mail; undefined where nothing does. */
  mail: MailSettings | undefined
  /** How many mails are tried for one recipient in an hour; the rest waits. */
  mailsPerRecipientHour: number
  /** How long mails stay in the log. */
  mailRetentionDays: number
  /** The exchange rates that need no confirmation, US dollars for one unit: decimals, the least and the most. */
  expectedRates: ExpectedRates
  /** Whether webhooks may go to private and loopback addresses, and by plain http: for development. */
  webhookAllowPrivate: boolean
  /** The platform's own Stripe account: with a client id and key, programs connect theirs by OAuth. */
  stripe: { clientId: string | undefined; secretKey: string | undefined; webhookSecret: string | undefined }
}

export interface MailSettings {
  from: Mailbox
  /** Undefined in development, where mails are shown and not sent. */
  server: SmtpServer | undefined
}

export type ExpectedRates = Readonly<Partial<Record<Currency, readonly [least: string, most: string]>>>

/** Every variable that is read, here and by the commands that back up. */
export const SETTINGS: readonly string[] = [
  'NODE_ENV',
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'DATABASE_URL',
  'DATABASE_ADMIN_URL',
  'DATA_DIR',
  'APP_SECRET',
  'WEB_CONCURRENCY',
  'REDIS_URL',
  'REDIS_KEY_PREFIX',
  'RATE_LIMIT_KEY_PER_MINUTE',
  'RATE_LIMIT_MANAGEMENT_KEY_PER_MINUTE',
  'RATE_LIMIT_IP_PER_MINUTE',
  'RATE_LIMIT_FAILED_AUTH_PER_MINUTE',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'TRUST_PROXY',
  'LOG_LEVEL',
  'METRICS_TOKEN',
  'ALLOW_SIGN_UP',
  'PLATFORM_FEE_BPS',
  'ISSUER_NAME',
  'ISSUER_ADDRESS',
  'ISSUER_TAX_ID',
  'CURRENCIES',
  'EXPECTED_RATE_EUR',
  'EXPECTED_RATE_VND',
  'EXPECTED_RATES',
  'CLICK_RETENTION_MONTHS',
  'ARCHIVE_TO',
  'WEBHOOK_RETENTION_DAYS',
  'IDEMPOTENCY_RETENTION_HOURS',
  'PROCESSOR_EVENT_RETENTION_DAYS',
  'REJECTED_REQUESTS_KEPT',
  'REJECTED_REQUEST_RETENTION_DAYS',
  'WEBHOOK_ALLOW_PRIVATE',
  'SMTP_URL',
  'MAIL_FROM',
  'MAIL_PER_RECIPIENT_HOUR',
  'MAIL_RETENTION_DAYS',
  'STRIPE_CLIENT_ID',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'BACKUP_PASSPHRASE',
  'BACKUP_PASSPHRASE_FILE',
]

/** What a worker is told by the process that started it. */
export interface WorkerSettings {
  /** From 1; its successor has the same. */
  number: number
  /** How many connections it may have to PostgreSQL. */
  connections: number
  /** The version of the messages between the two, whose code may differ after an upgrade. */
  protocol: number
}

/** Changes with the messages of `workers.ts`. */
export const WORKER_PROTOCOL = 1

/** The variable that holds a worker's settings. */
export const WORKER_VARIABLE = 'AFFILIATE_WORKER'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const CALLS_PER_MINUTE = { least: 1, most: 10_000_000 }
const CONNECTIONS = { least: 1, most: limits.connectionsMost }

/** A setting that cannot be used; the message names the variable and says what it takes. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/**
 * Reads the environment. `developmentSecret` supplies the secret kept beside the embedded data when
 * `APP_SECRET` is missing; in production a missing one is an error.
 * @throws {ConfigError} naming the variable
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  developmentSecret: (place: Pick<Config, 'dataDir' | 'databaseUrl'>) => string = () =>
    randomBytes(32).toString('base64url'),
): Config {
  const env = oneOf(environment, 'NODE_ENV', ['production', 'development', 'test'] as const, 'development')
  const port = integer(environment, 'PORT', 3000, { least: 0, most: 65_535 })
  const host = text(environment, 'HOST') ?? (env === 'production' ? '0.0.0.0' : '127.0.0.1')
  const dataDir = text(environment, 'DATA_DIR') ?? './data'
  const databaseUrl = readDatabaseUrl(environment, 'DATABASE_URL')
  if (env === 'production') refusePlaceholders(environment)
  const currencies = readCurrencies(environment)
  return {
    env,
    port,
    host,
    databaseUrl,
    databaseAdminUrl: readAdminUrl(environment),
    dataDir,
    webConcurrency: readConcurrency(environment),
    worker: readWorker(environment),
    redisUrl: address(environment, 'REDIS_URL', ['redis:', 'rediss:']),
    redisKeyPrefix: text(environment, 'REDIS_KEY_PREFIX') ?? 'affiliate:',
    appSecret: readSecret(environment, env, () => developmentSecret({ dataDir, databaseUrl })),
    publicUrl: readPublicUrl(environment, host, port),
    keyCallsPerMinute: integer(environment, 'RATE_LIMIT_KEY_PER_MINUTE', 6000, CALLS_PER_MINUTE),
    managementKeyCallsPerMinute: integer(
      environment,
      'RATE_LIMIT_MANAGEMENT_KEY_PER_MINUTE',
      600,
      CALLS_PER_MINUTE,
    ),
    ipCallsPerMinute: integer(environment, 'RATE_LIMIT_IP_PER_MINUTE', 600, CALLS_PER_MINUTE),
    failedAuthenticationsPerMinute: integer(
      environment,
      'RATE_LIMIT_FAILED_AUTH_PER_MINUTE',
      30,
      CALLS_PER_MINUTE,
    ),
    connections: integer(environment, 'MAX_CONNECTIONS', limits.connections, CONNECTIONS),
    connectionsPerAddress: integer(
      environment,
      'MAX_CONNECTIONS_PER_ADDRESS',
      limits.connectionsPerAddress,
      CONNECTIONS,
    ),
    logLevel: oneOf(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: readTrustProxy(environment, env),
    metricsToken: readMetricsToken(environment),
    allowSignUp: flag(environment, 'ALLOW_SIGN_UP', env !== 'production'),
    platformFeeBps: integer(environment, 'PLATFORM_FEE_BPS', 350, { least: 0, most: 10_000 }),
    issuer: {
      name: text(environment, 'ISSUER_NAME'),
      address: text(environment, 'ISSUER_ADDRESS')?.replaceAll('\\n', '\n'),
      taxId: text(environment, 'ISSUER_TAX_ID'),
    },
    currencies,
    expectedRates: readExpectedRates(environment, currencies),
    ...readRetention(environment),
    ...readPurges(environment),
    mail: readMail(environment, env),
    webhookAllowPrivate: flag(environment, 'WEBHOOK_ALLOW_PRIVATE', false),
    stripe: {
      clientId: text(environment, 'STRIPE_CLIENT_ID'),
      secretKey: text(environment, 'STRIPE_SECRET_KEY'),
      webhookSecret: text(environment, 'STRIPE_WEBHOOK_SECRET'),
    },
  }
}

/**
 * What works, and yet not as somebody in production will want it.
 * @returns sentences, each beginning with the variable to set
 */
export function adviseOnSettings(
  environment: NodeJS.ProcessEnv,
  { env, publicUrl }: Pick<Config, 'env' | 'publicUrl'>,
): string[] {
  if (env !== 'production' || text(environment, 'PUBLIC_URL') !== undefined) return []
  return [
    `PUBLIC_URL is not set, so people are taken to reach the service at ${publicUrl}: browsers that open it at another ` +
      'address cannot sign in. Set it to the address that they open.',
  ]
}

/**
 * A secret that was copied from an example is known to everybody who read it.
 * @throws {ConfigError} naming the variable, without its value
 */
function refusePlaceholders(environment: NodeJS.ProcessEnv): void {
  const refuse = (name: string, what: string) => {
    throw new ConfigError(
      `${name} ${what}, which everybody knows who read the same example: make one of its own, for example with ` +
        '`openssl rand -hex 32`.',
    )
  }
  const [secret, token] = [text(environment, 'APP_SECRET') ?? '', text(environment, 'METRICS_TOKEN') ?? '']
  if (isPlaceholder(secret)) refuse('APP_SECRET', 'is a placeholder')
  if (secret !== '' && isRepetition(secret))
    refuse('APP_SECRET', 'is a placeholder (a few characters, repeated)')
  if (isPlaceholder(token)) refuse('METRICS_TOKEN', 'is a placeholder')
  for (const name of ['DATABASE_URL', 'DATABASE_ADMIN_URL', 'REDIS_URL', 'SMTP_URL']) {
    const value = text(environment, name) ?? ''
    const password = URL.canParse(value) ? new URL(value).password : ''
    if (isPlaceholder(password)) refuse(name, 'has a placeholder as its password')
  }
}

function readConcurrency(environment: NodeJS.ProcessEnv): number | 'auto' {
  const value = text(environment, 'WEB_CONCURRENCY')
  if (value === undefined) return 1
  if (value === 'auto') return value
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (number >= 1 && number <= limits.workers) return number
  throw new ConfigError(
    `WEB_CONCURRENCY is "${value}": it takes auto, or a whole number of processes from 1 to ${limits.workers}.`,
  )
}

/**
 * How many processes serve. The embedded database lives in one process: who asks for a number of them is told that it
 * cannot be, and `auto` is that one.
 * @throws {ConfigError} the embedded database was to serve several
 */
export function countProcesses({
  webConcurrency,
  databaseUrl,
}: Pick<Config, 'webConcurrency' | 'databaseUrl'>): number {
  if (databaseUrl !== undefined) {
    return webConcurrency === 'auto' ? Math.min(availableParallelism(), limits.workers) : webConcurrency
  }
  if (webConcurrency === 'auto' || webConcurrency === 1) return 1
  throw new ConfigError(
    `WEB_CONCURRENCY is ${webConcurrency}, but the embedded database serves one process alone: set DATABASE_URL to a ` +
      'PostgreSQL server, which any number may share, or leave WEB_CONCURRENCY out.',
  )
}

function readWorker(environment: NodeJS.ProcessEnv): WorkerSettings | undefined {
  const value = text(environment, WORKER_VARIABLE)
  if (value === undefined) return undefined
  if (process.send === undefined)
    throw new ConfigError(
      `${WORKER_VARIABLE} is set by the service itself, for the processes that it starts.`,
    )
  const settings = JSON.parse(value) as WorkerSettings // safe because the service itself wrote it
  if (settings.protocol === WORKER_PROTOCOL) return settings
  throw new ConfigError(
    'The process that starts the workers is of another version than they are: stop the service and start it again.',
  )
}

function readSecret(
  environment: NodeJS.ProcessEnv,
  env: Config['env'],
  developmentSecret: () => string,
): string {
  const secret = text(environment, 'APP_SECRET')
  if (secret === undefined) {
    if (env !== 'production') return developmentSecret()
    throw new ConfigError(
      'APP_SECRET is missing. It signs sessions and keys e-mail hashes, so production does not start without it: ' +
        'set it to at least 32 random characters (for example the output of `openssl rand -base64 32`) and keep it.',
    )
  }
  if (secret.length < limits.secretChars) {
    throw new ConfigError(`APP_SECRET is too short: it takes at least ${limits.secretChars} characters.`)
  }
  return secret
}

function readPurges(
  environment: NodeJS.ProcessEnv,
): Pick<
  Config,
  | 'webhookRetentionDays'
  | 'idempotencyRetentionHours'
  | 'processorEventRetentionDays'
  | 'rejectedRequestsKept'
  | 'rejectedRequestRetentionDays'
  | 'mailsPerRecipientHour'
  | 'mailRetentionDays'
> {
  const eventDays = { least: limits.processorEventDaysLeast, most: limits.processorEventDaysMost }
  return {
    webhookRetentionDays: integer(environment, 'WEBHOOK_RETENTION_DAYS', limits.webhookKeptDays, {
      least: limits.webhookKeptDaysLeast,
      most: limits.webhookKeptDaysMost,
    }),
    idempotencyRetentionHours: integer(environment, 'IDEMPOTENCY_RETENTION_HOURS', limits.idempotencyHours, {
      least: limits.idempotencyHours,
      most: limits.idempotencyHoursMost,
    }),
    processorEventRetentionDays:
      text(environment, 'PROCESSOR_EVENT_RETENTION_DAYS') === undefined
        ? undefined
        : integer(environment, 'PROCESSOR_EVENT_RETENTION_DAYS', eventDays.least, eventDays),
    rejectedRequestsKept: integer(environment, 'REJECTED_REQUESTS_KEPT', limits.rejectedRequestsKept, {
      least: 0,
      most: limits.rejectedRequestsKeptMost,
    }),
    rejectedRequestRetentionDays: integer(
      environment,
      'REJECTED_REQUEST_RETENTION_DAYS',
      limits.rejectedRequestDays,
      {
        least: 1,
        most: limits.rejectedRequestDaysMost,
      },
    ),
    mailsPerRecipientHour: integer(environment, 'MAIL_PER_RECIPIENT_HOUR', limits.mailsPerRecipientHour, {
      least: 1,
      most: limits.mailsPerRecipientHourMost,
    }),
    mailRetentionDays: integer(environment, 'MAIL_RETENTION_DAYS', limits.mailKeptDays, {
      least: limits.mailKeptDaysLeast,
      most: limits.mailKeptDaysMost,
    }),
  }
}

/**
 * A server without a sender, or the other way round, would send nothing and be silent about it. What the address of the
 * server holds is never repeated: a password may be in it.
 */
function readMail(environment: NodeJS.ProcessEnv, env: Config['env']): MailSettings | undefined {
  const [url, sender] = [text(environment, 'SMTP_URL'), text(environment, 'MAIL_FROM')]
  if (url === undefined && sender === undefined) {
    return env === 'development' ? { from: DEVELOPMENT_SENDER, server: undefined } : undefined
  }
  if (url === undefined) {
    throw new ConfigError(
      'MAIL_FROM is set and SMTP_URL is not: set the mail server too, such as smtp://user:password@host:587.',
    )
  }
  if (sender === undefined) {
    throw new ConfigError(
      'SMTP_URL is set and MAIL_FROM is not: set whom mails are from too, such as Acme Partners <partners@acme.example>.',
    )
  }
  const server = parseSmtpUrl(url)
  if ('fault' in server) throw new ConfigError(`SMTP_URL ${server.fault}.`)
  const from = parseMailbox(sender)
  if (from !== undefined) return { from, server }
  throw new ConfigError(
    'MAIL_FROM takes one address, with a name or without: Acme Partners <partners@acme.example>.',
  )
}

const DEVELOPMENT_SENDER: Mailbox = { name: 'Affiliate tracking', address: 'affiliate@localhost' }

/** Clicks that have no place to go to would be kept, and the setting be silent about it. */
function readRetention(environment: NodeJS.ProcessEnv): Pick<Config, 'clickRetentionMonths' | 'archiveTo'> {
  const archiveTo = text(environment, 'ARCHIVE_TO')
  if (archiveTo !== undefined && /^[a-z0-9+]+:\/\//i.test(archiveTo) && !archiveTo.startsWith('s3://')) {
    throw new ConfigError('ARCHIVE_TO takes a folder, s3://bucket/prefix, or none.')
  }
  if (text(environment, 'CLICK_RETENTION_MONTHS') === undefined) {
    return { clickRetentionMonths: undefined, archiveTo }
  }
  const range = { least: 1, most: limits.clickRetentionMonths }
  const clickRetentionMonths = integer(environment, 'CLICK_RETENTION_MONTHS', 1, range)
  if (archiveTo !== undefined) return { clickRetentionMonths, archiveTo }
  throw new ConfigError(
    'CLICK_RETENTION_MONTHS is set and ARCHIVE_TO is not: say where clicks are archived before they go (a folder, or ' +
      's3://bucket/prefix), or ARCHIVE_TO=none to delete them without an archive.',
  )
}

function readMetricsToken(environment: NodeJS.ProcessEnv): string | undefined {
  const token = text(environment, 'METRICS_TOKEN')
  if (token === undefined || /^[\x21-\x7e]{16,}$/.test(token)) return token
  throw new ConfigError('METRICS_TOKEN takes at least 16 characters, without spaces.')
}

/** Without its name PostgreSQL would pick the database of the user, which may be anything. */
function readDatabaseUrl(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = address(environment, name, ['postgres:', 'postgresql:'])
  if (value === undefined) return undefined
  const { pathname } = new URL(value)
  // What follows a slash of the password would be taken for the name of the database, and shown.
  if (pathname.includes('@')) {
    throw new ConfigError(
      `${name} has a user or a password that cannot be read: write both, with % and two hex digits for @ : / and %.`,
    )
  }
  if (pathname.length > 1) return value
  throw new ConfigError(`${name} names no database: it ends in /name, such as /affiliate.`)
}

function readAdminUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const value = readDatabaseUrl(environment, 'DATABASE_ADMIN_URL')
  if (value === undefined || text(environment, 'DATABASE_URL') !== undefined) return value
  throw new ConfigError(
    'DATABASE_ADMIN_URL is set and DATABASE_URL is not: the first is only for migrations and jobs.',
  )
}

function readPublicUrl(environment: NodeJS.ProcessEnv, host: string, port: number): string {
  const value = address(environment, 'PUBLIC_URL', ['http:', 'https:'])
  if (value !== undefined) {
    // It stands in every link that is shown or mailed.
    const { username, password } = new URL(value)
    if (username === '' && password === '') return value.replace(/\/+$/, '')
    throw new ConfigError('PUBLIC_URL takes an address without a name and password in it.')
  }
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  const url = `http://${name}:${port}`
  // What is more than a name would be a login, a path or a query in every link that is shown.
  if (!/[/@?#\\]/.test(host) && URL.canParse(url)) return url
  const shown = host.includes('@') ? 'HOST' : `HOST is "${host}": it`
  throw new ConfigError(`${shown} takes an address or a name of this machine, like 127.0.0.1.`)
}

function readTrustProxy(environment: NodeJS.ProcessEnv, env: Config['env']): Config['trustProxy'] {
  const value = text(environment, 'TRUST_PROXY')
  if (value === undefined || value === 'false') return false
  if (value === 'true') {
    if (env !== 'production') return true
    throw new ConfigError(
      'TRUST_PROXY is "true": it would believe whatever address a client writes into X-Forwarded-For, so that no limit ' +
        'per address holds. Set the number of proxies in front of the service, such as 1, or their addresses.',
    )
  }
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const isAddress = (part: string) => {
    const [ip = '', prefix = '1', ...more] = part.trim().split('/')
    const bits = { 4: 32, 6: 128 }[isIP(ip)]
    if (bits === undefined || more.length > 0 || !/^\d{1,3}$/.test(prefix)) return false
    return Number(prefix) >= 1 && Number(prefix) <= bits
  }
  if (value.split(',').every(isAddress)) return value
  throw new ConfigError(
    `TRUST_PROXY is "${hideLogin(value)}": it takes false, a number of hops, true outside production, or addresses like 10.0.0.0/8,127.0.0.1.`,
  )
}

function text(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

function integer(
  environment: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  { least, most }: { least: number; most: number },
) {
  const value = text(environment, name)
  if (value === undefined) return fallback
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new ConfigError(`${name} is "${value}": it takes a whole number from ${least} to ${most}.`)
}

function readCurrencies(environment: NodeJS.ProcessEnv): readonly Currency[] {
  const value = text(environment, 'CURRENCIES')
  if (value === undefined) return DEFAULT_CURRENCIES
  const list = parseCurrencyList(value, limits.currencies)
  if ('fault' in list) throw new ConfigError(`CURRENCIES ${list.fault}.`)
  return list.currencies
}

/** Of euros and dong by variables of their own, which are older than the list of currencies; of all others by one. */
function readExpectedRates(environment: NodeJS.ProcessEnv, currencies: readonly Currency[]): ExpectedRates {
  const rates: { [Code in Currency]?: readonly [string, string] } = {
    EUR: rateRange('EXPECTED_RATE_EUR', text(environment, 'EXPECTED_RATE_EUR') ?? '0.5-2', '0.5-2'),
    VND: rateRange(
      'EXPECTED_RATE_VND',
      text(environment, 'EXPECTED_RATE_VND') ?? '0.00001-0.0001',
      '0.00001-0.0001',
    ),
  }
  for (const part of text(environment, 'EXPECTED_RATES')?.split(',') ?? []) {
    const [code = '', range = ''] = part.split(':').map((word) => word.trim())
    const currency = currencies.find((one) => one === code)
    if (currency === undefined || currency === BASE_CURRENCY || rates[currency] !== undefined) {
      throw new ConfigError(`EXPECTED_RATES ${misplaced(code, currency, rates)}.`)
    }
    rates[currency] = rateRange(`EXPECTED_RATES of ${code}`, range, '0.004-0.02')
  }
  return rates
}

function misplaced(code: string, currency: Currency | undefined, rates: ExpectedRates): string {
  if (currency === undefined) {
    return `has "${code}", which CURRENCIES does not name: it takes currencies with their ranges, such as JPY:0.004-0.02,GBP:1-2`
  }
  if (currency === 'EUR' || currency === 'VND') return `has ${code}, whose range is EXPECTED_RATE_${code}`
  return rates[currency] === undefined
    ? `has ${code}, which needs no rate: invoices are issued in it`
    : `has ${code} twice`
}

/** Two decimals with a dash between them, the smaller first. */
function rateRange(name: string, value: string, example: string): readonly [string, string] {
  const match = /^(\d{1,9}(?:\.\d{1,12})?)-(\d{1,9}(?:\.\d{1,12})?)$/.exec(value)
  const [, least = '', most = ''] = match ?? []
  if (match !== null && Number(least) > 0 && Number(least) <= Number(most)) return [least, most]
  throw new ConfigError(`${name} is "${value}": it takes the least and the most, such as ${example}.`)
}

function oneOf<T extends string>(
  environment: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = text(environment, name)
  if (value === undefined) return fallback
  const found = allowed.find((one) => one === value)
  if (found === undefined)
    throw new ConfigError(`${name} is "${value}": it takes one of ${allowed.join(', ')}.`)
  return found
}

function flag(environment: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  return oneOf(environment, name, ['true', 'false'] as const, fallback ? 'true' : 'false') === 'true'
}

/** The value may carry a password, so the message never repeats it. */
function address(environment: NodeJS.ProcessEnv, name: string, protocols: string[]): string | undefined {
  const value = text(environment, name)
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url !== undefined && protocols.includes(url.protocol)) return value
  throw new ConfigError(
    `${name} is not an address that can be used: it takes one that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  )
}
