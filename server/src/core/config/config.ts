import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { StartError } from '../errors/start-error.ts'
import { BASE_CURRENCY, type Currency, DEFAULT_CURRENCIES } from '../money/currency.ts'
import { parseCurrencyList } from '../money/currency-list.rule.ts'
import { type Mailbox, parseMailbox } from '../text/mail-address.rule.ts'
import { limits } from './limits.ts'
import { isPlaceholder, isRepetition } from './placeholder.rule.ts'
import { redactCredentials } from './redact-credentials.rule.ts'
import { parseSmtpUrl, type SmtpServer } from './smtp-url.rule.ts'

export interface Config {
  env: 'production' | 'development' | 'test'
  port: number
  host: string
  /** A PostgreSQL URL, or undefined for the embedded database under `dataDir`. */
  databaseUrl: string | undefined
  /** The coordinator of a cluster, for migrations, partitions and jobs. */
  databaseAdminUrl: string | undefined
  dataDir: string
  /** Number of processes; 'auto' is one per available processor. */
  webConcurrency: number | 'auto'
  /** Set in a worker by the primary. */
  worker: WorkerSettings | undefined
  redisUrl: string | undefined
  /** Prefix of every Redis key, so installations can share a server. */
  redisKeyPrefix: string
  /** Signs sessions and keys the email HMAC (D25). */
  appSecret: string
  /** Public URL of the service, without a trailing slash. */
  publicUrl: string
  keyCallsPerMinute: number
  managementKeyCallsPerMinute: number
  ipCallsPerMinute: number
  failedAuthenticationsPerMinute: number
  /** Connection limits per process: total, and per address that isn't a trusted proxy. */
  connections: number
  connectionsPerAddress: number
  logLevel: LogLevel
  /** Fastify's `trustProxy`: false, true, a number of hops, or a list of addresses. */
  trustProxy: boolean | number | string
  /** Token for `/metrics`. If unset, the endpoint is only available on this machine. */
  metricsToken: string | undefined
  /** Whether anyone may sign up; otherwise an invitation is required. */
  allowSignUp: boolean
  /** The platform fee of a new program, in basis points (D31). */
  platformFeeBps: number
  /** Issuer on invoices; defaults to the public URL. */
  issuer: { name: string | undefined; address: string | undefined; taxId: string | undefined }
  /** Currencies for sales, commissions and fees (D9), in display order. */
  currencies: readonly Currency[]
  /** Default click retention in months; undefined keeps them forever. */
  clickRetentionMonths: number | undefined
  /**
   * Where clicks are archived before deletion: a folder, `s3://bucket/prefix`, or `none`. If undefined, clicks are
   * never deleted.
   */
  archiveTo: string | undefined
  /** Retention of webhook deliveries and their messages. */
  webhookRetentionDays: number
  /** Retention of responses to requests with an `Idempotency-Key`. */
  idempotencyRetentionHours: number
  /** Retention of processor events; undefined keeps them forever. */
  processorEventRetentionDays: number | undefined
  /** How many rejected tracking requests are kept per program, and for how long. */
  rejectedRequestsKept: number
  rejectedRequestRetentionDays: number
  /** The mail server; undefined if mail is off. */
  mail: MailSettings | undefined
  /** Maximum number of mails sent to a recipient per hour. Additional mails wait in the queue. */
  mailsPerRecipientHour: number
  /** Retention of the mail log. */
  mailRetentionDays: number
  /** Exchange rates accepted without confirmation, in US dollars per unit: lowest and highest, as decimals. */
  expectedRates: ExpectedRates
  /** Where webhooks may be sent: to the public internet, to this machine as well, or anywhere. */
  webhookNetwork: 'public' | 'loopback' | 'private'
  /** The platform's own Stripe account. With a client ID and key, programs connect via OAuth. */
  stripe: { clientId: string | undefined; secretKey: string | undefined; webhookSecret: string | undefined }
}

export interface MailSettings {
  from: Mailbox
  /** Undefined in development, where mails are shown instead of sent. */
  server: SmtpServer | undefined
}

export type ExpectedRates = Readonly<Partial<Record<Currency, readonly [least: string, most: string]>>>

/** All environment variables read here and by the backup commands. */
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

/** Settings that a worker receives from the primary. */
export interface WorkerSettings {
  /** Number of the worker, starting at 1. A replacement gets the same number. */
  number: number
  /** This worker's share of the PostgreSQL connections. */
  connections: number
  /** Version of the messages between primary and worker, whose code may differ after an upgrade. */
  protocol: number
}

