import { type DiskFigures, type Finding, failure, ok, unknown, warning } from './doctor.ts'

const FULL_BYTES = 128 * 1024 * 1024
const LOW_BYTES = 1024 * 1024 * 1024
const LOW_SHARE = 0.05

export function checkDisk(folder: string, { freeBytes, totalBytes }: DiskFigures): Finding {
  const text = `The disk of ${folder} has ${formatSize(freeBytes)} free of ${formatSize(totalBytes)}.`
  const remedy =
    'Free up space: all writes fail when the disk is full. Archive old clicks (docs/retention.md) or move old backups.'
  if (freeBytes < FULL_BYTES) return failure('disk', text, remedy)
  if (freeBytes < LOW_BYTES || freeBytes < totalBytes * LOW_SHARE) return warning('disk', text, remedy)
  return ok('disk', text)
}

/**
 * Checks that pending migrations have room to rewrite tables next to the existing ones.
 * @param needsBytes estimated total
 */
export function checkMigrationSpace(
  pending: number,
  needsBytes: number,
  disk: DiskFigures | undefined,
): Finding {
  if (pending === 0) return ok('migration_space', 'No migrations are pending.')
  if (disk === undefined) {
    return unknown(
      'migration_space',
      `Pending migrations may temporarily need ${formatSize(needsBytes)} on the server’s disk, which cannot be checked from here.`,
      'Check the free disk space on the PostgreSQL server before you upgrade.',
    )
  }
  const text = `Pending migrations may temporarily need ${formatSize(needsBytes)}, and ${formatSize(disk.freeBytes)} are free.`
  if (disk.freeBytes - FULL_BYTES >= needsBytes) return ok('migration_space', text)
  return failure(
    'migration_space',
    text,
    'Free up space before you upgrade: if a migration runs out of disk space, it is rolled back and the service does not start.',
  )
}

function formatSize(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}
