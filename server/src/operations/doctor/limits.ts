import { DAY_MS } from '../../core/time/time.ts'

/** Limits. Each name ends with its unit. */
export const doctorLimits = {
  /** Per process; fewer if the server's limit is lower. */
  postgresConnections: 10,
  /** The minimum for a worker to serve requests. */
  minPostgresConnections: 2,
  doctorReportMs: 10_000,
  /** Rows read by `affiliate doctor`, and its timeouts. */
  doctorCallMs: 8_000,
  doctorTables: 200,
  doctorReceivers: 20,
  /** Clicks are archived four times a day, so two days is late. */
  doctorRetentionLateMs: 2 * DAY_MS,
  /** Purges run hourly; rows still present after this are overdue. */
  doctorPurgeLateMs: 6 * 60 * 60 * 1000,
  /** Monthly payouts and statements are created hourly, statements from an hour after their month. */
  doctorMonthLateMs: 6 * 60 * 60 * 1000,
} as const
