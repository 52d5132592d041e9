import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { Static, TSchema } from 'typebox'
import { lazily } from '../core/async/lazy.ts'
import { newSecretConsequences } from '../core/config/app-secret.rule.ts'
import {
  type Config,
  ConfigError,
  countProcesses,
  readConfig,
  settingWarnings,
} from '../core/config/config.ts'
import { describeDatabaseLocation } from '../core/config/database-location.rule.ts'
import { redactCredentials } from '../core/config/redact-credentials.rule.ts'
import { readSecretFile } from '../core/config/secret-file.ts'
import { readCommit, readVersion } from '../core/config/version.ts'
import { unreachableWorkerText, workerUnavailable } from '../core/database/cluster-fault.ts'
import { tryLockDataDir } from '../core/database/data-dir-lock.ts'
import { distribute } from '../core/database/distribute.ts'
import { saveMailEnabled } from '../core/database/installation.sql.ts'
import { migratedText } from '../core/database/schema-version.rule.ts'
import { commandActor, contextWithActor } from '../core/database/transaction.ts'
import type { Deps } from '../core/deps.ts'
import { errorCode, StartError } from '../core/errors/start-error.ts'
import { callService, type ServiceCommand } from '../core/processes/control-socket.ts'
import { holdReload, stopOnSignal } from '../core/processes/stop-on-signal.ts'
import { terminalJson, terminalText } from '../core/text/terminal-text.rule.ts'
import { isCalendarDay } from '../core/time/report-day.rule.ts'
import type { StartOptions } from '../main.ts'
import { type DatabaseExpectation, type OpenDeps, openDeps, requireDatabaseFolder } from '../open-deps.ts'
import { type ArchivedMonths, listArchivedMonths } from '../operations/retention/click-archives.sql.ts'
import type { NewSecret } from '../operations/setup/claim-secret.flow.ts'
import { createDemo, type Demo, demoStart } from '../operations/setup/create-demo.flow.ts'
import { type CreatedWorkspace, initWorkspace } from '../operations/setup/init-workspace.flow.ts'
import { RECONCILE } from '../reports/performance/reconcile.flow.ts'
import { moneyDifferenceText } from '../reports/performance/verify-money.flow.ts'
import { rebuildStatistics } from '../statistics/rebuild-statistics.flow.ts'
import { rebuildSummary } from '../statistics/rebuild-summary.rule.ts'
import { createClickPartitions } from '../tracking/clicks/create-click-partitions.job.ts'
import { isDatabaseEmpty } from '../workspace/accounts/workspaces.sql.ts'
import { addBackup, addRestore } from './backup.ts'
import { addDataSubjectCommands } from './data-subject.ts'
import { addDoctor, addUpgrade } from './doctor.ts'
import { addExplain, type ExplainTerminal } from './explain.ts'
import { addListen } from './listen.ts'
import { addReconcile } from './reconcile.ts'
import { addRetentionCommands } from './retention.ts'
import { addSimulate } from './simulate.ts'
import {
  acceptNewSecret,
  addCommand,
  differenceText,
  FAILED,
  Stopped,
  signalExitCode,
  type Terminal,
} from './terminal.ts'
import { addVerifyIntegration } from './verify-integration.ts'

const DONE = 0
const USAGE_ERROR = 2

/**
 * Runs `affiliate <command>` with the same flows as the HTTP service. Results go to stdout and errors to stderr. With
 * `--json`, both are one line of JSON; errors are `{"error": {"message", "code"?}}`.
 * @returns the exit code; a started service keeps the process alive after it
 */
export async function runCommandLine(args: string[], environment: NodeJS.ProcessEnv): Promise<number> {
  const isJson = args.includes('--json')
  let exitCode = DONE
  const fail = (code: number) => {
    exitCode = code
  }
  try {
    await buildProgram({ environment, isJson, fail }).parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return DONE
      if (error.code !== 'commander.help')
        printError(redactCredentials(error.message.replace(/^error: /, '')), isJson)
      return USAGE_ERROR
    }
    printError(messageOf(error), isJson, faultOf(error))
    return error instanceof Stopped ? signalExitCode(error.code) : FAILED
  }
}

/** Reports that a command waits for an event that can no longer occur. */
export function reportStall(args: string[]) {
  printError(
    'A bug in `affiliate` stopped the command before it finished. ' +
      'Run it again. If it stops again, report the command and its options.',
    args.includes('--json'),
  )
}

