import type { Server } from 'node:http'
import type { TSchema } from 'typebox'
import { registerHold } from './backup/hold-embedded.route.ts'
import { NOTE_BACKUP } from './backup/note-backup.flow.ts'
import { approveCommissions } from './commissions/approve-commissions.job.ts'
import { EXAMINE } from './doctor/examine-database.flow.ts'
import { EXPLAIN } from './explain/explain-work.flow.ts'
import { createDevelopmentMailbox } from './mail/development-mailbox.adapter.ts'
import type { DevelopmentMailbox, Mailer } from './mail/mail.ts'
import { createMailSender, type MailSender } from './mail/send-mails.job.ts'
import { createSmtpMailer } from './mail/smtp.adapter.ts'
import { type OpenDeps, type OpenOptions, openDeps } from './open-deps.ts'
import { makeScheduledPayouts } from './payouts/make-scheduled-payouts.job.ts'
import { COUNT_PERSON, ERASE_PERSON, EXPORT_PERSON } from './person/person-work.flow.ts'
import { limits } from './platform/config.ts'
import type { ServiceCommand } from './platform/control-socket.ts'
import type { Deps } from './platform/deps.ts'
import { addressOf, describeListenFailure } from './platform/listening.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { Outage } from './platform/outages.ts'
import { collectMetrics } from './platform/primary.ts'
import { registerCommand, serveControlSocket } from './platform/serve-control-socket.http.ts'
import { leaveConnections } from './platform/stopping.http.ts'
import { DAY_MS } from './platform/time.ts'
import { closePartnerMonths } from './portal/close-partner-months.job.ts'
import { tellPartnersOfNews } from './portal/tell-partners.job.ts'
import { createTableAnalyzer } from './programs/analyze-tables.job.ts'
import { VERIFY_BOOKS } from './reporting/verify-books.flow.ts'
import { LIST_CLICK_ARCHIVES } from './retention/list-click-archives.flow.ts'
import { PURGES } from './retention/purges.job.ts'
import { PLAY_SCENARIO } from './sandbox/scenario-work.flow.ts'
import { watchSecret } from './setup/watch-secret.flow.ts'
import { assignDueDays } from './statistics/assign-days.flow.ts'
import { foldLinks } from './statistics/fold-link-stats.job.ts'
import { createClickPartitions } from './tracking/create-click-partitions.job.ts'
import { createDeliverer, type Deliverer } from './webhooks/deliver-webhooks.job.ts'
import { endListeners } from './webhooks/end-listeners.job.ts'

/** A service that answers at `address` until `stop`, which lets the requests in flight finish. */
export interface RunningService {
  address: string
  deps: Deps
  metrics: Metrics
  /** Takes no new connection, and gives the open ones time to end. */
  leaveConnections(): Promise<void>
  stop(): Promise<void>
}

/** How a service starts. */
export interface StartOptions extends OpenOptions {
  /** What is done once the database is open, such as the demo of a first start. */
  prepare?: (opened: OpenDeps) => Promise<void>
}

/**
 * Starts the service in this process: configuration, database, migrations, `prepare`, listen.
 * @throws {ConfigError | StartError} why it cannot start, in words
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  { prepare, ...options }: StartOptions = {},
): Promise<RunningService> {
  // The routes are loaded while the database is opened.
  const [opened, { buildApp }] = await Promise.all([openDeps(environment, options), import('./app.ts')])
  const { deps, admin, close } = opened
  const { config } = deps
  try {
    await prepare?.(opened)
    const metrics = createMetrics(
      config.worker && { worker: String(config.worker.number), others: collectMetrics },
    )
    const mailbox = mailboxOf(deps, (mail) =>
      app.log.info(
        { to: mail.to, subject: mail.subject, text: mail.text },
        'a mail that would have been sent',
      ),
    )
    const app = await buildApp({ ...deps, mailbox }, undefined, metrics)
    const onJobError = (job: string) => (error: unknown) => app.log.error({ job, err: error }, 'a job failed')
    const deliverer = createDeliverer(admin, onJobError('deliver_webhooks'), () =>
      metrics.noteJob('deliver_webhooks'),
    )
    const sender = senderOf(admin, mailbox, {
      metrics,
      onError: onJobError('send_mails'),
      onUnreachable: (error) => app.log.error({ err: error }, 'a mail could not be sent'),
    })
    wakeAfterWrites(app.server, deliverer)
    await app.listen({ host: config.host, port: config.port }).catch(async (error: unknown) => {
      await app.close()
      throw describeListenFailure(config, error) ?? error
    })
    const endAnswers = await answerCommands(deps, () =>
      app.log.warn('commands cannot ask this process: the data folder can hold no socket'),
    )
    const jobs = createJobs(admin, { environment, metrics, sender, onError: onJobError })
    if (config.worker === undefined || config.worker.number === 1) jobs.start()
    deliverer.start()
    const endWatch = watchSecret(admin, (error) => {
      app.log.fatal({ err: error }, 'the secret of the installation was replaced: this process ends')
      process.kill(process.pid, 'SIGTERM')
    })
    return {
      address: addressOf(config, app.server.address()),
      deps,
      metrics,
      async leaveConnections() {
        jobs.stop()
        await leaveConnections(app, limits.replacedIdleMs)
      },
      async stop() {
        endWatch()
        jobs.stop()
        await Promise.all([deliverer.stop(), sender?.stop(), app.close(), endAnswers()])
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Commands that need the embedded database call this process, which has it. */
const COMMANDS: readonly ServiceCommand<TSchema, unknown>[] = [
  EXAMINE,
  VERIFY_BOOKS,
  EXPLAIN,
  EXPORT_PERSON,
  COUNT_PERSON,
  ERASE_PERSON,
  LIST_CLICK_ARCHIVES,
  PLAY_SCENARIO,
  NOTE_BACKUP,
]

