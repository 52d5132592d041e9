import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from './app.ts'
import { approveCommissions } from './commissions/approve-commissions.job.ts'
import { openDeps } from './open-deps.ts'
import { limits } from './platform/config.ts'
import type { Deps } from './platform/deps.ts'
import { createMetrics, type Metrics } from './platform/metrics.ts'
import { errorCode, StartError } from './platform/start-error.ts'
import { DAY_MS } from './platform/time.ts'
import { createClickPartitions } from './tracking/create-click-partitions.job.ts'
import { createDeliverer, type Deliverer } from './webhooks/deliver-webhooks.job.ts'
import { purgeWebhooks } from './webhooks/purge-webhooks.job.ts'

/** A service that answers at `address` until `stop`, which lets the requests in flight finish. */
export interface RunningService {
  address: string
  deps: Deps
  stop(): Promise<void>
}

/**
 * Starts the service: configuration, database, migrations, `prepare` (the demo of a first start), listen.
 * @throws {ConfigError | StartError} why it cannot start, in words
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
  prepare: (deps: Deps) => Promise<void> = async () => {},
): Promise<RunningService> {
  const { deps, close } = await openDeps(environment)
  try {
    await prepare(deps)
    const metrics = createMetrics()
    const app = await buildApp(deps, undefined, metrics)
    const onJobError = (error: unknown) => app.log.error({ err: error }, 'a job failed')
    const deliverer = createDeliverer(deps, onJobError, () => metrics.noteJob('deliver_webhooks'))
    wakeAfterWrites(app.server, deliverer)
    await app.listen({ host: deps.config.host, port: deps.config.port }).catch(async (error: unknown) => {
      await app.close()
      throw describeListenFailure(deps, error) ?? error
    })
    const stopJobs = startJobs(deps, metrics, onJobError)
    deliverer.start()
    return {
      address: addressOf(deps, app.server.address()),
      deps,
      async stop() {
        stopJobs()
        await Promise.all([deliverer.stop(), app.close()])
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Ends the process on SIGTERM or SIGINT: requests in flight finish, but not for longer than the drain limit. */
export function stopOnSignal(service: RunningService) {
  let isStopping = false
  const stop = () => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), limits.drainTimeoutMs).unref()
    service.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

function startJobs(deps: Deps, metrics: Metrics, onError: (error: unknown) => void): () => void {
  const job = (name: string, work: (deps: Deps) => Promise<unknown>) => () =>
    work(deps).then(() => metrics.noteJob(name), onError)
  const approve = job('approve_commissions', approveCommissions)
  const purge = job('purge_webhooks', purgeWebhooks)
  void approve()
  const timers = [
    setInterval(job('create_click_partitions', createClickPartitions), DAY_MS),
    setInterval(approve, limits.approvalEveryMs),
    setInterval(purge, limits.webhookPurgeEveryMs),
  ]
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
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

/** With port 0 the system picks the port, so the public address is only known now. */
function addressOf({ config }: Deps, bound: AddressInfo | string | null): string {
  if (config.port !== 0 || bound === null || typeof bound === 'string') return config.publicUrl
  const url = new URL(config.publicUrl)
  url.port = String(bound.port)
  return url.origin
}

function describeListenFailure({ config }: Deps, error: unknown): StartError | undefined {
  const place = `port ${config.port} of ${config.host}`
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartError(`Another process uses ${place} already: stop it, or set PORT to a free port.`)
    case 'EACCES':
      return new StartError(`This user may not listen on ${place}: set PORT to one above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`This machine has no address ${config.host}: correct HOST.`)
    default:
      return undefined
  }
}
