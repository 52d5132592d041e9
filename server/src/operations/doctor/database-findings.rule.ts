import { migrationNames, unknownSchema } from '../../core/database/schema-version.rule.ts'
import { missingCurrencies } from '../../core/money/missing-currencies.rule.ts'
import {
  type DatabaseReport,
  type Finding,
  failed,
  type OddMonth,
  ok,
  unknown,
  type WorkReport,
  warning,
} from './doctor.ts'

const LEAST_MAJOR = 15
/** Instants of the past are what signatures of five minutes and local days bear. */
const SKEW_WARNED_MS = 2_000
const SKEW_FAILED_MS = 60_000
/** A job that runs each minute, or as soon as something is due, is late after this. */
const LATE_MS = 15 * 60_000
/** A nightly backup is late once one night was missed. */
const BACKUP_LATE_HOURS = 36
const HOUR_MS = 60 * 60_000

export function judgeServer({ serverVersion }: DatabaseReport): Finding {
  const words = `PostgreSQL ${Math.floor(serverVersion / 10_000)}.${serverVersion % 10_000}`
  return Math.floor(serverVersion / 10_000) >= LEAST_MAJOR
    ? ok('database', `The database answers: ${words}.`)
    : failed('database', `The database is ${words}.`, `Upgrade it to PostgreSQL ${LEAST_MAJOR} or newer.`)
}

export function judgeSchema({ migrations: { pending, unknown } }: DatabaseReport): Finding {
  if (unknown.length > 0) {
    const { words, todo } = unknownSchema(unknown)
    return failed('schema', words, todo)
  }
  if (pending.length === 0) return ok('schema', 'The schema is that of this version.')
  return failed(
    'schema',
    `The schema is older than this version: ${migrationNames(pending)} ${pending.length === 1 ? 'is' : 'are'} not applied.`,
    'Run `affiliate upgrade --check` to see what they lock, then `affiliate migrate`, or start this version.',
  )
}

/** @param asked when the report was asked for and when it was there, by this machine's clock */
export function judgeClock(report: DatabaseReport, asked: { from: Date; to: Date }): Finding {
  const now = Date.parse(report.now)
  const skewMs = Math.max(asked.from.getTime() - now, now - asked.to.getTime(), 0)
  const newest = report.work?.newestEvent
  const aheadMs = newest === undefined ? 0 : Date.parse(newest) - asked.to.getTime()
  const todo =
    'Let the machines keep time by NTP (`timedatectl`), and compare both with a clock that is right.'
  if (skewMs > SKEW_WARNED_MS) {
    const words = `The clock of this machine and that of the database differ by ${Math.round(skewMs / 1000)} s: signatures of webhooks hold for five minutes, and days and holds go by these clocks.`
    return skewMs > SKEW_FAILED_MS ? failed('clock', words, todo) : warning('clock', words, todo)
  }
  if (aheadMs > SKEW_FAILED_MS) {
    return failed(
      'clock',
      `The newest event was recorded at ${newest}, which is still to come: the clock is wrong now, or was then.`,
      todo,
    )
  }
  return ok('clock', 'The clock of this machine agrees with that of the database.')
}

/** A list can only grow: a start with a shorter one is refused. */
export function judgeCurrencies(
  { currencies: started = [] }: WorkReport,
  { currencies }: { currencies: readonly string[] },
): Finding {
  const missing = missingCurrencies(started, currencies)
  if (missing.length === 0) return ok('currencies', `Sales may be in ${currencies.join(', ')}.`)
  return failed(
    'currencies',
    `CURRENCIES is ${currencies.join(',')}, and the installation was started with ${missing.join(', ')} as well: the next start is refused.`,
    `Set CURRENCIES=${[...currencies, ...missing].join(',')}.`,
  )
}

export function judgePartitions({ missingPartitions }: WorkReport): Finding {
  if (missingPartitions.length === 0)
    return ok('partitions', 'Clicks have a partition for this month and those ahead.')
  return failed(
    'partitions',
    `Clicks of ${missingPartitions.join(', ')} have no partition of their own.`,
    'Restart the service, which makes them. Should it not, the default partition holds clicks of the month already: move them out of click_events_default first.',
  )
}

export function judgeJobs(work: WorkReport, now: Date): Finding[] {
  const lateBy = (since: string | undefined, afterMs: number) => {
    const ms = since === undefined ? 0 : now.getTime() - Date.parse(since)
    return ms > afterMs ? ms : undefined
  }
  const todo = 'See that the service runs and what its log says of jobs (`a job failed`).'
  const approve = lateBy(work.dueCommissionSince, LATE_MS)
  const found = [
    ...(approve === undefined
      ? []
      : [
          failed(
            'jobs',
            `Commissions wait for their approval, the oldest for ${duration(approve)}: approve_commissions does not run.`,
            todo,
          ),
        ]),
    ...(work.unpurgedSince === undefined
      ? []
      : [
          failed(
            'jobs',
            `Webhook deliveries are there that should have been purged, the oldest of ${work.unpurgedSince}: purge_webhooks does not run.`,
            todo,
          ),
        ]),
    ...(work.oddMonths ?? []).map((one) => judgeMonth(one, todo)),
  ]
  return found.length > 0 ? found : [ok('jobs', 'No job is behind with its work.')]
}

