import { DAY_MS } from '../../core/time/time.ts'

/** Limits for the doctor. Each name ends with its unit. */
export const doctorLimits = {
  /** Maximum number of connections per process. Lower if the server's limit is lower. */
  postgresConnections: 10,
  /** Minimum number of connections with which a worker can serve requests. */
  minPostgresConnections: 2,
  doctorReportMs: 10_000,
  /** Number of rows that `affiliate doctor` reads, and its timeouts. */
  doctorCallMs: 8_000,
  doctorTables: 200,
  doctorReceivers: 20,
  /** Clicks are archived four times a day, so two days are late. */
  doctorRetentionLateMs: 2 * DAY_MS,
  /** Purges run hourly. Rows that still exist after this time are overdue. */
  doctorPurgeLateMs: 6 * 60 * 60 * 1000,
  /** Monthly payouts and statements are created hourly. Statements start an hour after their month. */
  doctorMonthLateMs: 6 * 60 * 60 * 1000,
} as const
