import { hash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { describe, inject, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/core/config/config.ts'
import {
  type Database,
  EMBEDDED_PARSERS,
  embeddedDatabase,
  openPostgres,
} from '../src/core/database/database.ts'
import { type Deps, systemIds } from '../src/core/deps.ts'
import type {
  KeyMode,
  LeadAuthPolicy,
  MemberRole,
  MemberStatus,
  PaymentTrackingMode,
} from '../src/core/enums.ts'
import type { App } from '../src/core/http/service.ts'
import type { Currency } from '../src/core/money/currency.ts'
import { reportDay } from '../src/core/time/report-day.rule.ts'
import { insertApplication, insertStep } from '../src/partners/enrollments/applications.sql.ts'
import type { Processors } from '../src/tracking/processors/processor.ts'
import { hashSessionToken } from '../src/workspace/accounts/session-token.rule.ts'
import { formatApiKey, hashApiKey, maskApiKey } from '../src/workspace/programs/api-key.rule.ts'
import { passwordHashing } from '../src/workspace/sign-in/auth.adapter.ts'
import { signInLimits } from '../src/workspace/sign-in/limits.ts'
import { addCleanup } from './cleanup.ts'
import { EmbeddedPool } from './embedded-pool.ts'
import { createDatabase, type DatabaseSource, dropDatabase } from './global-setup.ts'

/** A clock that moves only when a test advances it. */
export class TestClock {
  #now: Date
  constructor(start: string) {
    this.#now = new Date(start)
  }
  now = () => new Date(this.#now)
  set(instant: string | Date) {
    this.#now = new Date(instant)
  }
  advance(by: { days?: number; hours?: number; minutes?: number; ms?: number }) {
    const { days = 0, hours = 0, minutes = 0, ms = 0 } = by
    this.#now = new Date(this.#now.getTime() + ((days * 24 + hours) * 60 + minutes) * 60_000 + ms)
  }
}

interface TestDatabase {
  database: Database
  drop(): Promise<void>
}

/** Opens a migrated database: PGlite, or PostgreSQL if TEST_DATABASE_URL is set. @param source the database to copy */
export async function openTestDatabase(source: DatabaseSource = inject('database')): Promise<TestDatabase> {
  if (source.kind === 'embedded') return takeEmbeddedDatabase(source.templateFile)
  const name = `${source.template}_${randomUUID().slice(0, 8)}`
  const connect = (databaseName: string, maxConnections: number) => {
    const url = new URL(source.url)
    url.pathname = `/${databaseName}`
    // Test data needn't survive a crash, so commits don't wait for the disk.
    url.searchParams.set('options', '-c synchronous_commit=off')
    const connectionString = url.toString()
    return openPostgres({
      connectionString,
      maxConnections,
      statementTimeoutMs: 30_000,
      connectTimeoutMs: 30_000,
    })
  }
  await createDatabase(source, name, source.template)
  const database = await connect(name, 10)
  return {
    database,
    async drop() {
      await database.close()
      await dropDatabase(source, name)
    },
  }
}

let pool: EmbeddedPool | undefined

/** Copies with rows are always recreated, because comparing and emptying them takes longer. */
async function takeEmbeddedDatabase(templateFile: string): Promise<TestDatabase> {
  const empty = inject('database')
  if (empty.kind === 'embedded' && empty.templateFile === templateFile) {
    pool ??= new EmbeddedPool(getStarter(templateFile))
    return pool.take()
  }
  const database = await embeddedDatabase(await getStarter(templateFile)())
  return { database, drop: () => database.close() }
}

const starters = new Map<string, () => Promise<PGlite>>()

/** Each worker reads the image once. */
function getStarter(templateFile: string): () => Promise<PGlite> {
  const known = starters.get(templateFile)
  if (known !== undefined) return known
  const image = readImage(templateFile)
  const start = async () => PGlite.create({ ...(await image), parsers: EMBEDDED_PARSERS })
  starters.set(templateFile, start)
  return start
}

async function readImage(templateFile: string): Promise<PGliteOptions> {
  engine ??= readEngine()
  return { ...(await engine), loadDataDir: new Blob([readFileSync(templateFile)]) }
}

/** PGlite is compiled once per worker. Otherwise each database would compile it and start with its slowest code. */
let engine: Promise<PGliteOptions> | undefined

async function readEngine() {
  const pglite = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
  // safe because Node has it, although its types don't
  const { compile } = Reflect.get(globalThis, 'WebAssembly') as NodeWebAssembly
  return {
    pgliteWasmModule: await compile(readFileSync(join(pglite, 'pglite.wasm'))),
    fsBundle: new Blob([readFileSync(join(pglite, 'pglite.data'))]),
    // Each start writes all pages, 128 MB by default. Most tests need few.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  }
}

interface NodeWebAssembly {
  compile(bytes: Uint8Array): Promise<WebAssembly.Module>
}

/** Shared by a worker's test files, one after the other. On PostgreSQL it is dropped after the run. */
let shared: Promise<TestDatabase> | undefined

async function shareTestDatabase(): Promise<TestDatabase> {
  shared ??= openTestDatabase()
  return { database: (await shared).database, drop: async () => {} }
}

export interface TestService {
  app: App
  deps: Deps
  database: Database
  clock: TestClock
}

/** The service under test: the app in this process, or real processes (`both`). */
export interface Caller {
  inject(call: {
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
    url: string
    headers: Record<string, string>
    remoteAddress?: string
    payload?: string
  }): Promise<{
    statusCode: number
    headers: Record<string, string | string[] | number | undefined>
    body: string
    json(): unknown
  }>
}

/** The parts of a service that a test needs to send requests. */
export interface CalledService extends Pick<TestService, 'database' | 'clock'> {
  app: Caller
}

export interface TestServiceOptions {
  environment?: Record<string, string>
  config?: Partial<Config>
  now?: string
  /**
   * For files that read all programs, count whole tables, run a job or verify everything, or that fill tables so much
   * that other tests would have to wait. The shared database contains earlier files' programs.
   */
  ownDatabase?: boolean
  /** The database to copy; defaults to an empty one. */
  copyFrom?: DatabaseSource
  /** Uses an existing database. Closing the service does not drop it. */
  database?: Database
  processors?: Processors
  /** Keeps the service running for the worker's other test files. */
  isKept?: boolean
}

/** A test's default start time. */
export const TEST_TIME = '2026-03-10T12:00:00.000Z'

async function openRequestedDatabase({
  copyFrom,
  ownDatabase = false,
  database,
}: TestServiceOptions): Promise<TestDatabase> {
  if (database !== undefined) return { database, drop: () => database.close() }
  return copyFrom !== undefined || ownDatabase ? openTestDatabase(copyFrom) : shareTestDatabase()
}

/** Every service's default clock. */
const APP_SECRET = 'a-secret-that-only-the-tests-know-0123456789'

/** Starts the real app on a real database and closes it after the test or file that started it. */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { database, drop } = await openRequestedDatabase(options)
  const clock = new TestClock(options.now ?? TEST_TIME)
  const config: Config = {
    ...readConfig({
      NODE_ENV: 'test',
      APP_SECRET,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'fatal',
      RATE_LIMIT_KEY_PER_MINUTE: '1000000',
      RATE_LIMIT_IP_PER_MINUTE: '1000000',
      ...options.environment,
    }),
    ...options.config,
  }
  const deps: Deps = { config, database, clock, ids: systemIds }
  const app = await buildApp({ ...deps, environment: options.environment }, options.processors)
  await app.ready()
  if (options.isKept !== true) {
    addCleanup(async () => {
      await app.close()
      await drop()
    })
  }
  return { app, deps, database, clock }
}

export interface TestProgram {
  id: number
  workspaceId: string
  partnerId: number
  linkId: number
  code: string
  liveKey: string
  testKey: string
}

export interface TestProgramOptions {
  timeZone?: string
  leadAuthPolicy?: LeadAuthPolicy
  paymentTrackingMode?: PaymentTrackingMode
  attributionWindowDays?: number
  perLead?: { amount_cents: number; currency: Currency }
  platformFeeBps?: number
  rateBps?: number
}

/** Creates a program with a workspace, an approved partner with one link, a 20% lifetime policy and both keys. */
export async function createTestProgram(
  { database, clock }: Pick<TestService, 'database' | 'clock'>,
  options: TestProgramOptions = {},
): Promise<TestProgram> {
  const now = clock.now()
  const workspaceId = randomUUID()
  const { kysely } = database
  await kysely
    .insertInto('workspaces')
    .values({ id: workspaceId, name: 'Acme', slug: workspaceId, logo: null, metadata: null, created_at: now })
    .execute()
  const { id } = await kysely
    .insertInto('programs')
    .values({
      workspace_id: workspaceId,
      name: 'Acme partners',
      time_zone: options.timeZone ?? 'UTC',
      lead_auth_policy: options.leadAuthPolicy ?? 'server_verified',
      payment_tracking_mode: options.paymentTrackingMode ?? 'processor_connect',
      attribution_window_days: options.attributionWindowDays ?? 60,
      platform_fee_bps: options.platformFeeBps ?? 350,
      per_lead_amount_cents: options.perLead?.amount_cents ?? null,
      per_lead_currency: options.perLead?.currency ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('workspace_programs')
    .values({ program_id: id, workspace_id: workspaceId, created_at: now })
    .execute()
  await kysely
    .insertInto('commission_policies')
    .values({
      program_id: id,
      version: 1,
      type: 'percent',
      rate_bps: options.rateBps ?? 2000,
      created_at: now,
    })
    .execute()
  const program = { id, workspaceId }
  return {
    ...program,
    ...(await createTestPartner({ database, clock }, program)),
    liveKey: await createTestKey({ database, clock }, id, 'live'),
    testKey: await createTestKey({ database, clock }, id, 'test'),
  }
}

/**
 * Creates an approved partner with one active link. The statistics exclude it, because it is not an event under test.
 */
export async function createTestPartner(
  { database: { kysely }, clock }: Pick<TestService, 'database' | 'clock'>,
  program: { id: number; workspaceId: string },
  status: 'pending' | 'approved' | 'rejected' = 'approved',
): Promise<{ partnerId: number; linkId: number; code: string }> {
  const created_at = clock.now()
  const code = `p${randomBytes(6).toString('hex')}`
  const { time_zone } = await kysely
    .selectFrom('programs')
    .select('time_zone')
    .where('id', '=', program.id)
    .executeTakeFirstOrThrow()
  const partner = await kysely
    .insertInto('partners')
    .values({ workspace_id: program.workspaceId, name: 'Pat', email: `${code}@partners.test`, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely
    .insertInto('program_enrollments')
    .values({
      program_id: program.id,
      partner_id: partner.id,
      workspace_id: program.workspaceId,
      status,
      created_at,
      created_day: reportDay(created_at, time_zone),
    })
    .execute()
  const link = await kysely
    .insertInto('links')
    .values({ program_id: program.id, partner_id: partner.id, code, created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kysely.insertInto('link_codes').values({ code, program_id: program.id, link_id: link.id }).execute()
  return { partnerId: partner.id, linkId: link.id, code }
}

/** Creates a pending application, as the join page does. @returns its id */
export async function createTestApplication(
  { database: { kysely }, clock }: Pick<TestService, 'database' | 'clock'>,
  program: { id: number },
  email = `${randomUUID()}@applicants.test`,
): Promise<number> {
  const at = clock.now()
  const application = await kysely.transaction().execute((transaction) =>
    insertApplication(transaction, {
      program_id: program.id,
      email,
      name: 'Ada',
      website: null,
      answers: [],
      terms_version: null,
      language: 'en',
      invitation_id: null,
      status: 'pending',
      at,
    }),
  )
  if (application === undefined) throw new Error(`${email} has already applied to the program`)
  await insertStep(kysely, application, { kind: 'applied', actorId: null, at })
  return application.id
}

export async function createTestKey(
  { database, clock }: Pick<TestService, 'database' | 'clock'>,
  programId: number,
  mode: KeyMode,
): Promise<string> {
  const key = formatApiKey({ mode, programId }, systemIds.bytes(24))
  await database.kysely
    .insertInto('api_keys')
    .values({
      program_id: programId,
      mode,
      key_hash: hashApiKey(key),
      masked: maskApiKey(key),
      created_at: clock.now(),
    })
    .execute()
  return key
}

/** Returns a new session's token. Inserts the row itself, because signing in with a password is slow. */
export async function startSession(
  { database: { kysely } }: Pick<TestService, 'database'>,
  userId: string,
): Promise<string> {
  const token = randomBytes(16).toString('hex')
  // Sessions use the real time, not the test's clock.
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  const expires_at = new Date(now.getTime() + signInLimits.sessionDays * 24 * 60 * 60 * 1000)
  await kysely
    .insertInto('sessions')
    .values({
      id: randomUUID(),
      user_id: userId,
      token: hashSessionToken(token, APP_SECRET),
      expires_at,
      ip_address: null,
      user_agent: null,
      active_workspace_id: null,
      ...times,
    })
    .execute()
  return token
}

/**
 * Creates a user who is a member of the program's workspace and returns their session token. Inserts the rows without a
 * password, which takes about 100 ms to hash.
 */
export async function signInMember(
  { database, clock }: Pick<TestService, 'database' | 'clock'>,
  program: { workspaceId: string },
  { role = 'owner', status = 'active' }: { role?: MemberRole; status?: MemberStatus } = {},
): Promise<string> {
  const { kysely } = database
  const userId = randomUUID()
  const now = new Date()
  await kysely
    .insertInto('users')
    .values({
      id: userId,
      name: 'Sam',
      email: `${userId}@accounts.test`,
      image: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const token = await startSession({ database }, userId)
  await kysely
    .insertInto('workspace_members')
    .values({
      id: randomUUID(),
      workspace_id: program.workspaceId,
      user_id: userId,
      role,
      status,
      created_at: clock.now(),
    })
    .execute()
  return token
}

/** Replaces scrypt, which takes about 100 ms of CPU time. `passwords.test.ts` tests scrypt itself. */
const cheapHash = (salt: string, password: string) => `cheap:${salt}:${hash('sha256', salt + password)}`
const scrypt = { ...passwordHashing }
Object.assign(passwordHashing, {
  hash: async (password) => cheapHash(randomBytes(8).toString('hex'), password),
  async verify(compared) {
    const [kind, salt = ''] = compared.hash.split(':')
    return kind === 'cheap' ? compared.hash === cheapHash(salt, compared.password) : scrypt.verify(compared)
  },
} satisfies typeof passwordHashing)

/** The password for all accounts created by tests. */
export const PASSWORD = 'correct horse battery'

/** Returns a new IP address, so that a test doesn't exceed a limit per address (D46) by accident. */
export function someIp(): string {
  return `10.${[...randomBytes(3)].join('.')}`
}

/** Signs up through the API, without a workspace. */
export async function signUp(
  { app }: Pick<CalledService, 'app'>,
  email = `${randomUUID()}@accounts.test`,
  invitation?: string,
): Promise<{ token: string; userId: string; email: string }> {
  const call = (path: string, body: object) =>
    send(app, 'POST', `/api/auth/${path}`, { body: { ...body, email, password: PASSWORD }, ip: someIp() })
  const created = await call('sign-up/email', {
    name: 'Sam',
    ...(invitation === undefined ? {} : { invitation }),
  })
  if (created.status !== 200) throw new Error(`sign-up returned ${created.status}: ${created.text}`)
  const response = await call('sign-in/email', {})
  if (response.status !== 200) throw new Error(`sign-in returned ${response.status}: ${response.text}`)
  return { token: response.body.token, userId: response.body.user.id, email }
}

export const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** Sends JSON and returns the status, the parsed body and the headers. */
export async function send(
  app: Caller,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
  url: string,
  options: { body?: unknown; bearer?: string; headers?: Record<string, string>; ip?: string } = {},
) {
  const response = await app.inject({
    method,
    url,
    headers: {
      'user-agent': BROWSER,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
      ...options.headers,
    },
    ...(options.ip === undefined ? {} : { remoteAddress: options.ip }),
    ...(options.body === undefined
      ? {}
      : { payload: typeof options.body === 'string' ? options.body : JSON.stringify(options.body) }),
  })
  const isJson = response.headers['content-type']?.toString().includes('json') ?? false
  // safe because the tests assert on the parts they read
  return {
    status: response.statusCode,
    body: (isJson ? response.json() : {}) as ApiResponse,
    headers: response.headers,
    text: response.body,
  }
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the parts of the response that they read
type ApiResponse = any

const source = inject('database')

/**
 * Defines a test or suite that needs several connections. The embedded database has one, so there it is skipped, or
 * omitted if the file also runs on PostgreSQL and skips are forbidden.
 */
export const testOnServer: typeof test.skip = onServer(test, test.skip)
export const describeOnServer: typeof describe.skip = onServer(describe, describe.skip)

function onServer<Registers extends typeof test.skip | typeof describe.skip>(
  register: Registers,
  skip: Registers,
): Registers {
  if (source.kind !== 'embedded') return register
  if (process.env.TEST_REQUIRE_ALL !== '1') return skip
  return (() => {}) as unknown as Registers // safe because the result is unused
}

/** Whether tests run on a Citus cluster. */
export const isCluster = source.kind === 'postgres' && source.workers.length > 0

/** Returns the title of a test that can't run on a cluster, with the reason. */
export const titleUnlessCluster = (name: string, why: string) =>
  isCluster ? `${name} (not on a cluster: ${why})` : name

/** Counts the requests that are waiting for a lock, on all of a cluster's nodes. */
export async function countWaiting({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(isCluster ? 'citus_stat_activity' : 'pg_stat_activity')}
    where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely)
  return rows[0]?.n ?? 0
}

/** Starts all requests concurrently. */
export function concurrently<ApiResponse>(
  count: number,
  call: (index: number) => Promise<ApiResponse>,
): Promise<ApiResponse[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)))
}