/** Increment it when the messages of `workers.ts` change. */
export const WORKER_PROTOCOL = 1

/** Environment variable that holds a worker's settings. */
export const WORKER_VARIABLE = 'AFFILIATE_WORKER'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

const CALLS_PER_MINUTE = { least: 1, most: 10_000_000 }
const CONNECTIONS = { least: 1, most: limits.maxConnections }

/** Thrown for an invalid setting. The message contains the variable and the accepted values. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

/**
 * Reads the environment. `developmentSecret` supplies the secret stored with the embedded data when `APP_SECRET` is
 * missing; in production that is an error.
 * @throws {ConfigError} with the variable in its message
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  developmentSecret: (settings: Pick<Config, 'dataDir' | 'databaseUrl'>) => string = () =>
    randomBytes(32).toString('base64url'),
): Config {
  const env = readChoice(
    environment,
    'NODE_ENV',
    ['production', 'development', 'test'] as const,
    'development',
  )
  const port = integer(environment, 'PORT', 3000, { least: 0, most: 65_535 })
  const host = readText(environment, 'HOST') ?? (env === 'production' ? '0.0.0.0' : '127.0.0.1')
  const dataDir = readText(environment, 'DATA_DIR') ?? './data'
  const databaseUrl = readDatabaseUrl(environment, 'DATABASE_URL')
  if (env === 'production') rejectPlaceholders(environment)
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
    redisKeyPrefix: readText(environment, 'REDIS_KEY_PREFIX') ?? 'affiliate:',
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
    logLevel: readChoice(environment, 'LOG_LEVEL', LOG_LEVELS, 'info'),
    trustProxy: readTrustProxy(environment, env),
    metricsToken: readMetricsToken(environment),
    allowSignUp: flag(environment, 'ALLOW_SIGN_UP', env !== 'production'),
    platformFeeBps: integer(environment, 'PLATFORM_FEE_BPS', 350, { least: 0, most: 10_000 }),
    issuer: {
      name: readText(environment, 'ISSUER_NAME'),
      address: readText(environment, 'ISSUER_ADDRESS')?.replaceAll('\\n', '\n'),
      taxId: readText(environment, 'ISSUER_TAX_ID'),
    },
    currencies,
    expectedRates: readExpectedRates(environment, currencies),
    ...readRetention(environment),
    ...readPurges(environment),
    mail: readMail(environment, env),
    webhookNetwork: readWebhookNetwork(environment, env),
    stripe: {
      clientId: readText(environment, 'STRIPE_CLIENT_ID'),
      secretKey: readText(environment, 'STRIPE_SECRET_KEY'),
      webhookSecret: readText(environment, 'STRIPE_WEBHOOK_SECRET'),
    },
  }
}

function readWebhookNetwork(environment: NodeJS.ProcessEnv, env: Config['env']): Config['webhookNetwork'] {
  if (flag(environment, 'WEBHOOK_ALLOW_PRIVATE', false)) return 'private'
  return env === 'development' ? 'loopback' : 'public'
}

/**
 * Returns warnings about settings that work but are probably wrong in production. Each begins with the variable's name.
 */
export function settingWarnings(
  environment: NodeJS.ProcessEnv,
  { env, publicUrl }: Pick<Config, 'env' | 'publicUrl'>,
): string[] {
  if (env !== 'production' || readText(environment, 'PUBLIC_URL') !== undefined) return []
  return [
    `PUBLIC_URL is not set and defaults to ${publicUrl}. Browsers that open the service at another URL can’t ` +
      'sign in: set PUBLIC_URL to the URL people open.',
  ]
}

/**
 * Rejects secrets copied from a public example.
 * @throws {ConfigError} with the variable's name but not its value
 */
function rejectPlaceholders(environment: NodeJS.ProcessEnv): void {
  const reject = (name: string, requirement: string) => {
    throw new ConfigError(
      `${name} ${requirement} from a public example. Generate your own, for example with ` +
        '`openssl rand -hex 32`.',
    )
  }
  const [secret, token] = [
    readText(environment, 'APP_SECRET') ?? '',
    readText(environment, 'METRICS_TOKEN') ?? '',
  ]
  if (isPlaceholder(secret)) reject('APP_SECRET', 'is a placeholder')
  if (secret !== '' && isRepetition(secret))
    reject('APP_SECRET', 'is a placeholder (a few characters, repeated)')
  if (isPlaceholder(token)) reject('METRICS_TOKEN', 'is a placeholder')
  for (const name of ['DATABASE_URL', 'DATABASE_ADMIN_URL', 'REDIS_URL', 'SMTP_URL']) {
    const value = readText(environment, name) ?? ''
    const password = URL.canParse(value) ? new URL(value).password : ''
    if (isPlaceholder(password)) reject(name, 'has a placeholder as its password')
  }
}

