import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import type { Static, TSchema } from 'typebox'
import { lazily } from '../core/async/lazy.ts'
import { costOfNewSecret } from '../core/config/app-secret.rule.ts'
import {
  adviseOnSettings,
  type Config,
  ConfigError,
  countProcesses,
  readConfig,
} from '../core/config/config.ts'
import { databasePlace } from '../core/config/database-place.rule.ts'
import { hideLogin } from '../core/config/hide-login.rule.ts'
import { readSecretFile } from '../core/config/secret-file.ts'
import { readCommit, readVersion } from '../core/config/version.ts'
import { workerAway, workerAwayWords } from '../core/database/cluster-fault.ts'
import { tryLockDataDir } from '../core/database/data-dir-lock.ts'
import { distribute } from '../core/database/distribute.ts'
import { saveMailSwitch } from '../core/database/installation.sql.ts'
import { migratedWords } from '../core/database/schema-version.rule.ts'
import { asActor, commandActor } from '../core/database/transaction.ts'
import type { Deps } from '../core/deps.ts'
import { errorCode, StartError } from '../core/errors/start-error.ts'
import { callService, type ServiceCommand } from '../core/processes/control-socket.ts'
import { holdReload, stopOnSignal } from '../core/processes/stop-on-signal.ts'
import { terminalJson, terminalWords } from '../core/text/terminal-text.rule.ts'
import { isCalendarDay } from '../core/time/report-day.rule.ts'
import type { StartOptions } from '../main.ts'
import { type OpenDeps, openDeps, requireDatabaseFolder, type Wanted } from '../open-deps.ts'
import { type ArchivedMonths, listArchivedMonths } from '../operations/retention/click-archives.sql.ts'
import type { NewSecret } from '../operations/setup/claim-secret.flow.ts'
import { initWorkspace, type MadeWorkspace } from '../operations/setup/init-workspace.flow.ts'
import { type Demo, demoStart, makeDemo } from '../operations/setup/make-demo.flow.ts'
import { RECONCILE } from '../reports/performance/reconcile.flow.ts'
import { moneyDifferenceWords } from '../reports/performance/verify-money.flow.ts'
import { rebuildStatistics } from '../statistics/rebuild-statistics.flow.ts'
import { rebuiltWords } from '../statistics/rebuilt-words.rule.ts'
import { createClickPartitions } from '../tracking/clicks/create-click-partitions.job.ts'
import { isDatabaseEmpty } from '../workspace/accounts/workspaces.sql.ts'
import { addBackup, addRestore } from './backup.ts'
import { addPersonCommands } from './data-subject.ts'
import { addDoctor, addUpgrade } from './doctor.ts'
import { addExplain, type ExplainTerminal } from './explain.ts'
import { addListen } from './listen.ts'
import { addRetentionCommands } from './retention.ts'
import { addScenario } from './scenario.ts'
import { acceptNewSecret, addCommand, differenceWords, FAILED, type Terminal } from './terminal.ts'

/** Exit codes, beside `FAILED`: done, and not understood. */
const DONE = 0
const MISUSED = 2

/**
 * `affiliate <command>`: the same flows as the HTTP service, from a terminal. Results go to stdout, errors to
 * stderr in words; with `--json` both are one JSON line, an error as `{"error": {"message"}}`.
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
        printError(hideLogin(error.message.replace(/^error: /, '')), isJson)
      return MISUSED
    }
    printError(messageOf(error), isJson, faultOf(error))
    return FAILED
  }
}

/** Of a command that waits for something which no longer comes: nobody will answer it, and no time ends it. */
export function tellOfStandstill(args: string[]) {
  printError(
    'The command stopped before it was done: what it waited for no longer comes. That is a fault of `affiliate`: run it ' +
      'again, and should it stop again, report what it was asked and where.',
    args.includes('--json'),
  )
}

function buildProgram(given: Omit<Terminal, 'print'>): Command {
  const print = (value: unknown, words: string) =>
    printLine(given.isJson ? terminalJson(value) : terminalWords(words))
  const terminal = { ...given, print }
  const program = new Command('affiliate')
    .description(
      'Affiliate tracking: which partner brought which customer, and what that partner has earned.',
    )
    .option('-v, --version', 'Print the version and its commit.')
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
      '\nSettings come from the environment: PORT, HOST, DATABASE_URL, DATA_DIR, APP_SECRET and others.',
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
  const asking: ExplainTerminal = {
    print,
    fail: given.fail,
    doWork: (command, input) => doWork(given.environment, command, input),
    parseProgramId,
  }
  addExplain(program, asking)
  addPersonCommands(program, asking)
  addScenario(program, asking)
  addRetentionCommands(program, {
    ...terminal,
    withDeps: (act) => withDeps(given.environment, 'there', act),
    parseProgramId,
  })
  const stats = program.command('stats').description('Check or rebuild the daily statistics.')
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
  if (previous === undefined) throw new StartError(`There is no file ${previousSecretFile}.`)
  return { previous }
}

