import cluster from 'node:cluster'
import { type Config, ConfigError } from './core/config/config.ts'
import type { Database } from './core/database/database.ts'
import { readConnectionLimit } from './core/database/server-connections.sql.ts'
import { StartError } from './core/errors/start-error.ts'
import { createLogger } from './core/observability/logger.ts'
import { createMetrics } from './core/observability/metrics.ts'
import { findPort, getListeningUrl } from './core/processes/listening.ts'
import { Workers } from './core/processes/workers.ts'
import type { StartOptions } from './main.ts'
import { openDeps } from './open-deps.ts'
import { doctorLimits } from './operations/doctor/limits.ts'

/** A service whose workers listen at `address` until `stop`. */
export interface ServedByWorkers {
  address: string
  /** Replaces the workers one by one. */
  reload(): void
  stop(): Promise<void>
}

/**
 * Starts `count` processes behind one port. This process does the one-time setup (settings, migrations, partitions,
 * `prepare`). Then it supervises the others, distributes connections, and counts their rate limits.
 * @throws {ConfigError | StartError} with the reason if it can't start
 */
export async function serveWithWorkers(
  environment: NodeJS.ProcessEnv,
  count: number,
  options: StartOptions,
): Promise<ServedByWorkers> {
  if (!cluster.isPrimary) {
    throw new ConfigError(
      'WEB_CONCURRENCY starts several processes, but this one was itself started as one of several by another program ' +
        '(such as pm2 in cluster mode). Set it to 1 there.',
    )
  }
  const { config, bound, connections } = await prepareOnce(environment, count, options)
  const log = createLogger(config.logLevel, { worker: 'primary' })
  if (connections < doctorLimits.postgresConnections)
    log.warn(
      { connections },
      'each worker gets fewer connections, so that all have some: raise max_connections',
    )
  const metrics = createMetrics({ worker: 'primary', others: async () => [] })
  const workers = new Workers({
    count,
    connections,
    environment: { PORT: String(bound.port) },
    log,
    ownMetrics: metrics.snapshot,
  })
  await workers.start()
  return {
    address: getListeningUrl(config, bound),
    reload: () => workers.renew(),
    stop: () => workers.stop(),
  }
}

async function prepareOnce(
  environment: NodeJS.ProcessEnv,
  count: number,
  { prepare, ...options }: StartOptions,
): Promise<{ config: Config; bound: Awaited<ReturnType<typeof findPort>>; connections: number }> {
  const opened = await openDeps(environment, options)
  const { deps, close } = opened
  try {
    // Before `prepare`, which shows a one-time password that would be lost if the port is taken.
    const bound = await findPort(deps.config)
    await prepare?.(opened)
    return { config: deps.config, bound, connections: await shareConnections(deps.database, count) }
  } finally {
    await close()
  }
}

/** Returns the number of connections per worker, so that all workers and one that is being replaced have enough. */
async function shareConnections({ kysely }: Database, count: number): Promise<number> {
  const all = await readConnectionLimit(kysely)
  const each = Math.min(doctorLimits.postgresConnections, Math.floor(all / (count + 1)))
  if (each >= doctorLimits.minPostgresConnections) return each
  throw new StartError(
    `The database accepts ${all} connections from this user, too few for ${count} processes. Lower WEB_CONCURRENCY, or ` +
      'raise max_connections.',
  )
}
