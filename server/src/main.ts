import type { Server } from 'node:http'
import type { TSchema } from 'typebox'
import type { Config } from './core/config/config.ts'
import { limits } from './core/config/limits.ts'
import type { Deps } from './core/deps.ts'
import type { App } from './core/http/service.ts'
import { type Job, JobRunner } from './core/jobs/jobs.ts'
import { createMetrics, type Metrics } from './core/observability/metrics.ts'
import { OutageError } from './core/observability/outages.ts'
import type { ServiceCommand } from './core/processes/control-socket.ts'
import { describeListenFailure, findPort, getListeningUrl } from './core/processes/listening.ts'
import { collectMetrics } from './core/processes/primary.ts'
import { registerCommand, serveControlSocket } from './core/processes/serve-control-socket.http.ts'
import { leaveConnections } from './core/processes/stopping.http.ts'
import { sharedJobs } from './jobs.ts'
import { createDevelopmentMailbox } from './notifications/mail/development-mailbox.adapter.ts'
import type { DevelopmentMailbox, Mailer } from './notifications/mail/mail.ts'
import { createMailSender, type SenderOptions } from './notifications/mail/send-mails.job.ts'
import { createSmtpMailer } from './notifications/mail/smtp.adapter.ts'
import { createDeliverer } from './notifications/webhooks/deliver-webhooks.job.ts'
import { type OpenDeps, type OpenOptions, openDeps } from './open-deps.ts'
import { registerHold } from './operations/backup/hold-embedded.route.ts'
import { RECORD_BACKUP } from './operations/backup/record-backup.flow.ts'
import {
  COUNT_DATA_SUBJECT_ROWS,
  ERASE_DATA_SUBJECT,
  EXPORT_DATA_SUBJECT,
} from './operations/data-subjects/data-subject-commands.flow.ts'
import { EXAMINE } from './operations/doctor/examine-database.flow.ts'
import { LIST_CLICK_ARCHIVES } from './operations/retention/list-click-archives.flow.ts'
import { SIMULATE_YEAR } from './operations/sandbox/simulate-command.flow.ts'
import { createSecretWatcher } from './operations/setup/watch-secret.job.ts'
import { EXPLAIN } from './reports/explain/explain-command.flow.ts'
import { RECONCILE } from './reports/performance/reconcile.flow.ts'
import { RECONCILE_MONTH } from './tracking/reconciliation/reconcile-command.flow.ts'

/** A service that listens at `address` until `stop`, which lets requests in flight finish. */
export interface RunningService {
  address: string
  deps: Deps
  metrics: Metrics
  /** Stops accepting connections, and gives open ones time to end. */
  leaveConnections(): Promise<void>
  stop(): Promise<void>
}

/** Options for starting a service. */
export interface StartOptions extends OpenOptions {
  /** Runs once the database is open, for example to create the demo on a first start. */
  prepare?: (opened: OpenDeps) => Promise<void>
}