function readConcurrency(environment: NodeJS.ProcessEnv): number | 'auto' {
  const value = readText(environment, 'WEB_CONCURRENCY')
  if (value === undefined) return 1
  if (value === 'auto') return value
  const number = /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (number >= 1 && number <= limits.workers) return number
  throw new ConfigError(
    `WEB_CONCURRENCY is "${value}" but must be auto or a number of processes from 1 to ${limits.workers}.`,
  )
}

/**
 * Returns the number of processes. The embedded database supports only one, so `auto` resolves to 1.
 * @throws {ConfigError} if several processes were to share the embedded database
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
    `WEB_CONCURRENCY is ${webConcurrency}, but the embedded database supports a single process. Set DATABASE_URL to a ` +
      'PostgreSQL server, or remove WEB_CONCURRENCY.',
  )
}

function readWorker(environment: NodeJS.ProcessEnv): WorkerSettings | undefined {
  const value = readText(environment, WORKER_VARIABLE)
  if (value === undefined) return undefined
  if (process.send === undefined)
    throw new ConfigError(`${WORKER_VARIABLE} is reserved for processes started by the service. Remove it.`)
  const settings = JSON.parse(value) as WorkerSettings // safe because the service itself wrote it
  if (settings.protocol === WORKER_PROTOCOL) return settings
  throw new ConfigError(
    'The primary and its workers have different versions. Stop the service and start it again.',
  )
}

function readSecret(
  environment: NodeJS.ProcessEnv,
  env: Config['env'],
  developmentSecret: () => string,
): string {
  const secret = readText(environment, 'APP_SECRET')
  if (secret === undefined) {
    if (env !== 'production') return developmentSecret()
    throw new ConfigError(
      'APP_SECRET is missing. It signs sessions and protects email hashes, so production requires it: ' +
        'set it to at least 32 random characters (for example the output of `openssl rand -base64 32`) and keep it.',
    )
  }
  if (secret.length < limits.minSecretLength) {
    throw new ConfigError(`APP_SECRET is too short: use at least ${limits.minSecretLength} characters.`)
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
  const eventDays = { least: limits.minProcessorEventDays, most: limits.maxProcessorEventDays }
  return {
    webhookRetentionDays: integer(environment, 'WEBHOOK_RETENTION_DAYS', limits.webhookRetentionDaysDefault, {
      least: limits.minWebhookRetentionDays,
      most: limits.maxWebhookRetentionDays,
    }),
    idempotencyRetentionHours: integer(environment, 'IDEMPOTENCY_RETENTION_HOURS', limits.idempotencyHours, {
      least: limits.idempotencyHours,
      most: limits.maxIdempotencyHours,
    }),
    processorEventRetentionDays:
      readText(environment, 'PROCESSOR_EVENT_RETENTION_DAYS') === undefined
        ? undefined
        : integer(environment, 'PROCESSOR_EVENT_RETENTION_DAYS', eventDays.least, eventDays),
    rejectedRequestsKept: integer(environment, 'REJECTED_REQUESTS_KEPT', limits.rejectedRequestsKept, {
      least: 0,
      most: limits.maxRejectedRequestsKept,
    }),
    rejectedRequestRetentionDays: integer(
      environment,
      'REJECTED_REQUEST_RETENTION_DAYS',
      limits.rejectedRequestDays,
      {
        least: 1,
        most: limits.maxRejectedRequestDays,
      },
    ),
    mailsPerRecipientHour: integer(environment, 'MAIL_PER_RECIPIENT_HOUR', limits.mailsPerRecipientHour, {
      least: 1,
      most: limits.maxMailsPerRecipientHour,
    }),
    mailRetentionDays: integer(environment, 'MAIL_RETENTION_DAYS', limits.mailRetentionDays, {
      least: limits.minMailRetentionDays,
      most: limits.maxMailRetentionDays,
    }),
  }
}

/** Mail needs both the server and the sender. The server's URL is never shown, because it may contain a password. */
function readMail(environment: NodeJS.ProcessEnv, env: Config['env']): MailSettings | undefined {
  const [url, sender] = [readText(environment, 'SMTP_URL'), readText(environment, 'MAIL_FROM')]
  if (url === undefined && sender === undefined) {
    return env === 'development' ? { from: DEVELOPMENT_SENDER, server: undefined } : undefined
  }
  if (url === undefined) {
    throw new ConfigError(
      'MAIL_FROM is set but SMTP_URL is not. Set the mail server too, such as smtp://user:password@host:587.',
    )
  }
  if (sender === undefined) {
    throw new ConfigError(
      'SMTP_URL is set but MAIL_FROM is not. Set the sender too, such as Acme Partners <partners@acme.example>.',
    )
  }
  const server = parseSmtpUrl(url)
  if ('fault' in server) throw new ConfigError(`SMTP_URL ${server.fault}.`)
  const from = parseMailbox(sender)
  if (from !== undefined) return { from, server }
  throw new ConfigError(
    'MAIL_FROM must be one address, optionally with a name: Acme Partners <partners@acme.example>.',
  )
}

