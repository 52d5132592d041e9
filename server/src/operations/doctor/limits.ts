import { DAY_MS } from '../../core/time/time.ts'

/** Limits. Each name ends with its unit. */
export const doctorLimits = {
  /** Of each process; fewer where the server does not take as many. */
  postgresConnections: 10,
  /** A worker with fewer could not serve. */
  minPostgresConnections: 2,
  doctorReportMs: 10_000,
  /** What `affiliate doctor` reads and waits for. */
  doctorCallMs: 8_000,
  doctorTables: 200,
  doctorReceivers: 20,
  /** Clicks are archived four times a day: after two days they are late. */
  doctorRetentionLateMs: 2 * DAY_MS,
  /** What is purged each hour is late when it is still there after this. */
  doctorPurgeLateMs: 6 * 60 * 60 * 1000,
  /** Payouts by the month and statements are made each hour, the latter an hour after their month. */
  doctorMonthLateMs: 6 * 60 * 60 * 1000,
} as const