function buildProgram(given: Omit<Terminal, 'print'>): Command {
  const print = (value: unknown, text: string) =>
    printLine(given.isJson ? terminalJson(value) : terminalText(text))
  const terminal = { ...given, print }
  const program = new Command('affiliate')
    .description('Affiliate tracking: see which partner referred which customer, and what they earned.')
    .option('-v, --version', 'Print the version and commit.')
    .on('option:version', () => {
      const [version, commit] = [readVersion(), readCommit()]
      print(
        { version, commit: commit ?? null },
        commit === undefined ? version : `${version} (commit ${commit})`,
      )
      throw new CommanderError(DONE, 'commander.version', version)
    })
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      'after',
      '\nSettings are environment variables such as PORT, HOST, DATABASE_URL, DATA_DIR and APP_SECRET (docs/operations.md).',
    )
  addServe(program, terminal)
  addMigrate(program, terminal)
  addInit(program, terminal)
  addDemo(program, terminal)
  addResetPassword(program, terminal)
  addBackup(program, terminal)
  addRestore(program, terminal)
  addDoctor(program, terminal)
  addUpgrade(program, terminal)
  addListen(program, { ...terminal, parseProgramId })
  addVerifyIntegration(program, { ...terminal, parseProgramId })
  const serviceTerminal: ExplainTerminal = {
    print,
    fail: given.fail,
    doWork: (command, input) => doWork(given.environment, command, input),
    parseProgramId,
  }
  addExplain(program, serviceTerminal)
  addReconcile(program, serviceTerminal)
  addDataSubjectCommands(program, serviceTerminal)
  addSimulate(program, serviceTerminal)
  addRetentionCommands(program, {
    ...terminal,
    withDeps: (act) => withDeps(given.environment, 'there', act),
    parseProgramId,
  })
  const stats = program.command('stats').description('Verify or rebuild the daily statistics.')
  addVerify(stats, terminal)
  addRebuild(stats, terminal)
  return program
}

interface NewSecretOptions {
  acceptNewSecret?: boolean
  previousSecretFile?: string
}

function readNewSecret({ acceptNewSecret, previousSecretFile }: NewSecretOptions): NewSecret | undefined {
  if (acceptNewSecret !== true) return undefined
  if (previousSecretFile === undefined) return { previous: undefined }
  const previous = readSecretFile(previousSecretFile)
  if (previous === undefined) throw new StartError(`${previousSecretFile} does not exist.`)
  return { previous }
}

/** Returns a message about the new secret, or undefined if the secret is unchanged. */
function newSecretText({ replacedSecret }: OpenDeps, newSecret: NewSecret | undefined): string | undefined {
  if (replacedSecret === undefined) return undefined
  const isPreviousKnown = newSecret?.previous !== undefined
  const reencrypted = isPreviousKnown
    ? ` Re-encrypted ${replacedSecret.reencrypted} stored values with it.`
    : ''
  return `The installation now uses a new APP_SECRET.${reencrypted} From now on, ${newSecretConsequences({ isPreviousKnown })}.`
}

function addServe(program: Command, terminal: Terminal) {
  addCommand(program, 'serve', 'Run the service.')
    .addOption(acceptNewSecret())
    .action(async (options: NewSecretOptions) => {
      const { environment } = terminal
      const config = readConfig(environment)
      if (config.worker !== undefined) {
        const { serveAsWorker } = await import('../serve-worker.ts')
        return serveAsWorker(environment, messageOf)
      }
      return serveAll(terminal, config, readNewSecret(options))
    })
}

