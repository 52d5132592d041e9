import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { decideSecret, SecretError } from '../../core/config/app-secret.rule.ts'
import { type Config, ConfigError, countProcesses, readConfig, SETTINGS } from '../../core/config/config.ts'
import { createTemporarySecret, secretPath } from '../../core/config/secret-file.ts'
import { tryLockDataDir } from '../../core/database/data-dir-lock.ts'
import type { Database } from '../../core/database/database.ts'
import { findEmbeddedDatabase, openEmbeddedIn } from '../../core/database/embedded-database.ts'
import { readMigrationStatements } from '../../core/database/migrate.ts'
import type { Deps } from '../../core/deps.ts'
import { StartError } from '../../core/errors/start-error.ts'
import { checkMailConnection } from '../../notifications/mail/smtp.adapter.ts'
import { checkArchiveLocation } from '../retention/check-archive-location.flow.ts'
import { checkPublicAddress } from './address-findings.rule.ts'
import {
  checkArchiveStore,
  checkBackup,
  checkClock,
  checkCurrencies,
  checkJobs,
  checkPartitions,
  checkPool,
  checkRetention,
  checkSchema,
  checkServer,
  checkWebhooks,
} from './database-findings.rule.ts'
import { checkDisk, checkMigrationSpace } from './disk-findings.rule.ts'
import { type DatabaseReport, type DiskFigures, type Finding, failure, ok, unknown } from './doctor.ts'
import { examineDatabase, requestReport } from './examine-database.flow.ts'
import { doctorLimits } from './limits.ts'
import { checkMailServer, checkMails } from './mail-findings.rule.ts'
import { checkProcessors } from './processor-findings.rule.ts'
import { fetchPublicAddress } from './public-address.adapter.ts'
import { checkAppSecret, findMisspelled } from './setting-findings.rule.ts'
import { estimateLocks, type MigrationLocks } from './statement-lock.rule.ts'

export interface DoctorContext extends Pick<Deps, 'clock' | 'ids'> {
  environment: NodeJS.ProcessEnv
  /**
   * Reads APP_SECRET from the data folder, where it is stored after the first start outside production.
   * @throws {StartError} if it can't be read
   */
  storedSecret(dataDir: string): string | undefined
  openServer(config: Config): Promise<Database>
  /** Returns the free space on the disk of a folder. */
  readDiskSpace?: (folder: string) => Promise<DiskFigures>
}

/** Checks everything that an installation needs, and explains how to fix problems. Changes nothing. */
export async function runDoctor(context: DoctorContext): Promise<Finding[]> {
  const { config, findings } = readSettings(context)
  const disk = await readDataDisk(context, config)
  const addresses = await examineAddress(context, config)
  const from = context.clock.now()
  const requested = await readReport(context, config)
  const to = context.clock.now()
  const database =
    requested.kind === 'report'
      ? checkDatabase(config, requested.report, { from, to, disk })
      : [requested.finding, unknown('schema', 'The database could not be queried.')]
  const diskFinding = disk === undefined ? [] : [checkDisk(config.dataDir, disk)]
  const place = checkArchiveStore(await examineArchiveStore(config, context.environment, requested))
  const secret = checkDatabaseAppSecret(config, requested, { findings, environment: context.environment })
  return [
    ...findings,
    ...secret,
    ...database,
    await examineMail(config),
    ...place,
    ...diskFinding,
    ...addresses,
  ]
}

/** Checks the public URL. Recognizing this service requires its secret. */
async function examineAddress({ ids }: DoctorContext, config: Config): Promise<Finding[]> {
  const { publicUrl, appSecret } = config
  const response = await fetchPublicAddress(publicUrl, ids.bytes(16).toString('hex'), appSecret)
  if (response.kind === 'another' && appSecret === NO_SECRET) {
    const text = `${publicUrl} responds, but recognizing this service requires its secret.`
    return [unknown('public_address', text)]
  }
  return checkPublicAddress(
    { publicUrl, isProduction: config.env === 'production', trustsProxy: config.trustProxy !== false },
    response,
  )
}