/**
 * Starts the service in this process: configuration, database, migrations, `prepare`, listen.
 * @throws {ConfigError | StartError} with the reason if it can't start
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  { prepare, ...options }: StartOptions = {},
): Promise<RunningService> {
  // Loads the routes while the database opens.
  const [opened, { buildApp }] = await Promise.all([openDeps(environment, options), import('./app.ts')])
  const { deps, admin, close } = opened
  const { config } = deps
  try {
    if (prepare !== undefined && config.worker === undefined) {
      // `prepare` shows a one-time password, which would be lost if the port is taken.
      await findPort(config)
    }
    await prepare?.(opened)
    const metrics = createMetrics(
      config.worker && { worker: String(config.worker.number), others: collectMetrics },
    )
    const mailbox = createMailbox(deps)
    const app = await buildApp({ ...deps, mailbox, environment }, undefined, metrics)
    const createRunner = () =>
      new JobRunner(admin, {
        done: metrics.recordJobSuccess,
        failed: (job, error) => app.log.error({ job, err: error }, 'a job failed'),
      })
    // A worker that is being replaced leaves shared jobs to its successor and finishes the work of its own jobs.
    const [shared, own] = [createRunner(), createRunner()]
    const onError = (job: string) => (error: unknown) => app.log.error({ job, err: error }, 'a job failed')
    const wakeDeliverer = () => own.wake('deliver_webhooks')
    const deliverer = createDeliverer(admin, onError('deliver_webhooks'), wakeDeliverer)
    const sender = createSender(admin, mailbox, {
      metrics,
      onError: onError('send_mails'),
      onSlotFree: () => shared.wake('send_mails'),
      onUnreachable: (error) => app.log.error({ err: error }, 'a mail could not be sent'),
    })
    wakeAfterWrites(app.server, wakeDeliverer)
    await listen(app, config)
    const endAnswers = await serveCommands(deps, () =>
      app.log.warn('commands can’t reach this process: the data folder can’t contain a socket'),
    )
    const secretWatcher = createSecretWatcher((error) => {
      app.log.fatal({ err: error }, 'the installation’s secret was replaced: exiting')
      process.kill(process.pid, 'SIGTERM')
    })
    own.start([...app.getDecorator<readonly Job[]>('jobs'), deliverer.job, secretWatcher])
    if (config.worker === undefined || config.worker.number === 1) {
      shared.start([...sharedJobs(environment), ...(sender === undefined ? [] : [sender.job])])
    }
    return {
      address: getListeningUrl(config, app.server.address()),
      deps,
      metrics,
      async leaveConnections() {
        await Promise.all([shared.stop(), leaveConnections(app, limits.replacedIdleMs)])
      },
      async stop() {
        await Promise.all([shared.stop(), own.stop(), app.close(), endAnswers()])
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Commands that need the embedded database, which this process has opened. */
const COMMANDS: readonly ServiceCommand<TSchema, unknown>[] = [
  EXAMINE,
  RECONCILE,
  RECONCILE_MONTH,
  EXPLAIN,
  EXPORT_DATA_SUBJECT,
  COUNT_DATA_SUBJECT_ROWS,
  ERASE_DATA_SUBJECT,
  LIST_CLICK_ARCHIVES,
  SIMULATE_YEAR,
  RECORD_BACKUP,
]

async function serveCommands(deps: Deps, onUnreachable: () => void): Promise<() => Promise<void>> {
  if (deps.database.kind !== 'embedded') return async () => {}
  const end = await serveControlSocket(deps.config.dataDir, (app) => {
    registerHold(app, deps)
    for (const command of COMMANDS) registerCommand(app, deps, command)
  })
  if (end === undefined) onUnreachable()
  return end ?? (async () => {})
}

/** Listens. A single process announces its own address, so Fastify's log line about it is omitted. */
async function listen(app: App, config: Config): Promise<void> {
  const { level } = app.log
  const announces = config.worker === undefined && ['info', 'debug', 'trace'].includes(level)
  if (announces) app.log.level = 'warn'
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await app.close()
    throw describeListenFailure(config, error) ?? error
  } finally {
    app.log.level = level
  }
}

/** Returns the mailbox that shows emails in development instead of sending them. */
function createMailbox({ config, clock }: Deps): DevelopmentMailbox | undefined {
  const isShown =
    config.env === 'development' && config.mail !== undefined && config.mail.server === undefined
  return isShown ? createDevelopmentMailbox(() => clock.now()) : undefined
}

/** Returns the mail sender, if mail is on. */
function createSender(
  deps: Deps,
  mailbox: DevelopmentMailbox | undefined,
  {
    metrics,
    onUnreachable,
    ...on
  }: SenderOptions & {
    metrics: Metrics
    onUnreachable: (error: OutageError) => void
  },
): ReturnType<typeof createMailSender> | undefined {
  const { mail } = deps.config
  const mailer = mail?.server === undefined ? mailbox : createSmtpMailer({ ...mail, server: mail.server })
  if (mailer === undefined) return undefined
  const watched: Mailer = {
    async send(mail, signal) {
      const reply = await mailer.send(mail, signal)
      if (reply.kind === 'unreachable' && !signal.aborted)
        onUnreachable(new OutageError('mail server', reply.message))
      return reply
    },
  }
  return createMailSender(deps, watched, { ...on, onMail: metrics.countMail })
}

/** Delivers a committed write without waiting for the next poll of the outbox. */
function wakeAfterWrites(server: Server, wake: () => void) {
  server.on('request', ({ method, url }, response) => {
    if (method === 'GET' || url === '/api/v1/track/click') return
    response.once('finish', () => {
      if (response.statusCode < 300) wake()
    })
  })
}