const DEVELOPMENT_SENDER: Mailbox = { name: 'Affiliate tracking', address: 'affiliate@localhost' }

/** Without an archive location, clicks would silently be kept. */
function readRetention(environment: NodeJS.ProcessEnv): Pick<Config, 'clickRetentionMonths' | 'archiveTo'> {
  const archiveTo = readText(environment, 'ARCHIVE_TO')
  if (archiveTo !== undefined && /^[a-z0-9+]+:\/\//i.test(archiveTo) && !archiveTo.startsWith('s3://')) {
    throw new ConfigError('ARCHIVE_TO must be a folder, s3://bucket/prefix, or none.')
  }
  if (readText(environment, 'CLICK_RETENTION_MONTHS') === undefined) {
    return { clickRetentionMonths: undefined, archiveTo }
  }
  const range = { least: 1, most: limits.clickRetentionMonths }
  const clickRetentionMonths = integer(environment, 'CLICK_RETENTION_MONTHS', 1, range)
  if (archiveTo !== undefined) return { clickRetentionMonths, archiveTo }
  throw new ConfigError(
    'CLICK_RETENTION_MONTHS is set but ARCHIVE_TO is not. Set ARCHIVE_TO to where clicks are archived (a folder or ' +
      's3://bucket/prefix), or to none to delete them without an archive.',
  )
}

function readMetricsToken(environment: NodeJS.ProcessEnv): string | undefined {
  const token = readText(environment, 'METRICS_TOKEN')
  if (token === undefined || /^[\x21-\x7e]{16,}$/.test(token)) return token
  throw new ConfigError('METRICS_TOKEN must have at least 16 characters and no spaces.')
}

/** Requires a database name, because PostgreSQL would default to the user's name. */
function readDatabaseUrl(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = address(environment, name, ['postgres:', 'postgresql:'])
  if (value === undefined) return undefined
  const { pathname } = new URL(value)
  // An unescaped slash would turn the rest of the password into the database name, which is shown.
  if (pathname.includes('@')) {
    throw new ConfigError(`${name} has an unreadable user or password. Percent-encode @ : / and % in both.`)
  }
  if (pathname.length > 1) return value
  throw new ConfigError(`${name} has no database name. End it with /name, such as /affiliate.`)
}

function readAdminUrl(environment: NodeJS.ProcessEnv): string | undefined {
  const value = readDatabaseUrl(environment, 'DATABASE_ADMIN_URL')
  if (value === undefined || readText(environment, 'DATABASE_URL') !== undefined) return value
  throw new ConfigError(
    'DATABASE_ADMIN_URL is set but DATABASE_URL is not. The former is only for migrations and jobs.',
  )
}