async function serveAll(terminal: Terminal, config: Config, newSecret: NewSecret | undefined) {
  const { environment, print } = terminal
  let demo: Demo | undefined
  let isEmpty = false
  let secretText: string | undefined
  const processes = countProcesses(config)
  const worker = processes === 1 ? undefined : 'primary'
  const logger = lazily(async () =>
    (await import('../core/observability/logger.ts')).createLogger(config.logLevel, { worker }),
  )
  const setReload = holdReload((message) => void logger().then((log) => log.warn(message)), {
    hasTerminal: processes === 1 && process.stdin.isTTY,
  })
  const prepare = async (opened: OpenDeps) => {
    const { deps } = opened
    secretText = newSecretText(opened, newSecret)
    await saveMailEnabled(opened.admin.database.kysely, config.mail !== undefined, deps.clock.now())
    const isNew = await isDatabaseEmpty(deps.database.kysely)
    if (isNew && mayHaveDemo(deps)) demo = await runDemo(deps)
    isEmpty = isNew && demo === undefined
  }
  const starting = startService(environment, processes, { prepare, newSecret })
  const service = await starting.catch((error: unknown) => {
    // The secret and the password are already stored, and are never shown again.
    if (secretText !== undefined) print({ advice: [secretText] }, secretText)
    if (demo !== undefined) print({ demo }, demoText(demo))
    throw error
  })
  stopOnSignal(service)
  setReload(service.reload)
  const { address } = service
  const showsProcesses = config.webConcurrency !== 1
  const advice = [
    ...(secretText === undefined ? [] : [secretText]),
    ...settingWarnings(environment, config),
    ...(isEmpty ? [emptyText(config)] : []),
  ]
  const ready = { address, ...(showsProcesses ? { processes } : {}) }
  if (config.env === 'production' && !terminal.isJson && !process.stdout.isTTY) {
    // In production, output is read as log lines.
    const log = await logger()
    log.info(ready, 'ready')
    for (const line of advice) log.warn(line)
    return
  }
  print(
    { ...ready, ...(demo === undefined ? {} : { demo }), ...(advice.length === 0 ? {} : { advice }) },
    [readyText(address, demo), ...(showsProcesses ? [processText(config, processes)] : []), ...advice].join(
      '\n',
    ),
  )
}

interface StartedService {
  address: string
  /** Undefined if there is a single process. */
  reload?: () => void
  stop(): Promise<void>
}

/** Imported lazily, because commands that only need the database then start much faster. */
async function startService(
  environment: NodeJS.ProcessEnv,
  processes: number,
  options: StartOptions,
): Promise<StartedService> {
  if (processes === 1) {
    const { serve } = await import('../main.ts')
    return serve(environment, options)
  }
  const { serveWithWorkers } = await import('../serve-workers.ts')
  return serveWithWorkers(environment, processes, options)
}

function addMigrate(program: Command, { environment, print }: Terminal) {
  addCommand(
    program,
    'migrate',
    'Migrate the database to the latest schema. The service also does this when it starts.',
  )
    .option('--citus', 'Distribute tables across the Citus cluster (safe to re-run)')
    .addOption(acceptNewSecret())
    .option(
      '--previous-secret-file <file>',
      'With --accept-new-secret: file with the previous APP_SECRET, to re-encrypt stored values',
    )
    .action(async ({ citus = false, ...options }: NewSecretOptions & { citus?: boolean }) => {
      const newSecret = readNewSecret(options)
      const opened = await openDeps(environment, { newSecret })
      const { admin, migrated, replacedSecret, close } = opened
      const secretText = newSecretText(opened, newSecret)
      const lines = [migratedText(migrated), ...(secretText === undefined ? [] : [secretText])]
      const done = { migrated, ...(replacedSecret === undefined ? {} : { replacedSecret }) }
      try {
        if (!citus) return print(done, lines.join('\n'))
        const { tables, leftOut } = await distribute(admin.database)
        print(
          { ...done, distributed: tables, leftOut },
          [...lines, ...distributedText(tables, leftOut)].join('\n'),
        )
      } finally {
        await close()
      }
    })
}

interface InitOptions {
  email: string
  password?: string
  workspace: string
  program: string
  timeZone: string
}

function addInit(program: Command, { environment, print }: Terminal) {
  addCommand(program, 'init', 'Create an account, a workspace, and a program with a live and a test API key.')
    .requiredOption('--email <email>', 'Email of the owner')
    .option('--password <password>', 'Password of the owner, at least 10 characters; generated by default')
    .requiredOption('--workspace <name>', 'Name of the workspace')
    .requiredOption('--program <name>', 'Name of the program')
    .option('--time-zone <zone>', 'IANA time zone for reports', 'UTC')
    .action((options: InitOptions) =>
      withDeps(environment, 'there or new', async (deps) => {
        const makeAccount = await loadAccountCreator(deps)
        const { password = deps.ids.bytes(15).toString('base64url') } = options
        const ctx = contextWithActor(deps, commandActor('command.init', deps.clock))
        const made = await initWorkspace(ctx, makeAccount, { ...options, password })
        const shown = options.password === undefined ? { ...made, password } : made
        print(shown, initText(shown, deps.config.publicUrl))
      }),
    )
}

function addDemo(program: Command, { environment, print }: Terminal) {
  addCommand(program, 'demo', 'Create a demo workspace with 90 days of activity.').action(() =>
    withDeps(environment, 'there or new', async (deps) => {
      const demo = await runDemo(deps)
      print(demo, [demoText(demo), demoSale(demo, deps.config.publicUrl)].join('\n\n'))
    }),
  )
}

