import { migrationNames, unknownSchema } from '../../core/database/schema-version.rule.ts'
import { missingCurrencies } from '../../core/money/missing-currencies.rule.ts'
import {
  type DatabaseReport,
  type Finding,
  failure,
  ok,
  type UnexpectedMonth,
  unknown,
  type WorkReport,
  warning,
} from './doctor.ts'

const MIN_MAJOR = 15
/**
 * The tolerated difference is small, because webhook signatures are valid for five minutes and local days depend on the
 * clock.
 */
const SKEW_WARNED_MS = 2_000
const SKEW_FAILED_MS = 60_000
/** Age after which work is late for a job that runs every minute or as soon as work is due. */
const LATE_MS = 15 * 60_000
/** Age after which a nightly backup is late: one night was missed. */
const BACKUP_LATE_HOURS = 36
const HOUR_MS = 60 * 60_000

export function checkServer({ serverVersion }: DatabaseReport): Finding {
  const version = `PostgreSQL ${Math.floor(serverVersion / 10_000)}.${serverVersion % 10_000}`
  return Math.floor(serverVersion / 10_000) >= MIN_MAJOR
    ? ok('database', `The database is reachable: ${version}.`)
    : failure('database', `The database is ${version}.`, `Upgrade it to PostgreSQL ${MIN_MAJOR} or newer.`)
}

export function checkSchema({ migrations: { pending, unknown } }: DatabaseReport): Finding {
  if (unknown.length > 0) {
    const { message, remedy } = unknownSchema(unknown)
    return failure('schema', message, remedy)
  }
  if (pending.length === 0) return ok('schema', 'The schema is up to date.')
  return failure(
    'schema',
    `The schema is older than this version: ${migrationNames(pending)} ${pending.length === 1 ? 'is' : 'are'} not applied.`,
    'Run `affiliate upgrade --check` to see what they lock, then `affiliate migrate`, or start this version.',
  )
}

/**
 * Compares the clocks.
 * @param requested when the report was requested and received, by this machine's clock
 */
export function checkClock(report: DatabaseReport, requested: { from: Date; to: Date }): Finding {
  const now = Date.parse(report.now)
  const skewMs = Math.max(requested.from.getTime() - now, now - requested.to.getTime(), 0)
  const newest = report.work?.newestEvent
  const aheadMs = newest === undefined ? 0 : Date.parse(newest) - requested.to.getTime()
  const remedy = 'Synchronize the clocks of both machines by NTP (`timedatectl`).'
  if (skewMs > SKEW_WARNED_MS) {
    const text = `The clocks of this machine and the database differ by ${Math.round(skewMs / 1000)} s. Webhook signatures are only valid for five minutes, and days and holds depend on these clocks.`
    return skewMs > SKEW_FAILED_MS ? failure('clock', text, remedy) : warning('clock', text, remedy)
  }
  if (aheadMs > SKEW_FAILED_MS) {
    return failure(
      'clock',
      `The newest event was recorded at ${newest}, which is in the future: the clock is or was wrong.`,
      remedy,
    )
  }
  return ok('clock', 'The clocks of this machine and the database agree.')
}

/** Checks the currencies. They can't be removed, so the service does not start with fewer. */
export function checkCurrencies(
  { currencies: started = [] }: WorkReport,
  { currencies }: { currencies: readonly string[] },
): Finding {
  const missing = missingCurrencies(started, currencies)
  if (missing.length === 0) return ok('currencies', `Accepted currencies: ${currencies.join(', ')}.`)
  return failure(
    'currencies',
    `CURRENCIES is ${currencies.join(',')}, but the installation also uses ${missing.join(', ')}: the service will not start.`,
    `Set CURRENCIES=${[...currencies, ...missing].join(',')}.`,
  )
}

export function checkPartitions({ missingPartitions }: WorkReport): Finding {
  if (missingPartitions.length === 0)
    return ok('partitions', 'Click partitions exist for this month and the coming months.')
  return failure(
    'partitions',
    `Clicks from ${missingPartitions.join(', ')} have no partition.`,
    'Restart the service to create it. If that fails, move that month’s clicks out of click_events_default first.',
  )
}

export function checkJobs(work: WorkReport, now: Date): Finding[] {
  const getDelayMs = (since: string | undefined, afterMs: number) => {
    const ms = since === undefined ? 0 : now.getTime() - Date.parse(since)
    return ms > afterMs ? ms : undefined
  }
  const remedy = 'Check that the service is running, and look for `a job failed` in its log.'
  const approve = getDelayMs(work.dueCommissionSince, LATE_MS)
  const findings = [
    ...(approve === undefined
      ? []
      : [
          failure(
            'jobs',
            `Commissions have been waiting for approval for up to ${duration(approve)}: approve_commissions is not running.`,
            remedy,
          ),
        ]),
    ...(work.unpurgedSince === undefined
      ? []
      : [
          failure(
            'jobs',
            `Expired webhook deliveries have not been deleted since ${work.unpurgedSince}: purge_webhooks is not running.`,
            remedy,
          ),
        ]),
    ...(work.unexpectedMonths ?? []).map((one) => checkMonth(one, remedy)),
  ]
  return findings.length > 0 ? findings : [ok('jobs', 'All jobs are up to date.')]
}

