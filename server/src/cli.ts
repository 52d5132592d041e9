import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { ConfigError, readConfig } from './config.ts'
import { developmentSecret } from './data-dir/secret.ts'
import type { Deps } from './deps.ts'
import { initWorkspace } from './flows/init-workspace.ts'
import { type Demo, demoStart, makeDemo } from './flows/make-demo.ts'
import { createClickPartitions } from './jobs/create-click-partitions.ts'
import { rebuildStatistics } from './jobs/rebuild-statistics.ts'
import { moneyDifferenceWords, verifyMoney } from './jobs/verify-money.ts'
import { verifyStatistics } from './jobs/verify-statistics.ts'
import { openDeps } from './open-deps.ts'
import { StartError } from './start-error.ts'
import { isDatabaseEmpty } from './store/workspaces.ts'

/** Exit codes: done, failed (or differences found), and not understood. */
const DONE = 0
const FAILED = 1
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
    await buildProgram(environment, isJson, fail).parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return DONE
      if (error.code !== 'commander.help') printError(error.message.replace(/^error: /, ''), isJson)
      return MISUSED
    }
    printError(messageOf(error), isJson)
    return FAILED
  }
}

function buildProgram(
  environment: NodeJS.ProcessEnv,
  isJson: boolean,
  fail: (code: number) => void,
): Command {
  const program = new Command('affiliate')
    .description(
      'Affiliate tracking: which partner brought which customer, and what that partner has earned.',
    )
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .addHelpText(
      'after',
      '\nSettings come from the environment: PORT, HOST, DATABASE_URL, DATA_DIR, APP_SECRET and others.',
    )
  const command = (parent: Command, name: string, description: string) =>
    parent.command(name).description(description).option('--json', 'answer in JSON, for machines')
  const print = (value: unknown, words: string) => printLine(isJson ? JSON.stringify(value) : words)

  command(program, 'serve', 'Run the service until it is stopped.').action(async () => {
    // Loaded when it is needed: a command that asks the database alone starts in a fraction of the time.
    const { serve, stopOnSignal } = await import('./main.ts')
    let demo: Demo | undefined
    const starting = serve(environment, async (deps) => {
      demo = await makeFirstDemo(deps)
    })
    const service = await starting.catch((error: unknown) => {
      // The demo stays although the start failed, and its secrets are never shown again.
      if (demo !== undefined) print({ demo }, demoWords(demo, publicUrl(environment)))
      throw error
    })
    stopOnSignal(service)
    const { address } = service
    print({ address, ...(demo === undefined ? {} : { demo }) }, readyWords(address, demo))
  })

  command(
    program,
    'migrate',
    'Bring the database to the newest schema. The service does this at its start too.',
  ).action(async () => {
    const { migrated, close } = await openDeps(environment)
    await close()
    print(
      { migrated },
      migrated.length === 0 ? 'The schema is up to date.' : `Applied ${migrated.join(', ')}.`,
    )
  })

  command(program, 'init', 'Make an account, a workspace and a program with a live and a test API key.')
    .requiredOption('--email <email>', 'the e-mail address of the owner')
    .requiredOption('--password <password>', 'the password of the owner, at least 8 characters')
    .requiredOption('--workspace <name>', 'the name of the workspace')
    .requiredOption('--program <name>', 'the name of the program')
    .option('--time-zone <zone>', 'the time zone of its reports, an IANA name', 'UTC')
    .action(
      async (options: {
        email: string
        password: string
        workspace: string
        program: string
        timeZone: string
      }) => {
        await withDeps(environment, async (deps) => {
          const made = await initWorkspace(deps, await loadAccountMaker(deps), options)
          print(made, initWords(made))
        })
      },
    )

  command(program, 'demo', 'Make a demo workspace with 90 days of activity.').action(async () => {
    await withDeps(environment, async (deps) => {
      const demo = await runDemo(deps)
      print(demo, demoWords(demo, deps.config.publicUrl))
    })
  })

  const stats = program.command('stats').description('Check or rebuild the daily statistics.')
  const ofProgram = () =>
    new Option('--program <id>', 'only this program; without it, every one').argParser(parseProgramId)
  command(
    stats,
    'verify',
    'Compare the daily statistics with the events, and money with the rows under it. Exit code 1 when they differ.',
  )
    .addOption(ofProgram())
    .action(async (options: { program?: number }) => {
      await withDeps(environment, async ({ database }) => {
        const found = await verifyStatistics(database, options.program)
        refuseMissing(options.program, found.programs)
        const money = await verifyMoney(database, options.program)
        const words = [
          ...found.differences.map(differenceWords),
          ...money.differences.map(moneyDifferenceWords),
        ]
        if (words.length > 0) fail(FAILED)
        print(
          {
            programs: found.programs.length,
            differences: found.differences,
            moneyDifferences: money.differences,
          },
          words.length === 0
            ? `The statistics of ${countOf(found.programs)} equal their events, and the money adds up.`
            : words.join('\n'),
        )
      })
    })
  command(stats, 'rebuild', 'Compute the daily statistics anew from the events.')
    .addOption(ofProgram())
    .action(async (options: { program?: number }) => {
      await withDeps(environment, async ({ database }) => {
        const rebuilt = await rebuildStatistics(database, options.program)
        refuseMissing(options.program, rebuilt)
        print({ programs: rebuilt.length }, `Rebuilt the statistics of ${countOf(rebuilt)}.`)
      })
    })
  return program
}