/** Checks whether the secret would prevent the service from starting. */
function checkDatabaseAppSecret(
  { appSecret, dataDir }: Config,
  requested: DatabaseAnswer,
  { findings, environment }: { findings: Finding[]; environment: NodeJS.ProcessEnv },
): Finding[] {
  if (findings.some(({ check, severity }) => check === 'secret' && severity === 'failed')) return []
  const storedFingerprint = requested.kind === 'report' ? requested.report.secretFingerprint : undefined
  const givenSecret = appSecret === NO_SECRET ? undefined : appSecret
  if (storedFingerprint === undefined) {
    const isMade = givenSecret !== undefined
    return isMade ? [] : [ok('secret', `${dataDir} has no secret yet. The first start creates it.`)]
  }
  const isFromFile = (environment.APP_SECRET ?? '').trim() === ''
  const file = isFromFile ? resolve(secretPath(dataDir)) : undefined
  try {
    decideSecret({ stored: storedFingerprint, configured: givenSecret, file, acceptsNew: false })
    return [ok('secret', 'APP_SECRET matches the database.')]
  } catch (error) {
    if (error instanceof SecretError) return [lostSecretFinding(error.message)]
    throw error
  }
}

function lostSecretFinding(message: string): Finding {
  return failure('secret', message, 'Fix this first: the service does not start without its secret.')
}