function addResetPassword(program: Command, { environment, print }: Terminal) {
  addCommand(program, 'reset-password', 'Create a one-time password reset link.')
    .requiredOption('--email <email>', 'Email of the account')
    .action(({ email }: { email: string }) =>
      withDeps(environment, 'there', async (deps) => {
        const { createResetPasswordLink } = await import('../workspace/sign-in/reset-password.adapter.ts')
        const made = await createResetPasswordLink(deps, email)
        print(made, resetText(made))
      }),
    )
}

function addVerify(stats: Command, { environment, print, fail }: Terminal) {
  addCommand(
    stats,
    'verify',
    'Compare the daily statistics with events, and amounts with the rows they are computed from. Exits 1 if they differ.',
  )
    .addOption(programOption())
    .action(async (options: { program?: number }) => {
      const input = options.program === undefined ? {} : { programId: options.program }
      const { programs, differences, moneyDifferences } = await doWork(environment, RECONCILE, input)
      const lines = [...differences.map(differenceText), ...moneyDifferences.map(moneyDifferenceText)]
      if (lines.length > 0) fail(FAILED)
      print(
        { programs: programs.length, differences, moneyDifferences },
        lines.length === 0 ? reconciledText(programs) : lines.join('\n'),
      )
    })
}

function addRebuild(stats: Command, { environment, print }: Terminal) {
  addCommand(stats, 'rebuild', 'Recalculate the daily statistics from events.')
    .addOption(programOption())
    .addOption(
      new Option('--day <date>', 'Only this day in the time zone of the program, e.g. 2026-03-31').argParser(
        parseDay,
      ),
    )
    .action((options: { program?: number; day?: string }, command: Command) => {
      const { program, day } = options
      if (program === undefined && day !== undefined) command.error('error: --day requires --program.')
      return withDeps(environment, 'there', async (deps) => {
        const { database } = contextWithActor(deps, commandActor('command.stats_rebuild', deps.clock))
        const rebuilt = await rebuildStatistics(database, program, day)
        const ids = rebuilt.map(({ program_id }) => program_id)
        requireProgram(program, ids)
        const months = await listArchivedMonths(database.kysely, program)
        const archived = months.filter(({ first, last }) => day === undefined || isBetween(first, day, last))
        const lines = [rebuildSummary(rebuilt, day), ...archived.map(archivedText)]
        print(
          { programs: ids.length, ...(day === undefined ? {} : { day }), rebuilt, archived },
          lines.join('\n'),
        )
      })
    })
}

function isBetween(first: string, day: string, last: string): boolean {
  const month = day.slice(0, 'yyyy-mm'.length)
  return first <= month && month <= last
}

function parseDay(text: string): string {
  if (isCalendarDay(text)) return text
  throw new InvalidArgumentError('Must be a date such as 2026-03-31.')
}

function programOption(): Option {
  return new Option('--program <id>', 'Only this program; all programs by default').argParser(parseProgramId)
}

/** Only one process can open the embedded database, so a running service does the work itself. */
async function doWork<Input extends TSchema, Result>(
  environment: NodeJS.ProcessEnv,
  command: ServiceCommand<Input, Result>,
  input: Static<Input>,
): Promise<Result> {
  requireDatabaseFolder(environment)
  const { databaseUrl, dataDir } = readConfig(environment)
  if (databaseUrl === undefined) {
    const unlock = tryLockDataDir(dataDir)
    if (unlock === undefined) return callService(dataDir, command, input)
    unlock()
  }
  const { admin, close } = await openDeps(environment, { wanted: 'there' })
  return command.run(admin, input).finally(close)
}

async function withDeps(
  environment: NodeJS.ProcessEnv,
  wanted: DatabaseExpectation,
  act: (deps: Deps) => Promise<void>,
) {
  const { admin, close } = await openDeps(environment, { wanted })
  try {
    await act(admin)
  } finally {
    await close()
  }
}

/** A demo is only created automatically in an empty embedded database outside production. */
function mayHaveDemo({ config, database }: Deps): boolean {
  return config.env !== 'production' && database.kind === 'embedded'
}

async function runDemo(deps: Deps): Promise<Demo> {
  await createClickPartitions(deps, demoStart(deps.clock.now()))
  const makeAccount = await loadAccountCreator(deps)
  return createDemo(contextWithActor(deps, commandActor('command.demo', deps.clock)), makeAccount)
}