const JOBS_OF_MONTHS = { payouts: 'create_scheduled_payouts', statements: 'close_partner_months' } as const

function checkMonth({ program_id, of, month, is_ahead }: UnexpectedMonth, remedy: string): Finding {
  if (!is_ahead) {
    return failure(
      'jobs',
      `The latest ${of} of program ${program_id} are for ${month}, but a later month is due: ${JOBS_OF_MONTHS[of]} is not running or is failing.`,
      remedy,
    )
  }
  return failure(
    'jobs',
    `The latest ${of} of program ${program_id} are for ${month}, which is in the future: the clock was wrong. ${JOBS_OF_MONTHS[of]} waits until that month is over.`,
    of === 'payouts'
      ? 'Synchronize the clocks by NTP (`timedatectl`). Create payouts manually until then.'
      : 'Synchronize the clocks by NTP (`timedatectl`). Activity until then will appear in the next statement.',
  )
}

export function checkRetention({ overdueClicks }: WorkReport): Finding {
  if (overdueClicks.length === 0) return ok('retention', 'No clicks are overdue for archiving.')
  return failure(
    'retention',
    `Clicks from ${overdueClicks.join(', ')} should have been archived: archive_clicks is not running or is failing.`,
    'Run `affiliate retention run`, and look for `a job failed` in the service’s log.',
  )
}

/**
 * Checks the location of archives.
 * @param place its state, or why it can't be used; undefined if there is none
 */
export function checkArchiveStore(
  place: { name: string; missing?: string } | { fault: string } | undefined,
): Finding[] {
  if (place === undefined) return []
  if ('name' in place && place.missing !== undefined) {
    return [
      // Only a warning, because a lifecycle rule may have deleted the archive.
      warning(
        'retention',
        `The newest archive of clicks, ${place.missing}, is missing from ${place.name}.`,
        'Check that the right disk or folder is mounted, then run `affiliate retention verify`.',
      ),
    ]
  }
  if ('name' in place) return [ok('retention', `Click archives can be stored in ${place.name}.`)]
  return [
    failure(
      'retention',
      `Click archives cannot be stored: ${place.fault}`,
      'Correct ARCHIVE_TO, its credentials or permissions. Until then, no clicks are deleted.',
    ),
  ]
}

export function checkWebhooks({ failing, backlog }: WorkReport, now: Date): Finding[] {
  const receivers = failing.map(({ program_id, host, since, error }) =>
    failure(
      'webhooks',
      `Deliveries to ${host} for program ${program_id} have failed since ${since}: ${error}.`,
      'Inform the merchant. After some days the webhook is disabled. Once re-enabled, it receives the events that are still stored.',
    ),
  )
  const waitsMs = backlog.oldest === undefined ? 0 : now.getTime() - Date.parse(backlog.oldest)
  if (receivers.length === 0 && waitsMs > LATE_MS) {
    return [
      failure(
        'webhooks',
        `${backlog.waiting} webhook messages are waiting, the oldest one for ${duration(waitsMs)}, although no receiver is failing: they are not being delivered.`,
        'Check that the service is running, and look for deliver_webhooks in its log.',
      ),
    ]
  }
  return receivers.length > 0
    ? receivers
    : [ok('webhooks', `No receiver is failing; ${backlog.waiting} messages are waiting.`)]
}

export interface PoolInfo {
  processes: number
  /** Connections per process: the maximum that it uses and the minimum that it needs. */
  most: number
  least: number
}

/** Checks the connections. A rolling restart runs one additional process. */
export function checkPool({ connections }: DatabaseReport, { processes, most, least }: PoolInfo): Finding {
  if (connections === undefined) return ok('pool', 'The embedded database has one shared connection.')
  const { allowed, others } = connections
  const parts = processes === 1 ? 1 : processes + 1
  const each = Math.floor(Math.max(0, allowed - others) / parts)
  const text = `The database allows this user ${allowed} connections and ${others} are used by others, which leaves ${each} for each of ${parts} processes.`
  const remedy =
    'Raise max_connections or the user’s or database’s limit, or run fewer processes (WEB_CONCURRENCY).'
  if (each < least) return failure('pool', `${text} A process needs at least ${least}.`, remedy)
  if (each < most) return warning('pool', `${text} A process uses up to ${most}.`, remedy)
  return ok('pool', text)
}

/** `3 d`, `5 h`, `20 min`. */
function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`
}

/** Checks the last backup. Backups made with other tools are not recorded. */
export function checkBackup({ backedUpAt }: Pick<WorkReport, 'backedUpAt'>, now: Date): Finding {
  if (backedUpAt === undefined) {
    return unknown(
      'backup',
      '`affiliate backup` has never run.',
      'Schedule it every night (docs/backup.md), or check your own backups.',
    )
  }
  const hours = Math.floor((now.getTime() - Date.parse(backedUpAt)) / HOUR_MS)
  const text = `The last backup was made at ${backedUpAt}, ${hours} hours ago.`
  return hours <= BACKUP_LATE_HOURS
    ? ok('backup', text)
    : warning('backup', text, 'Check why the nightly backup failed: journalctl -u affiliate-backup.')
}