async function withDeps(environment: NodeJS.ProcessEnv, act: (deps: Deps) => Promise<void>) {
  const { deps, close } = await openDeps(environment)
  try {
    await act(deps)
  } finally {
    await close()
  }
}

/** Only an empty embedded database outside production gets a demo by itself. */
async function makeFirstDemo(deps: Deps): Promise<Demo | undefined> {
  if (deps.config.env === 'production' || deps.database.kind !== 'embedded') return undefined
  return (await isDatabaseEmpty(deps.database.kysely)) ? runDemo(deps) : undefined
}

async function runDemo(deps: Deps): Promise<Demo> {
  await createClickPartitions(deps, demoStart(deps.clock.now()))
  return makeDemo(deps, await loadAccountMaker(deps))
}

async function loadAccountMaker(deps: Deps) {
  const { accountMaker } = await import('./http/make-account.ts')
  return accountMaker(deps)
}

function publicUrl(environment: NodeJS.ProcessEnv): string {
  return readConfig(environment, developmentSecret).publicUrl
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
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function printError(message: string, isJson: boolean) {
  process.stderr.write(`${isJson ? JSON.stringify({ error: { message } }) : message}\n`)
}

function printLine(text: string) {
  process.stdout.write(`${text}\n`)
}

function countOf(programs: number[]): string {
  return programs.length === 1 ? '1 program' : `${programs.length} programs`
}

function differenceWords(difference: {
  program_id: number
  day: string
  currency: string
  column: string
  stored: string
  from_events: string
}): string {
  const { program_id, day, currency, column, stored, from_events } = difference
  return `program ${program_id}, ${day}, ${currency}, ${column}: the statistics say ${stored}, the events ${from_events}`
}

function readyWords(address: string, demo: Demo | undefined): string {
  const ready = `Ready at ${address} (API reference: ${address}/docs)`
  return demo === undefined ? ready : `${demoWords(demo, address)}\n\n${ready}`
}

function initWords(made: Awaited<ReturnType<typeof initWorkspace>>): string {
  return [
    `Made the workspace ${made.workspace.id} of ${made.user.email} with the program ${made.program.id}.`,
    'Its API keys are shown this once:',
    `  live  ${made.keys.live}`,
    `  test  ${made.keys.test}`,
  ].join('\n')
}

function demoWords(demo: Demo, address: string): string {
  return [
    `Made a demo: 90 days of a program (id ${demo.program.id}) with ${demo.partners.length} partners. Shown this once:`,
    `  sign in        ${demo.user.email}  ${demo.password}`,
    `  live API key   ${demo.keys.live}`,
    `  test API key   ${demo.keys.test}`,
    ...demo.partners.map(({ name, code }) => `  partner link   https://shop.example/?aff=${code}  (${name})`),
    'Record a sale:',
    `  curl ${address}/api/v1/track/sale -H 'Authorization: Bearer ${demo.keys.live}' -H 'Content-Type: application/json' \\`,
    `    -d '{"transaction_id":"my-first-sale","amount_cents":4900,"customer_key":"${demo.customerKey}"}'`,
  ].join('\n')
}
