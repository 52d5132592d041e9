import { isBeforeRelease } from '../../core/database/schema-version.rule.ts'
import { BackupError, type Engine, type Manifest } from './backup.ts'
import { isBackupName } from './backup-name.rule.ts'

/** Format version of backup files; unknown versions are rejected. */
export const BACKUP_FORMAT = 1

/**
 * Parses a manifest. Its integrity is only verified by `decryptManifest`.
 * @throws {BackupError} if it is malformed or has an unknown format
 */
export function parseManifest(text: string, name: string): Manifest {
  const manifest = parseObject(text)
  if (manifest === undefined) {
    throw new BackupError(
      'altered',
      `The manifest of backup ${name} cannot be read: it was altered or truncated.`,
    )
  }
  if (manifest.format !== BACKUP_FORMAT) {
    throw new BackupError(
      'unknown_format',
      `Backup ${name} has format ${String(manifest.format)}, but this version reads ${BACKUP_FORMAT}. Restore it with a newer version.`,
    )
  }
  if (!isManifest(manifest) || manifest.name !== name) {
    throw new BackupError('altered', `The manifest of backup ${name} is invalid: it was altered.`)
  }
  return manifest
}

/** The database that a backup is restored to. */
export interface RestoreTarget {
  engine: Engine
  version: string
  /** The latest migration of this version. */
  migration: string
  /** `server_version_num` of the target database. */
  serverVersion: number
}

/**
 * Checks whether a backup can be restored to a database.
 * @throws {BackupError} if not
 */
export function checkRestorable(manifest: Manifest, target: RestoreTarget): void {
  const { name, engine, version, migration, serverVersion } = manifest
  if (engine !== target.engine) {
    throw new BackupError(
      'another_engine',
      engine === 'embedded'
        ? `Backup ${name} was made from the embedded database, but DATABASE_URL is set to a PostgreSQL server. Unset DATABASE_URL to restore it.`
        : `Backup ${name} was made from a PostgreSQL server, but DATABASE_URL is not set. Set it to an empty database.`,
    )
  }
  if (isBeforeRelease(migration)) {
    throw new BackupError(
      'before_release',
      `Backup ${name} was made before version 1.0.0 and can’t be restored by this version. Restore it with the version that made it (${version}).`,
    )
  }
  if (isNewer(version, target.version) || migration > target.migration) {
    throw new BackupError(
      'newer_version',
      `Backup ${name} was made by version ${version} (migration ${migration}), but this is ${target.version} (migration ${target.migration}). Restore it with that version or a newer one.`,
    )
  }
  const [from, to] = [toMajorVersion(serverVersion), toMajorVersion(target.serverVersion)]
  if (engine === 'embedded' ? from !== to : from > to) {
    throw new BackupError(
      'newer_version',
      `Backup ${name} was made from PostgreSQL ${from}, but ${engine === 'embedded' ? 'the embedded database of this version' : 'the server in DATABASE_URL'} is PostgreSQL ${to}. ${engine === 'embedded' ? 'Restore it with the version of the service that made it' : 'Use a server of that version or newer'}.`,
    )
  }
}

/** `server_version_num` → 15. */
export function toMajorVersion(serverVersion: number): number {
  return Math.floor(serverVersion / 10_000)
}

/** Compares versions such as `1.2.3`. */
function isNewer(version: string, otherVersion: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number)
  const [left, right] = [numbers(version), numbers(otherVersion)]
  const place = left.findIndex((number, index) => number !== right[index])
  return place !== -1 && (left[place] ?? 0) > (right[place] ?? 0)
}

/** Parses a JSON object. Returns undefined for anything else. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>) // safe because every object has this type
      : undefined
  } catch {
    return undefined
  }
}

function isManifest(value: object): value is Manifest {
  const manifest = value as Partial<Record<keyof Manifest, unknown>> // safe because each field is checked
  const { files } = manifest
  return (
    isText(manifest.name, /^.{1,100}$/) &&
    isBackupName(manifest.name) &&
    isText(manifest.madeAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/) &&
    isText(manifest.version, /^\d+\.\d+\.\d+/) &&
    (manifest.engine === 'embedded' || manifest.engine === 'postgres') &&
    manifest.archive === (manifest.engine === 'embedded' ? 'tar.gz' : 'pg_dump') &&
    isCount(manifest.serverVersion) &&
    isText(manifest.migration, /^(\d{3,4})?$/) &&
    isCount(manifest.archiveBytes) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    isText(manifest.appSecretPrint, /^[0-9a-f]{32}$/) &&
    isEncrypted(manifest)
  )
}

/** Returns whether a value describes a file. Files are numbered in order, so a reordered list is rejected. */
export function isFile(value: unknown, index: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, bytes, sha256 } = value as Record<string, unknown> // safe because it is an object
  return name === fileName(index) && isCount(bytes) && isText(sha256, /^[0-9a-f]{64}$/)
}

export function fileName(index: number): string {
  return `data.${String(index).padStart(5, '0')}`
}

/** Returns whether a manifest is encrypted. Its seal is then an `age` file in base64, otherwise a checksum. */
export function isEncrypted({ encryption, seal }: { encryption?: unknown; seal?: unknown }): boolean {
  return encryption === null
    ? isText(seal, /^[0-9a-f]{64}$/)
    : encryption === 'age' && isText(seal, ENCRYPTION_HEADER)
}

const ENCRYPTION_HEADER = /^[\w+/]{100,4000}={0,2}$/

export function isText(value: unknown, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value)
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
