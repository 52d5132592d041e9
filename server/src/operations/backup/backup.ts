import { StartError } from '../../core/errors/start-error.ts'

/** Where the rows are: a backup of one engine goes back to the same. */
export type Engine = 'embedded' | 'postgres'

/** What the decrypted files of a backup are, one after the other: `tar.gz` of the folder, or `pg_dump -Fc`. */
export type ArchiveKind = 'tar.gz' | 'pg_dump'

/** What was backed up, as the database itself tells it. */
export interface DatabaseFacts {
  /** `server_version_num`, such as 150004. */
  serverVersion: number
  /** The newest applied migration, such as `025`; empty before the first. */
  migration: string
  /** Of the `APP_SECRET` that it depends on; undefined before the first start, and of an older schema. */
  secretFingerprint?: string | undefined
}

/** On the control socket: its path, the type of its body, and the last line of its answer. */
export const HOLD = 'hold'
export const HOLD_BODY = 'application/octet-stream'
export const RELEASED = 'released'

export interface BackedUpFile {
  name: string
  bytes: number
  /** Of the file as it lies there, in hex. */
  sha256: string
}

/** `manifest.json` of a backup. It is written last: without it there is no backup. */
export interface Manifest {
  format: number
  name: string
  /** UTC, RFC 3339: what was acknowledged by then is inside. */
  madeAt: string
  /** Of the service that made it. */
  version: string
  engine: Engine
  serverVersion: number
  migration: string
  archive: ArchiveKind
  /** Of the archive before it was encrypted and cut into files. */
  archiveBytes: number
  files: BackedUpFile[]
  /** Of the archive and of the seal. */
  encryption: 'age' | null
  /** Its fingerprint: tells whether another `APP_SECRET` is the same, and nothing else. */
  appSecretPrint: string
  /** The checksum of all of the above; with a passphrase in an `age` file, together with APP_SECRET. */
  seal: string
}

/** How the names begin that a place of one kind holds, and which they are. */
export interface StoreNames {
  prefix: string
  isName(text: string): boolean
}

export interface StoreOptions {
  /** Of what the place holds; other things may lie beside it. Without it, backups. */
  names?: StoreNames
  /** Asked right before each try of a step that changes what lies there; it may refuse by an error. */
  mayWrite?: (() => Promise<void>) | undefined
}

/** Nobody else writes there. */
export const alwaysMayWrite = async () => {}

/** A place that holds backups: a folder, or a prefix of an S3 bucket. */
export interface BackupStore {
  /** For people. */
  readonly place: string
  /** The names of those that are whole, the oldest first. */
  list(): Promise<string[]>
  /** The names of those that were begun and never finished. */
  listUnfinished(): Promise<string[]>
  begin(name: string): Promise<BackupDraft>
  /** Undefined when there is no such file. @throws {BackupError} when it is longer than `mostBytes` */
  read(name: string, file: string, mostBytes: number): Promise<Buffer | undefined>
  remove(name: string): Promise<void>
  removeUnfinished(name: string): Promise<void>
}

/** A backup on its way: none until `finish`. */
export interface BackupDraft {
  write(file: string, bytes: Uint8Array): Promise<void>
  finish(manifest: string): Promise<void>
  discard(): Promise<void>
}

export const MANIFEST_FILE = 'manifest.json'

/** Why a backup or a restore was refused or given up; the code is for machines. */
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
  | 'place_failed'
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
