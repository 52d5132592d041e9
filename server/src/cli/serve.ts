import { setFlagsFromString } from 'node:v8'
import { lazily } from '../core/async/lazy.ts'
import { type Config, countProcesses, readConfig, settingWarnings } from '../core/config/config.ts'
import { describeDatabaseLocation } from '../core/config/database-location.rule.ts'
import { saveMailEnabled } from '../core/database/installation.sql.ts'
import type { Deps } from '../core/deps.ts'
import { holdReload, stopOnSignal } from '../core/processes/stop-on-signal.ts'
import type { StartOptions } from '../main.ts'
import type { OpenDeps } from '../open-deps.ts'
import type { NewSecret } from '../operations/setup/claim-secret.flow.ts'
import type { Demo } from '../operations/setup/create-demo.flow.ts'
import { isDatabaseEmpty } from '../workspace/accounts/workspaces.sql.ts'
import { demoSale, demoText, runDemo } from './demo.ts'
import { errorText } from './error-text.ts'
import { type NewSecretOptions, newSecretText, readNewSecret } from './new-secret.ts'
import type { Terminal } from './terminal.ts'

/**
 * Runs the service, or one of its workers. Only imported by `import()` in `cli.ts`, so that other commands don't load it.
 */
export async function serve(terminal: Terminal, options: NewSecretOptions): Promise<void> {
  const config = readConfig(terminal.environment)
  if (config.worker === undefined) return serveAll(terminal, config, await readNewSecret(options))
  const { serveAsWorker } = await import('../serve-worker.ts')
  await serveAsWorker(terminal.environment, errorText)
  letYoungGenerationGrow()
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
  letYoungGenerationGrow()
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

/** Restores V8's default, which `bin/affiliate.js` changes for startup. */
function letYoungGenerationGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
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

/** A demo is only created automatically in an empty embedded database outside production. */
function mayHaveDemo({ config, database }: Deps): boolean {
  return config.env !== 'production' && database.kind === 'embedded'
}

function emptyText(config: Config): string {
  return (
    `There is no workspace in ${describeDatabaseLocation(config)} yet. Run \`affiliate init\` to create one. If you ` +
    'expected one, check this service’s DATABASE_URL or DATA_DIR.'
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
