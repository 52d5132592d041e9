import { StartError } from '../../core/errors/start-error.ts'
import type { BackedUpFile, BackupStore } from '../backup/backup.ts'

/** A calendar month in UTC. */
export interface Month {
  /** `YYYY-MM`. */
  name: string
  from: Date
  /** The first instant of the next month. */
  to: Date
}

/** Columns of an archive, in order. Readers use the names. New columns are added at the end. */
export const ARCHIVE_COLUMNS = [
  'click_id',
  'received_at',
  'id',
  'is_test',
  'link_id',
  'partner_id',
  'affiliate_url',
  'page_url',
  'page_title',
  'referrer_url',
  'session_id',
  'user_agent',
  'screen_resolution',
  'viewport_size',
  'language',
  'timezone',
  'consent',
  'additional_data',
  'capture_method',
] as const

export type ArchiveColumn = (typeof ARCHIVE_COLUMNS)[number]

/** A click in an archive. Every value is text, or null. */
export type ArchivedClick = Record<ArchiveColumn, string | null>

/** A separately compressed part of an archive's CSV, so that one click can be read without the rest. */
export interface ArchiveBlock {
  /** UUID of its first click. Clicks are ordered by UUID. */
  first: string
  /** Compressed size, before encryption. Blocks follow each other. */
  bytes: number
}

/** Content of `manifest.json` in a click archive. It is written last, so a folder without it is not an archive. */
export interface ArchiveManifest {
  format: number
  kind: 'clicks'
  name: string
  programId: number
  /** The month as `YYYY-MM`, in UTC. */
  month: string
  /** 1, or higher for late clicks of a month that was already deleted. */
  part: number
  /** Number of rows, including test clicks. */
  rows: number
  testRows: number
  /** Sum of the ID hashes, as a string of decimal digits. */
  keysHash: string
  columns: readonly ArchiveColumn[]
  /** SHA-256 of the uncompressed CSV. */
  csvBytes: number
  csvSha256: string
  /** SHA-256 of the compressed CSV before encryption and splitting. */
  archiveBytes: number
  blocks: ArchiveBlock[]
  files: BackedUpFile[]
  encryption: 'age' | null
  /** Timestamp of the newest test click. */
  latestTest: { id: number; at: string } | null
  /** RFC 3339, UTC. */
  madeAt: string
  /** Version of the service that made the archive. */
  version: string
  /** Checksum of all fields above. With a passphrase, it is an `age` file. */
  seal: string
}

/** The location of click archives: a store, or none. */
export type ArchiveLocation =
  | { kind: 'store'; store: BackupStore; passphrase: string | undefined }
  | { kind: 'none' }

export interface ArchivedMonth {
  programId: number
  month: string
  part: number
  clicks: number
  testClicks: number
  /** Null if the clicks were deleted without an archive. */
  archive: string | null
}

export interface RetentionRun {
  archived: ArchivedMonth[]
  /** Deleted months: either a whole partition, or the rows of some programs. */
  dropped: { month: string; programs: number[]; partition: boolean }[]
  /** Months whose partition is locked. The next run tries them again. */
  busy: string[]
  /** Errors that kept some programs' clicks from being deleted and need attention. */
  faults: string[]
}

export class RetentionError extends StartError {
  override name = 'RetentionError'
}