const JOBS_OF_MONTHS = { payouts: 'make_scheduled_payouts', statements: 'close_partner_months' } as const

function judgeMonth({ program_id, of, month, is_ahead }: OddMonth, todo: string): Finding {
  if (!is_ahead) {
    return failed(
      'jobs',
      `The ${of} of program ${program_id} are made until ${month}, and a later month is due: ${JOBS_OF_MONTHS[of]} does not run, or fails.`,
      todo,
    )
  }
  return failed(
    'jobs',
    `The ${of} of program ${program_id} are made until ${month}, which is still to come: the clock was wrong then, and ${JOBS_OF_MONTHS[of]} waits until that month is over.`,
    of === 'payouts'
      ? 'Let the machines keep time by NTP (`timedatectl`), and make payouts by hand until then.'
      : 'Let the machines keep time by NTP (`timedatectl`). What happens until then stands in the statement after it.',
  )
}

export function judgeRetention({ overdueClicks }: WorkReport): Finding {
  if (overdueClicks.length === 0) return ok('retention', 'No clicks are there that should have gone.')
  return failed(
    'retention',
    `Clicks of ${overdueClicks.join(', ')} are older than they are kept, and have not gone: archive_clicks does not run, or fails.`,
    'See what `affiliate retention run` says, and what the log of the service does (`a job failed`).',
  )
}

/** @param place of archives, or why it cannot be used; undefined where there is none */
export function judgeArchivePlace(
  place: { name: string; missing?: string } | { fault: string } | undefined,
): Finding[] {
  if (place === undefined) return []
  if ('name' in place && place.missing !== undefined) {
    return [
      // A lifecycle rule may have removed it, so that it need not be a fault.
      warning(
        'retention',
        `The newest archive of clicks, ${place.missing}, was written to ${place.name} and is not there any more.`,
        'See whether another disk or folder lies there now (one that is not mounted is an empty folder), and what `affiliate retention verify` says.',
      ),
    ]
  }
  if ('name' in place) return [ok('retention', `Archives of clicks can be kept in ${place.name}.`)]
  return [
    failed(
      'retention',
      `Archives of clicks cannot be kept: ${place.fault}`,
      'Correct ARCHIVE_TO, its keys, or the rights to it. No click goes meanwhile.',
    ),
  ]
}

export function judgeWebhooks({ failing, backlog }: WorkReport, now: Date): Finding[] {
  const receivers = failing.map(({ program_id, host, since, error }) =>
    failed(
      'webhooks',
      `The receiver ${host} of program ${program_id} has failed since ${since}: ${error}.`,
      'Tell the merchant. Past some days the webhook is disabled; enabled again, it is told what is still kept.',
    ),
  )
  const waitsMs = backlog.oldest === undefined ? 0 : now.getTime() - Date.parse(backlog.oldest)
  if (receivers.length === 0 && waitsMs > LATE_MS) {
    return [
      failed(
        'webhooks',
        `${backlog.waiting} webhook messages wait, the oldest for ${duration(waitsMs)}, and no receiver fails: nobody delivers them.`,
        'See that the service runs, and what its log says of deliver_webhooks.',
      ),
    ]
  }
  return receivers.length > 0
    ? receivers
    : [ok('webhooks', `No receiver fails; ${backlog.waiting} messages wait.`)]
}

export interface PoolFacts {
  processes: number
  /** That a process takes when it may, and without which it cannot serve. */
  most: number
  least: number
}

/** One process more than serve is needed while one is replaced. */
export function judgePool({ connections }: DatabaseReport, { processes, most, least }: PoolFacts): Finding {
  if (connections === undefined)
    return ok('pool', 'The embedded database has one connection, which all share.')
  const { allowed, others } = connections
  const parts = processes === 1 ? 1 : processes + 1
  const each = Math.floor(Math.max(0, allowed - others) / parts)
  const words = `The database allows this user ${allowed} connections, others have ${others}: ${each} for each of ${parts} processes.`
  const todo =
    'Raise max_connections, the limit of the user or of the database, or serve with fewer processes (WEB_CONCURRENCY).'
  if (each < least) return failed('pool', `${words} A process takes ${least} at least.`, todo)
  if (each < most) return warning('pool', `${words} A process takes up to ${most}.`, todo)
  return ok('pool', words)
}

/** `3 d`, `5 h`, `20 min`. */
function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 120) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} d`
}

/** Of backups by other means nothing is known here. */
export function judgeBackup({ backedUpAt }: Pick<WorkReport, 'backedUpAt'>, now: Date): Finding {
  if (backedUpAt === undefined) {
    return unknown(
      'backup',
      'No backup by `affiliate backup` is known.',
      'Make one every night (docs/backup.md), or see that your own backups work.',
    )
  }
  const hours = Math.floor((now.getTime() - Date.parse(backedUpAt)) / HOUR_MS)
  const found = `The last backup is of ${backedUpAt}, ${hours} hours ago.`
  return hours <= BACKUP_LATE_HOURS
    ? ok('backup', found)
    : warning('backup', found, 'See why the nightly one failed: journalctl -u affiliate-backup.')
}