async function loadAccountCreator(deps: Deps) {
  const { accountCreator } = await import('../workspace/sign-in/create-account.adapter.ts')
  return accountCreator(deps)
}

function parseProgramId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new InvalidArgumentError('Must be a program ID, which is an integer.')
}

function requireProgram(programId: number | undefined, found: number[]) {
  if (programId !== undefined && found.length === 0) throw new StartError(`There is no program ${programId}.`)
}

/** Returns the message of an expected error, or the stack of an unexpected one. */
function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  const worker = workerUnavailable(error)
  if (worker !== undefined) return unreachableWorkerText(worker)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** Returns the error code for `--json`. */
function faultOf(error: unknown): { code?: string | undefined } {
  return error instanceof StartError ? { code: errorCode(error) } : {}
}

function printError(message: string, isJson: boolean, fault: { code?: string | undefined } = {}) {
  const text = isJson ? terminalJson({ error: { message, ...fault } }) : terminalText(message)
  process.stderr.write(`${text}\n`)
}

function printLine(text: string) {
  process.stdout.write(`${text}\n`)
}

function distributedText(tables: string[], leftOut: string[]): string[] {
  const placed =
    tables.length === 0
      ? 'All tables are already distributed.'
      : `Distributed ${tables.length} tables: ${tables.join(', ')}.`
  if (leftOut.length === 0) return [placed]
  return [
    placed,
    `Skipped ${leftOut.length} foreign keys that a cluster does not support: ${leftOut.join(', ')}. ` +
      '`affiliate stats verify` checks them instead.',
  ]
}

function archivedText({ program_id, first, last }: ArchivedMonths): string {
  const months = first === last ? first : `${first} to ${last}`
  return `program ${program_id}: clicks of ${months} are archived and were counted from their stored totals.`
}

function reconciledText(programs: number[]): string {
  if (programs.length === 0) return 'There are no programs to compare.'
  const count = programs.length === 1 ? '1 program' : `${programs.length} programs`
  return `The statistics of ${count} match their events, and amounts add up.`
}

function emptyText(config: Config): string {
  return (
    `There is no workspace in ${describeDatabaseLocation(config)} yet. Run \`affiliate init\` to create one. If you ` +
    'expected one, check the DATABASE_URL or DATA_DIR of this service.'
  )
}

function readyText(address: string, demo: Demo | undefined): string {
  if (demo === undefined) return `Ready at ${address} (API reference: ${address}/docs)`
  return [`Ready at ${address}`, demoText(demo), demoSale(demo, address)].join('\n\n')
}

function processText({ databaseUrl }: Config, processes: number): string {
  if (processes > 1) return `${processes} processes share the port. Send SIGHUP to replace them one by one.`
  if (databaseUrl === undefined)
    return 'One process, because the embedded database supports only one. With a PostgreSQL server (DATABASE_URL), WEB_CONCURRENCY=auto starts one per CPU.'
  return 'One process, because this machine has one CPU.'
}

function initText({ password, ...made }: CreatedWorkspace & { password?: string }, address: string): string {
  return [
    `Created workspace ${made.workspace.id} with program ${made.program.id}. Sign in at ${address}:`,
    `  email     ${made.user.email}`,
    `  password  ${password ?? 'the one you set'}`,
    password === undefined
      ? 'API keys of the program (shown only once):'
      : 'The password and these API keys are shown only once:',
    `  live      ${made.keys.live}`,
    `  test      ${made.keys.test}`,
  ].join('\n')
}

function resetText({ email, link, minutes }: { email: string; link: string; minutes: number }): string {
  return [
    `Open this link within ${minutes} minutes to reset the password of ${email}. It works once:`,
    `  ${link}`,
    'Resetting the password signs the account out on all devices. Two-factor authentication stays on.',
  ].join('\n')
}

function demoText(demo: Demo): string {
  return [
    `  sign in        ${demo.user.email}  ${demo.password}`,
    `  live API key   ${demo.keys.live}`,
    `  test API key   ${demo.keys.test}`,
    'The password and keys are shown only once.',
  ].join('\n')
}

function demoSale({ keys, customerKey }: Demo, address: string): string {
  const sale = JSON.stringify({
    transaction_id: 'my-first-sale',
    amount_cents: 4900,
    customer_key: customerKey,
  })
  return [
    'Record a sale:',
    `  curl ${address}/api/v1/track/sale -H 'Authorization: Bearer ${keys.live}' -H 'Content-Type: application/json' -d '${sale}'`,
  ].join('\n')
}