async function examineArchiveStore(
  config: Config,
  environment: NodeJS.ProcessEnv,
  requested: DatabaseAnswer,
) {
  const newest = requested.kind === 'report' ? requested.report.work?.newestArchive : undefined
  try {
    return await checkArchiveLocation(config, environment, newest)
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Connects to the mail server and signs in, without sending anything. */
async function examineMail({ mail }: Config): Promise<Finding> {
  if (mail?.server === undefined) return checkMailServer(undefined, undefined)
  return checkMailServer(mail.server, await checkMailConnection(mail.server))
}

interface ReportTimes {
  from: Date
  to: Date
  disk: DiskFigures | undefined
}

function checkDatabase(config: Config, report: DatabaseReport, { from, to, disk }: ReportTimes): Finding[] {
  const { work, migrations } = report
  const needsBytes = estimateMigrationLocks(report).reduce((sum, one) => sum + one.needsBytes, 0)
  const space = config.databaseUrl === undefined ? disk : undefined
  return [
    checkServer(report),
    ...(report.workerUnavailable === undefined ? [] : [checkUnreachableWorker(report.workerUnavailable)]),
    checkSchema(report),
    checkClock(report, { from, to }),
    checkPool(report, {
      processes: processCount(config),
      most: doctorLimits.postgresConnections,
      least: doctorLimits.minPostgresConnections,
    }),
    checkMigrationSpace(migrations.pending.length, needsBytes, space),
    ...(work === undefined
      ? []
      : [
          checkCurrencies(work, config),
          checkPartitions(work),
          ...checkJobs(work, to),
          checkBackup(work, to),
          checkRetention(work),
          ...checkWebhooks(work, to),
          ...checkProcessors(work),
          ...(config.mail === undefined ? [] : checkMails(work, to)),
        ]),
  ]
}

function checkUnreachableWorker(worker: string): Finding {
  return failure(
    'database',
    `Cluster worker ${worker} does not respond: its programs return 503, and nothing else could be checked.`,
    'Start it, or make it reachable from the coordinator. See docs/scale.md.',
  )
}

/** Returns what each pending migration would lock, and for how long. */
export function estimateMigrationLocks({ migrations, tables }: DatabaseReport): MigrationLocks[] {
  return migrations.pending.map((name) => estimateLocks(name, readMigrationStatements(name), tables))
}

function processCount(config: Config): number {
  try {
    return countProcesses(config)
  } catch {
    return 1
  }
}

/** Replaces a missing or invalid secret, so that other checks can run. */
const NO_SECRET = createTemporarySecret()

function readStoredSecret(
  dataDir: string,
  storedSecret: DoctorContext['storedSecret'],
  findings: Finding[],
): string {
  try {
    return storedSecret(dataDir) ?? NO_SECRET
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    if (!findings.some(({ check }) => check === 'secret')) findings.push(lostSecretFinding(error.message))
    return NO_SECRET
  }
}

/** Reads the valid settings and reports each invalid one, so that one invalid value doesn't hide others. */
export function readSettings({
  environment,
  storedSecret,
}: Pick<DoctorContext, 'environment' | 'storedSecret'>): {
  config: Config
  findings: Finding[]
} {
  const usable: NodeJS.ProcessEnv = { ...environment }
  const findings: Finding[] = []
  for (;;) {
    try {
      const config = readConfig(usable, ({ dataDir }) => readStoredSecret(dataDir, storedSecret, findings))
      countProcesses(config)
      const misspelled = findMisspelled(Object.keys(environment), SETTINGS)
      const secrets = config.appSecret === NO_SECRET ? [] : [checkAppSecret('APP_SECRET', config.appSecret)]
      const token =
        config.metricsToken === undefined ? [] : [checkAppSecret('METRICS_TOKEN', config.metricsToken)]
      return { config, findings: [...findings, ...misspelled, ...secrets, ...token] }
    } catch (error) {
      const name = error instanceof ConfigError ? /^[A-Z_]+/.exec(error.message)?.[0] : undefined
      // Errors that are not caused by a variable are rethrown.
      if (!(error instanceof ConfigError) || name === undefined || findings.length > SETTINGS.length)
        throw error
      findings.push(
        failure(
          name === 'APP_SECRET' ? 'secret' : 'settings',
          error.message,
          `Correct ${name}. See docs/operations.md.`,
        ),
      )
      if (name === 'APP_SECRET') usable[name] = NO_SECRET
      else delete usable[name]
    }
  }
}

async function readDataDisk(
  { readDiskSpace = readDisk }: DoctorContext,
  { dataDir }: Config,
): Promise<DiskFigures | undefined> {
  return existsSync(dataDir) ? readDiskSpace(dataDir) : undefined
}

async function readDisk(folder: string): Promise<DiskFigures> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

type DatabaseAnswer = { kind: 'report'; report: DatabaseReport } | { kind: 'none'; finding: Finding }

/** Reads a database report. A failure becomes a finding. */
export async function readReport(
  context: Pick<DoctorContext, 'clock' | 'openServer'>,
  config: Config,
): Promise<DatabaseAnswer> {
  try {
    const now = context.clock.now()
    if (config.databaseUrl === undefined) return await readEmbeddedReport(config, now)
    const database = await context.openServer(config)
    const report = await examineDatabase(database, config, now).finally(() => database.close())
    return { kind: 'report', report }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return {
      kind: 'none',
      finding: failure(
        'database',
        message,
        'Check that the database is running and that DATABASE_URL or DATA_DIR is correct.',
      ),
    }
  }
}

async function readEmbeddedReport(config: Config, now: Date): Promise<DatabaseAnswer> {
  const { dataDir } = config
  if (findEmbeddedDatabase(dataDir) === undefined) {
    return {
      kind: 'none',
      finding: ok('database', `${dataDir} has no database yet. The first start creates it.`),
    }
  }
  const unlock = tryLockDataDir(dataDir)
  if (unlock === undefined) {
    return { kind: 'report', report: await requestReport(dataDir) }
  }
  try {
    const database = await openEmbeddedIn(dataDir)
    return {
      kind: 'report',
      report: await examineDatabase(database, config, now).finally(() => database.close()),
    }
  } finally {
    unlock()
  }
}