/** Undefined where the secret is the one that was there. */
function newSecretWords({ replacedSecret }: OpenDeps, newSecret: NewSecret | undefined): string | undefined {
  if (replacedSecret === undefined) return undefined
  const isPreviousKnown = newSecret?.previous !== undefined
  const resealed = isPreviousKnown ? ` Encrypted ${replacedSecret.resealed} stored values with it.` : ''
  return `The installation now depends on a new APP_SECRET.${resealed} From now on, ${costOfNewSecret({ isPreviousKnown })}.`
}

function addServe(program: Command, terminal: Terminal) {
  addCommand(program, 'serve', 'Run the service until it is stopped.')
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
  let secretWords: string | undefined
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
    secretWords = newSecretWords(opened, newSecret)
    await saveMailSwitch(opened.admin.database.kysely, config.mail !== undefined, deps.clock.now())
    const isNew = await isDatabaseEmpty(deps.database.kysely)
    if (isNew && mayHaveDemo(deps)) demo = await runDemo(deps)
    isEmpty = isNew && demo === undefined
  }
  const starting = startService(environment, processes, { prepare, newSecret })
  const service = await starting.catch((error: unknown) => {
    // Both stay although the start failed, and are never shown again.
    if (secretWords !== undefined) print({ advice: [secretWords] }, secretWords)
    if (demo !== undefined) print({ demo }, demoWords(demo, config.publicUrl, config))
    throw error
  })
  stopOnSignal(service)
  setReload(service.reload)
  const { address } = service
  const isAsked = config.webConcurrency !== 1
  const advice = [
    ...(secretWords === undefined ? [] : [secretWords]),
    ...adviseOnSettings(environment, config),
    ...(isEmpty ? [emptyWords(config)] : []),
  ]
  const ready = { address, ...(isAsked ? { processes } : {}) }
  if (config.env === 'production' && !terminal.isJson && !process.stdout.isTTY) {
    // Whatever reads it reads lines of the log.
    const log = await logger()
    log.info(ready, 'ready')
    for (const line of advice) log.warn(line)
    return
  }
  print(
    { ...ready, ...(demo === undefined ? {} : { demo }), ...(advice.length === 0 ? {} : { advice }) },
    [
      readyWords(address, demo, config),
      ...(isAsked ? [processWords(config, processes)] : []),
      ...advice,
    ].join('\n'),
  )
}

interface StartedService {
  address: string
  /** Undefined where one process serves. */
  reload?: () => void
  stop(): Promise<void>
}

