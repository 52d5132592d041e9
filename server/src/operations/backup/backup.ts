import { StartError } from '../../core/errors/start-error.ts'

/** The database engine. A backup can only be restored to the same engine. */
export type Engine = 'embedded' | 'postgres'

/** Format of the decrypted, concatenated files: a `tar.gz` of the folder, or `pg_dump -Fc`. */
export type ArchiveKind = 'tar.gz' | 'pg_dump'

/** Facts about the database at the time of the backup. */
export interface DatabaseInfo {
  /** `server_version_num`, such as 150004. */
  serverVersion: number
  /** Number of the latest applied migration, such as `025`; empty if there is none. */
  migration: string
  /** Fingerprint of `APP_SECRET`; undefined before the first start and in older schemas. */
  secretFingerprint?: string | undefined
}

/** A request on the control socket: its path, body type and final response line. */
export const HOLD = 'hold'
export const HOLD_BODY = 'application/octet-stream'
export const RELEASED = 'released'

export interface BackedUpFile {
  name: string
  bytes: number
  /** SHA-256 of the stored file, in hex. */
  sha256: string
}

/** Content of `manifest.json` in a backup. It is written last, so a folder without it is not a backup. */
export interface Manifest {
  format: number
  name: string
  /** Time in RFC 3339, UTC. The backup contains everything acknowledged by then. */
  madeAt: string
  /** Version of the service that made the backup. */
  version: string
  engine: Engine
  serverVersion: number
  migration: string
  archive: ArchiveKind
  /** SHA-256 of the archive before encryption and splitting. */
  archiveBytes: number
  files: BackedUpFile[]
  /** How the archive and the seal are encrypted. */
  encryption: 'age' | null
  /** Fingerprint of `APP_SECRET`, used only to check whether another secret is the same. */
  appSecretPrint: string
  /** Checksum of all fields above. With a passphrase, the seal is an `age` file that also contains APP_SECRET. */
  seal: string
}

/** Name prefix and pattern of the items in a store. */
export interface StoreNames {
  prefix: string
  isName(text: string): boolean
}

export interface StoreOptions {
  /** Names that the store looks for; by default, backup names. Other files are ignored. */
  names?: StoreNames
  /** Called before every write to the store. Throws to prevent it. */
  mayWrite?: (() => Promise<void>) | undefined
}

/** Allows every write, for a store without other writers. */
export const alwaysMayWrite = async () => {}

/** Stores backups in a folder or under a prefix of an S3 bucket. */
export interface BackupStore {
  /** Name of the store for messages. */
  readonly location: string
  /** Returns the names of complete backups, oldest first. */
  list(): Promise<string[]>
  /** Returns the names of backups that were never finished. */
  listUnfinished(): Promise<string[]>
  begin(name: string): Promise<BackupDraft>
  /**
   * Reads a file. Returns undefined if it does not exist.
   * @param signal aborts the read
   * @throws {BackupError} if it is longer than `maxBytes`
   */
  read(name: string, file: string, maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  removeUnfinished(name: string): Promise<void>
}

/** A backup in progress, which is invisible until `finish`. */
export interface BackupDraft {
  write(file: string, bytes: Uint8Array): Promise<void>
  finish(manifest: string): Promise<void>
  discard(): Promise<void>
}

export const MANIFEST_FILE = 'manifest.json'

/** Why a backup or restore failed. `code` is machine-readable. */
export type BackupFault =
  | 'altered'
  | 'another_backup_runs'
  | 'another_engine'
  | 'missing_file'
  | 'missing_secret'
  | 'newer_version'
  | 'before_release'
  | 'no_backup'
  | 'no_passphrase'
  | 'not_supported'
  | 'nothing_to_back_up'
  | 'location_failed'
  | 'reordered'
  | 'service_went_away'
  | 'target_not_empty'
  | 'tool_failed'
  | 'tool_missing'
  | 'tool_too_old'
  | 'truncated'
  | 'unknown_format'
  | 'wrong_passphrase'

export class BackupError extends StartError {
  override name = 'BackupError'
  readonly code: BackupFault
  constructor(code: BackupFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
