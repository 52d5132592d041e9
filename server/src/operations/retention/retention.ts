import { StartError } from '../../core/errors/start-error.ts'
import type { BackedUpFile, BackupStore } from '../backup/backup.ts'

/** A calendar month in UTC. */
export interface Month {
  /** `YYYY-MM`. */
  name: string
  from: Date
  /** The first instant of the next one. */
  to: Date
}

/** The columns of an archive, in their order; a reader goes by their names. New ones come at the end. */
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
] as const

export type ArchiveColumn = (typeof ARCHIVE_COLUMNS)[number]

/** One click as it stands in an archive: every value in text, null where there is none. */
export type ArchivedClick = Record<ArchiveColumn, string | null>

/** `manifest.json` of an archive of clicks. It is written last: without it there is no archive. */
export interface ArchiveManifest {
  format: number
  kind: 'clicks'
  name: string
  programId: number
  /** `YYYY-MM`, in UTC. */
  month: string
  /** 1, or higher for what came late into a month that had gone. */
  part: number
  /** Of all clicks, tests included. */
  rows: number
  testRows: number
  /** The sum of the hashes of their ids, in digits. */
  keysHash: string
  columns: readonly ArchiveColumn[]
  /** Of the CSV before it was compressed. */
  csvBytes: number
  csvSha256: string
  /** Of the compressed CSV before it was encrypted and cut into files. */
  archiveBytes: number
  files: BackedUpFile[]
  encryption: 'age' | null
  /** Of the newest test click among them. */
  latestTest: { id: number; at: string } | null
  /** UTC, RFC 3339. */
  madeAt: string
  /** Of the service that made it. */
  version: string
  /** The checksum of all of the above; with a passphrase in an `age` file. */
  seal: string
}

/** Where clicks go to: a store, or nowhere. */
export type ArchivePlace =
  | { kind: 'store'; store: BackupStore; passphrase: string | undefined }
  | { kind: 'none' }

export interface ArchivedMonth {
  programId: number
  month: string
  part: number
  clicks: number
  testClicks: number
  /** Null where there is none. */
  archive: string | null
}

export interface RetentionRun {
  /** What was archived now. */
  archived: ArchivedMonth[]
  /** Months that went from the database: their partition as a whole, or the rows of some programs. */
  dropped: { month: string; programs: number[]; partition: boolean }[]
  /** Months whose partition somebody uses right now: the next run tries again. */
  busy: string[]
  /** What kept clicks of a program from going, in words: a person has to look at it. The others went. */
  faults: string[]
}

export class RetentionError extends StartError {
  override name = 'RetentionError'
}