async function answerCommands(deps: Deps, onUnreachable: () => void): Promise<() => Promise<void>> {
  if (deps.database.kind !== 'embedded') return async () => {}
  const end = await serveControlSocket(deps.config.dataDir, (app) => {
    registerHold(app, deps)
    for (const command of COMMANDS) registerCommand(app, deps, command)
  })
  if (end === undefined) onUnreachable()
  return end ?? (async () => {})
}

/** Work by the clock. One process does it for all that share a port; several machines may do it at once. */
function createJobs(
  deps: Deps,
  {
    environment,
    metrics,
    sender,
    onError,
  }: {
    environment: NodeJS.ProcessEnv
    metrics: Metrics
    sender: MailSender | undefined
    onError: (job: string) => (error: unknown) => void
  },
) {
  const job = (name: string, work: (deps: Deps) => Promise<unknown>) => {
    // Until its first success a job counts as done at the start, so the alert finds a job that never succeeds.
    metrics.noteJob(name)
    return () => work(deps).then(() => metrics.noteJob(name), onError(name))
  }
  const partitions = job('create_click_partitions', createClickPartitions)
  const analyze = job('analyze_tables', createTableAnalyzer(deps))
  const approve = job('approve_commissions', approveCommissions)
  const days = job('assign_days', assignDueDays)
  const folded = job('fold_link_stats', foldLinks)
  const months = job('close_partner_months', closePartnerMonths)
  const news = job('tell_partners', tellPartnersOfNews)
  const scheduled = job('make_scheduled_payouts', makeScheduledPayouts)
  const endUnheard = job('end_listeners', endListeners)
  const archive = job('archive_clicks', async () => {
    const { archiveClicks } = await import('./retention/archive-clicks.job.ts')
    await archiveClicks(deps, environment)
  })
  const purges = PURGES.map((one) => ({ run: job(one.job, one.purge), everyMs: one.everyMs }))
  // A service that restarts more often than a purge is due would never purge. One at a time, to leave connections to the calls.
  const purgeAll = async () => {
    for (const { run } of purges) await run()
  }
  let timers: NodeJS.Timeout[] = []
  return {
    start() {
      void purgeAll()
      void analyze()
      void approve()
      void archive()
      void days()
      void folded()
      void months()
      void news()
      void scheduled()
      sender?.start()
      // A worker may take them over long after the start.
      if (deps.config.worker !== undefined) void partitions()
      timers = [
        setInterval(partitions, DAY_MS),
        setInterval(analyze, limits.analyzedEveryMs),
        setInterval(approve, limits.approvalEveryMs),
        setInterval(folded, limits.linksFoldedEveryMs),
        setInterval(days, limits.daysAssignedEveryMs),
        setInterval(months, limits.statementsEveryMs),
        setInterval(news, limits.partnerNewsEveryMs),
        setInterval(scheduled, limits.scheduledPayoutsEveryMs),
        setInterval(endUnheard, limits.listenersEndedEveryMs),
        ...purges.map(({ run, everyMs }) => setInterval(run, everyMs)),
        setInterval(archive, limits.retentionEveryMs),
      ]
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Where mails are shown instead of being sent. */
function mailboxOf(
  { config, clock }: Deps,
  log: Parameters<typeof createDevelopmentMailbox>[1],
): DevelopmentMailbox | undefined {
  const isShown =
    config.env === 'development' && config.mail !== undefined && config.mail.server === undefined
  return isShown ? createDevelopmentMailbox(() => clock.now(), log) : undefined
}

/** What sends mails, where something does. It works by the clock, as the jobs do, and where they do. */
function senderOf(
  deps: Deps,
  mailbox: DevelopmentMailbox | undefined,
  {
    metrics,
    onError,
    onUnreachable,
  }: { metrics: Metrics; onError: (error: unknown) => void; onUnreachable: (error: Outage) => void },
): MailSender | undefined {
  const { mail } = deps.config
  const mailer = mail?.server === undefined ? mailbox : createSmtpMailer({ ...mail, server: mail.server })
  if (mailer === undefined) return undefined
  const onLook = () => metrics.noteJob('send_mails')
  const watched: Mailer = {
    async send(mail, signal) {
      const reply = await mailer.send(mail, signal)
      if (reply.kind === 'unreachable' && !signal.aborted)
        onUnreachable(new Outage('mail server', reply.words))
      return reply
    },
  }
  return createMailSender(deps, watched, { onError, onLook, onMail: metrics.countMail })
}

/** What a call has just committed is told without waiting for the next look into the outbox. */
function wakeAfterWrites(server: Server, deliverer: Deliverer) {
  server.on('request', ({ method, url }, response) => {
    if (method === 'GET' || url === '/api/v1/track/click') return
    response.once('finish', () => {
      if (response.statusCode < 300) deliverer.wake()
    })
  })
}
