import { isBeforeRelease } from '../../core/database/schema-version.rule.ts'
import { BackupError, type Engine, type Manifest } from './backup.ts'
import { isBackupName } from './backup-name.rule.ts'

/** Of the files of a backup; one that this version does not know is refused. */
export const BACKUP_FORMAT = 1

/**
 * Reads a manifest. That it is as it was written is only known after `openSeal`.
 * @throws {BackupError} when it is none, or of a format that this version does not know
 */
export function parseManifest(text: string, name: string): Manifest {
  const manifest = parseObject(text)
  if (manifest === undefined) {
    throw new BackupError(
      'altered',
      `The manifest of the backup ${name} cannot be read: it was altered or cut off.`,
    )
  }
  if (manifest.format !== BACKUP_FORMAT) {
    throw new BackupError(
      'unknown_format',
      `The backup ${name} is of format ${String(manifest.format)}, and this version reads ${BACKUP_FORMAT}: restore it with a newer version.`,
    )
  }
  if (!isManifest(manifest) || manifest.name !== name) {
    throw new BackupError(
      'altered',
      `The manifest of the backup ${name} says what no backup says: it was altered.`,
    )
  }
  return manifest
}

/** What a restore brings with it: what it runs, and where the backup is to go. */
export interface RestoreTarget {
  engine: Engine
  version: string
  /** The newest migration that this version has. */
  migration: string
  /** `server_version_num` of the database that the backup goes to. */
  serverVersion: number
}

/** @throws {BackupError} why this backup cannot go there */
export function checkRestorable(manifest: Manifest, target: RestoreTarget): void {
  const { name, engine, version, migration, serverVersion } = manifest
  if (engine !== target.engine) {
    throw new BackupError(
      'another_engine',
      engine === 'embedded'
        ? `The backup ${name} is one of the embedded database, and DATABASE_URL names a PostgreSQL server: the files of the one are none of the other. Restore it without DATABASE_URL.`
        : `The backup ${name} is one of a PostgreSQL server, and there is no DATABASE_URL: the embedded database cannot take it. Set DATABASE_URL to an empty database.`,
    )
  }
  if (isBeforeRelease(migration)) {
    throw new BackupError(
      'before_release',
      `The backup ${name} was made before version 1.0.0 and can’t be restored by this version: restore it with the version that made it (${version}).`,
    )
  }
  if (isNewer(version, target.version) || migration > target.migration) {
    throw new BackupError(
      'newer_version',
      `The backup ${name} was made by version ${version} (migration ${migration}), and this is ${target.version} (migration ${target.migration}): restore it with that version or a newer one.`,
    )
  }
  const [from, to] = [majorOf(serverVersion), majorOf(target.serverVersion)]
  if (engine === 'embedded' ? from !== to : from > to) {
    throw new BackupError(
      'newer_version',
      `The backup ${name} is of PostgreSQL ${from}, and ${engine === 'embedded' ? 'the embedded database of this version' : 'the server of DATABASE_URL'} is PostgreSQL ${to}: ${engine === 'embedded' ? 'restore it with the version of the service that made it' : 'take a server that is as new'}.`,
    )
  }
}

/** `server_version_num` → 15. */
export function majorOf(serverVersion: number): number {
  return Math.floor(serverVersion / 10_000)
}

/** Whether a version `1.2.3` stands after another. */
function isNewer(version: string, than: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).slice(0, 3).map(Number)
  const [left, right] = [numbers(version), numbers(than)]
  const place = left.findIndex((number, index) => number !== right[index])
  return place !== -1 && (left[place] ?? 0) > (right[place] ?? 0)
}

/** The object that a text is in JSON, if it is one. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>) // safe because any object is one
      : undefined
  } catch {
    return undefined
  }
}

function isManifest(value: object): value is Manifest {
  const manifest = value as Partial<Record<keyof Manifest, unknown>> // safe because each part is looked at
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
    isSealed(manifest)
  )
}

/** Files are numbered in their order, so that a list in another order is none. */
export function isFile(value: unknown, index: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, bytes, sha256 } = value as Record<string, unknown> // safe because it is an object
  return name === fileName(index) && isCount(bytes) && isText(sha256, /^[0-9a-f]{64}$/)
}

export function fileName(index: number): string {
  return `data.${String(index).padStart(5, '0')}`
}

/** Of a manifest that is encrypted, the seal is an `age` file in base64; otherwise a checksum. */
export function isSealed({ encryption, seal }: { encryption?: unknown; seal?: unknown }): boolean {
  return encryption === null ? isText(seal, /^[0-9a-f]{64}$/) : encryption === 'age' && isText(seal, SEAL)
}

const SEAL = /^[\w+/]{100,4000}={0,2}$/

export function isText(value: unknown, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value)
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