/** Loaded when it is needed: a command that asks the database alone starts in a fraction of the time. */
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
    'Bring the database to the newest schema. The service does this at its start too.',
  )
    .option('--citus', 'and spread it over the nodes of its Citus cluster; may be run again')
    .addOption(acceptNewSecret())
    .option(
      '--previous-secret-file <file>',
      'with --accept-new-secret: the file with the previous APP_SECRET, to keep what it encrypted',
    )
    .action(async ({ citus = false, ...options }: NewSecretOptions & { citus?: boolean }) => {
      const newSecret = readNewSecret(options)
      const opened = await openDeps(environment, { newSecret })
      const { admin, migrated, replacedSecret, close } = opened
      const secretWords = newSecretWords(opened, newSecret)
      const words = [migratedWords(migrated), ...(secretWords === undefined ? [] : [secretWords])]
      const done = { migrated, ...(replacedSecret === undefined ? {} : { replacedSecret }) }
      try {
        if (!citus) return print(done, words.join('\n'))
        const { tables, leftOut } = await distribute(admin.database)
        print(
          { ...done, distributed: tables, leftOut },
          [...words, ...distributedWords(tables, leftOut)].join('\n'),
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
  addCommand(program, 'init', 'Make an account, a workspace and a program with a live and a test API key.')
    .requiredOption('--email <email>', 'the e-mail address of the owner')
    .option(
      '--password <password>',
      'the password of the owner, at least 10 characters; without it, one is made',
    )
    .requiredOption('--workspace <name>', 'the name of the workspace')
    .requiredOption('--program <name>', 'the name of the program')
    .option('--time-zone <zone>', 'the time zone of its reports, an IANA name', 'UTC')
    .action((options: InitOptions) =>
      withDeps(environment, 'there or new', async (deps) => {
        const makeAccount = await loadAccountMaker(deps)
        const { password = deps.ids.bytes(15).toString('base64url') } = options
        const ctx = asActor(deps, commandActor('command.init', deps.clock))
        const made = await initWorkspace(ctx, makeAccount, { ...options, password })
        const shown = options.password === undefined ? { ...made, password } : made
        print(shown, initWords(shown, deps.config.publicUrl))
      }),
    )
}

function addDemo(program: Command, { environment, print }: Terminal) {
  addCommand(program, 'demo', 'Make a demo workspace with 90 days of activity.').action(() =>
    withDeps(environment, 'there or new', async (deps) => {
      const demo = await runDemo(deps)
      print(demo, demoWords(demo, deps.config.publicUrl, deps.config))
    }),
  )
}

function addResetPassword(program: Command, { environment, print }: Terminal) {
  addCommand(program, 'reset-password', 'Make a link with which somebody sets a new password, once.')
    .requiredOption('--email <email>', 'the e-mail address of the account')
    .action(({ email }: { email: string }) =>
      withDeps(environment, 'there', async (deps) => {
        const { makeResetPasswordLink } = await import('../workspace/sign-in/reset-password.adapter.ts')
        const made = await makeResetPasswordLink(deps, email)
        print(made, resetWords(made))
      }),
    )
}

function addVerify(stats: Command, { environment, print, fail }: Terminal) {
  addCommand(
    stats,
    'verify',
    'Compare the daily statistics with the events, and money with the rows under it. Exit code 1 when they differ.',
  )
    .addOption(ofProgram())
    .action(async (options: { program?: number }) => {
      const input = options.program === undefined ? {} : { programId: options.program }
      const { programs, differences, moneyDifferences } = await doWork(environment, RECONCILE, input)
      const words = [...differences.map(differenceWords), ...moneyDifferences.map(moneyDifferenceWords)]
      if (words.length > 0) fail(FAILED)
      print(
        { programs: programs.length, differences, moneyDifferences },
        words.length === 0 ? soundWords(programs) : words.join('\n'),
      )
    })
}

function addRebuild(stats: Command, { environment, print }: Terminal) {
  addCommand(stats, 'rebuild', 'Compute the daily statistics anew from the events.')
    .addOption(ofProgram())
    .addOption(
      new Option('--day <date>', 'only this day of its time zone, such as 2026-03-31').argParser(parseDay),
    )
    .action((options: { program?: number; day?: string }, command: Command) => {
      const { program, day } = options
      if (program === undefined && day !== undefined)
        command.error('error: --day is a day of one program: name it by --program.')
      return withDeps(environment, 'there', async (deps) => {
        const { database } = asActor(deps, commandActor('command.stats_rebuild', deps.clock))
        const rebuilt = await rebuildStatistics(database, program, day)
        const ids = rebuilt.map(({ program_id }) => program_id)
        refuseMissing(program, ids)
        const months = await listArchivedMonths(database.kysely, program)
        const archived = months.filter(({ first, last }) => day === undefined || isBetween(first, day, last))
        const words = [rebuiltWords(rebuilt, day), ...archived.map(archivedWords)]
        print(
          { programs: ids.length, ...(day === undefined ? {} : { day }), rebuilt, archived },
          words.join('\n'),
        )
      })
    })
}

/** Whether a day is of these months or of one between them. */
function isBetween(first: string, day: string, last: string): boolean {
  const month = day.slice(0, 'yyyy-mm'.length)
  return first <= month && month <= last
}

function parseDay(text: string): string {
  if (isCalendarDay(text)) return text
  throw new InvalidArgumentError('It takes a day such as 2026-03-31.')
}

function ofProgram(): Option {
  return new Option('--program <id>', 'only this program; without it, every one').argParser(parseProgramId)
}

/** The embedded database has one process: beside a running service, the service does the work. */
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

async function withDeps(environment: NodeJS.ProcessEnv, wanted: Wanted, act: (deps: Deps) => Promise<void>) {
  const { admin, close } = await openDeps(environment, { wanted })
  try {
    await act(admin)
  } finally {
    await close()
  }
}

/** Only an empty embedded database outside production gets a demo by itself. */
function mayHaveDemo({ config, database }: Deps): boolean {
  return config.env !== 'production' && database.kind === 'embedded'
}

async function runDemo(deps: Deps): Promise<Demo> {
  await createClickPartitions(deps, demoStart(deps.clock.now()))
  const makeAccount = await loadAccountMaker(deps)
  return makeDemo(asActor(deps, commandActor('command.demo', deps.clock)), makeAccount)
}

async function loadAccountMaker(deps: Deps) {
  const { accountMaker } = await import('../workspace/sign-in/make-account.adapter.ts')
  return accountMaker(deps)
}

function parseProgramId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new InvalidArgumentError('It takes the whole number that the program has as its id.')
}

function refuseMissing(asked: number | undefined, found: number[]) {
  if (asked !== undefined && found.length === 0) throw new StartError(`There is no program ${asked}.`)
}

/** A failure that somebody can act on is told in words alone; one of ours shows where it happened. */
function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  const worker = workerAway(error)
  if (worker !== undefined) return workerAwayWords(worker)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** The name of an error that machines tell from others. */
function faultOf(error: unknown): { code?: string | undefined } {
  return error instanceof StartError ? { code: errorCode(error) } : {}
}

function printError(message: string, isJson: boolean, fault: { code?: string | undefined } = {}) {
  const words = isJson ? terminalJson({ error: { message, ...fault } }) : terminalWords(message)
  process.stderr.write(`${words}\n`)
}

function printLine(text: string) {
  process.stdout.write(`${text}\n`)
}

function distributedWords(tables: string[], leftOut: string[]): string[] {
  const placed =
    tables.length === 0
      ? 'Every table has its place on the cluster.'
      : `Gave ${tables.length} tables their place on the cluster: ${tables.join(', ')}.`
  if (leftOut.length === 0) return [placed]
  return [
    placed,
    `Left out ${leftOut.length} foreign keys, which a cluster cannot have: ${leftOut.join(', ')}. ` +
      '`affiliate stats verify` checks them instead.',
  ]
}

function archivedWords({ program_id, first, last }: ArchivedMonths): string {
  const months = first === last ? first : `${first} to ${last}`
  return `program ${program_id}: clicks of ${months} are archived; they were counted by the sums that were kept of them.`
}

function soundWords(programs: number[]): string {
  if (programs.length === 0) return 'There is no program yet: there is nothing to compare.'
  const count = programs.length === 1 ? '1 program' : `${programs.length} programs`
  return `The statistics of ${count} equal their events, and the money adds up.`
}

function emptyWords(config: Config): string {
  return (
    `Nobody is in ${databasePlace(config)} yet: make the first program and its owner with \`affiliate init\`. If there were ` +
    'some, this is not their database: look at the DATABASE_URL or DATA_DIR of this service.'
  )
}

function readyWords(address: string, demo: Demo | undefined, config: Config): string {
  const ready = `Ready at ${address} (API reference: ${address}/docs)`
  return demo === undefined ? ready : `${demoWords(demo, address, config)}\n\n${ready}`
}

function processWords({ databaseUrl }: Config, processes: number): string {
  if (processes > 1) return `${processes} processes share the port: SIGHUP replaces them one by one.`
  if (databaseUrl === undefined)
    return 'One process: the embedded database serves no more. With a PostgreSQL server (DATABASE_URL), WEB_CONCURRENCY=auto starts one for each processor.'
  return 'One process: there is one processor.'
}

function initWords({ password, ...made }: MadeWorkspace & { password?: string }, address: string): string {
  return [
    `Made the workspace ${made.workspace.id} with the program ${made.program.id}. Sign in at ${address}:`,
    `  e-mail    ${made.user.email}`,
    `  password  ${password ?? 'the one that you gave'}`,
    password === undefined
      ? 'The API keys of the program are shown this once:'
      : 'It is shown this once, and so are the API keys of the program:',
    `  live      ${made.keys.live}`,
    `  test      ${made.keys.test}`,
  ].join('\n')
}

function resetWords({ email, link, minutes }: { email: string; link: string; minutes: number }): string {
  return [
    `Whoever opens this link within ${minutes} minutes sets the password of ${email}, once:`,
    `  ${link}`,
    'Every session of the account ends with it. A second factor stays as it is.',
  ].join('\n')
}

function demoWords(demo: Demo, address: string, { env, mail }: Config): string {
  const isShown = env === 'development' && mail !== undefined && mail.server === undefined
  const mailed = isShown ? `, whose mail is shown at ${address}/dev/mail` : ''
  return [
    `Made a demo: 90 days of a program (id ${demo.program.id}) with ${demo.partners.length} partners. Shown this once:`,
    `  sign in        ${demo.user.email}  ${demo.password}`,
    `  live API key   ${demo.keys.live}`,
    `  test API key   ${demo.keys.test}`,
    ...demo.partners.map(({ name, code }) => `  partner link   https://shop.example/?aff=${code}  (${name})`),
    ...demo.partners.slice(0, 1).map(({ email }) => `  partner login  ${address}/partner  ${email}${mailed}`),
    'Record a sale:',
    `  curl ${address}/api/v1/track/sale -H 'Authorization: Bearer ${demo.keys.live}' -H 'Content-Type: application/json' \\`,
    `    -d '{"transaction_id":"my-first-sale","amount_cents":4900,"customer_key":"${demo.customerKey}"}'`,
  ].join('\n')
}