function readPublicUrl(environment: NodeJS.ProcessEnv, host: string, port: number): string {
  const value = address(environment, 'PUBLIC_URL', ['http:', 'https:'])
  if (value !== undefined) {
    // PUBLIC_URL is part of every link.
    const { username, password } = new URL(value)
    if (username === '' && password === '') return value.replace(/\/+$/, '')
    throw new ConfigError('PUBLIC_URL must not contain a username or password.')
  }
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  const url = `http://${name}:${port}`
  // Anything but a host name would add credentials, a path or a query to every link.
  if (!/[/@?#\\]/.test(host) && URL.canParse(url)) return url
  const description = host.includes('@') ? 'HOST' : `HOST is "${host}": it`
  throw new ConfigError(`${description} must be an address or host name of this machine, such as 127.0.0.1.`)
}

function readTrustProxy(environment: NodeJS.ProcessEnv, env: Config['env']): Config['trustProxy'] {
  const value = readText(environment, 'TRUST_PROXY')
  if (value === undefined || value === 'false') return false
  if (value === 'true') {
    if (env !== 'production') return true
    throw new ConfigError(
      'TRUST_PROXY is "true", which trusts any address a client writes into X-Forwarded-For and defeats all limits ' +
        'per address. Set the number of proxies in front of the service, such as 1, or their addresses.',
    )
  }
  if (/^\d{1,2}$/.test(value)) return Number(value)
  const isAddress = (text: string) => {
    const [ip = '', prefix = '1', ...more] = text.trim().split('/')
    const bits = { 4: 32, 6: 128 }[isIP(ip)]
    if (bits === undefined || more.length > 0 || !/^\d{1,3}$/.test(prefix)) return false
    return Number(prefix) >= 1 && Number(prefix) <= bits
  }
  if (value.split(',').every(isAddress)) return value
  throw new ConfigError(
    `TRUST_PROXY is "${redactCredentials(value)}" but must be false, a number of hops, true (outside production), or addresses such as 10.0.0.0/8,127.0.0.1.`,
  )
}

function readText(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

function integer(
  environment: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  { least, most }: { least: number; most: number },
) {
  const value = readText(environment, name)
  if (value === undefined) return fallback
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number >= least && number <= most) return number
  throw new ConfigError(`${name} is "${value}" but must be an integer between ${least} and ${most}.`)
}

function readCurrencies(environment: NodeJS.ProcessEnv): readonly Currency[] {
  const value = readText(environment, 'CURRENCIES')
  if (value === undefined) return DEFAULT_CURRENCIES
  const list = parseCurrencyList(value, limits.currencies)
  if ('fault' in list) throw new ConfigError(`CURRENCIES ${list.fault}.`)
  return list.currencies
}

/** EUR and VND have their own variables, which predate CURRENCIES. All other currencies share one. */
function readExpectedRates(environment: NodeJS.ProcessEnv, currencies: readonly Currency[]): ExpectedRates {
  const rates: { [Code in Currency]?: readonly [string, string] } = {
    EUR: rateRange('EXPECTED_RATE_EUR', readText(environment, 'EXPECTED_RATE_EUR') ?? '0.5-2', '0.5-2'),
    VND: rateRange(
      'EXPECTED_RATE_VND',
      readText(environment, 'EXPECTED_RATE_VND') ?? '0.00001-0.0001',
      '0.00001-0.0001',
    ),
  }
  for (const part of readText(environment, 'EXPECTED_RATES')?.split(',') ?? []) {
    const [code = '', range = ''] = part.split(':').map((text) => text.trim())
    const currency = currencies.find((one) => one === code)
    if (currency === undefined || currency === BASE_CURRENCY || rates[currency] !== undefined) {
      throw new ConfigError(`EXPECTED_RATES ${rateRejection(code, currency, rates)}.`)
    }
    rates[currency] = rateRange(`EXPECTED_RATES of ${code}`, range, '0.004-0.02')
  }
  return rates
}

function rateRejection(code: string, currency: Currency | undefined, rates: ExpectedRates): string {
  if (currency === undefined) {
    return `has "${code}", which is not in CURRENCIES. List currencies with their ranges, such as JPY:0.004-0.02,GBP:1-2`
  }
  if (currency === 'EUR' || currency === 'VND') return `has ${code}, which is set by EXPECTED_RATE_${code}`
  return rates[currency] === undefined
    ? `has ${code}, the invoice currency, which needs no rate`
    : `has ${code} twice`
}

/** Two decimals separated by a dash, the lower one first. */
function rateRange(name: string, value: string, example: string): readonly [string, string] {
  const match = /^(\d{1,9}(?:\.\d{1,12})?)-(\d{1,9}(?:\.\d{1,12})?)$/.exec(value)
  const [, least = '', most = ''] = match ?? []
  if (match !== null && Number(least) > 0 && Number(least) <= Number(most)) return [least, most]
  throw new ConfigError(`${name} is "${value}" but must be the lowest and highest rate, such as ${example}.`)
}

function readChoice<T extends string>(
  environment: NodeJS.ProcessEnv,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = readText(environment, name)
  if (value === undefined) return fallback
  const choice = allowed.find((one) => one === value)
  if (choice === undefined)
    throw new ConfigError(`${name} is "${value}" but must be one of ${allowed.join(', ')}.`)
  return choice
}

function flag(environment: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  return readChoice(environment, name, ['true', 'false'] as const, fallback ? 'true' : 'false') === 'true'
}

/** The value may contain a password, so the message never repeats it. */
function address(environment: NodeJS.ProcessEnv, name: string, protocols: string[]): string | undefined {
  const value = readText(environment, name)
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url !== undefined && protocols.includes(url.protocol)) return value
  throw new ConfigError(
    `${name} is not a valid URL. It must start with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  )
}
