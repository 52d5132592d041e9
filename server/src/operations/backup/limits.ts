import { DAY_MS } from '../../core/time/time.ts'

/** Limits for backups. Each name ends with its unit. */
export const backupLimits = {
  /** Size of the files that an archive is split into. One of them is in memory at a time. */
  backupFileBytes: 16 * 1024 * 1024,
  backupFiles: 100_000,
  minBackupPassphraseLength: 12,
  backupManifestBytes: 32 * 1024 * 1024,
  /** How long the embedded database may be paused while its last changes are copied. */
  backupHoldMs: 30_000,
  /** Age after which an unfinished backup can't be in progress anymore. */
  backupUnfinishedMs: 7 * DAY_MS,
  /** Number of backups listed in an error. */
  backupsNamed: 5,
  /** Timeout of a storage request, including its body. */
  backupS3TimeoutMs: 300_000,
  backupS3ConnectMs: 10_000,
  /** How long a transfer may make no progress. */
  backupS3SilenceMs: 60_000,
  backupS3Retries: 4,
  backupS3RetryMs: 200,
  /** Maximum number of pages of a thousand keys each. */
  backupS3Pages: 1_000,
  backupS3PageBytes: 16 * 1024 * 1024,
  maxBackupS3ErrorLength: 4_096,
  /** Maximum number of characters kept from a failed PostgreSQL tool's output. */
  maxBackupToolOutputLength: 2_000,
  /** How long `pg_dump` may write nothing before its server is considered frozen. */
  backupToolSilenceMs: 10 * 60 * 1000,
} as const
