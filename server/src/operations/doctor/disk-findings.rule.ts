import { type DiskFigures, type Finding, failed, ok, unknown, warning } from './doctor.ts'

const FULL_BYTES = 128 * 1024 * 1024
const LITTLE_BYTES = 1024 * 1024 * 1024
const LITTLE_PART = 0.05

export function judgeDisk(folder: string, { freeBytes, totalBytes }: DiskFigures): Finding {
  const words = `The disk of ${folder} has ${size(freeBytes)} free of ${size(totalBytes)}.`
  const todo =
    'Make room: a full disk stops every write. Old clicks may be archived and dropped (docs/retention.md), old backups be moved.'
  if (freeBytes < FULL_BYTES) return failed('disk', words, todo)
  if (freeBytes < LITTLE_BYTES || freeBytes < totalBytes * LITTLE_PART) return warning('disk', words, todo)
  return ok('disk', words)
}

/**
 * Whether migrations that are still to come have room to write what they rewrite, beside what is there until they end.
 * @param needsBytes of them all, as estimated
 */
export function judgeMigrationSpace(
  pending: number,
  needsBytes: number,
  disk: DiskFigures | undefined,
): Finding {
  if (pending === 0) return ok('migration_space', 'No migration waits.')
  if (disk === undefined) {
    return unknown(
      'migration_space',
      `The migrations that wait may take ${size(needsBytes)} for a time, on the disk of the server, which cannot be seen from here.`,
      'Look at the disk of the PostgreSQL server before you upgrade.',
    )
  }
  const words = `The migrations that wait may take ${size(needsBytes)} for a time, and ${size(disk.freeBytes)} are free.`
  if (disk.freeBytes - FULL_BYTES >= needsBytes) return ok('migration_space', words)
  return failed(
    'migration_space',
    words,
    'Make room before you upgrade: a migration that runs out of disk is undone, and the service does not start.',
  )
}

function size(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}
