/** Returns the name of a backup, such as `affiliate-20260310T120000Z-1a2b3c`. Sorting names sorts backups by time. */
export function backupName(at: Date, tail: Uint8Array): string {
  const time = at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')
  return `affiliate-${time}-${Buffer.from(tail).toString('hex')}`
}

const NAME = /^affiliate-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/

export function isBackupName(text: string): boolean {
  return NAME.test(text)
}

export const BACKUP_NAMES = { prefix: 'affiliate-', isName: isBackupName }

/** Returns the start time in a backup's name; undefined for other names. */
export function parseBackupTime(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/**
 * Returns the oldest complete backups beyond the newest `keep`.
 * @param names oldest first
 */
export function namesToPrune(names: readonly string[], keep: number): string[] {
  return names.slice(0, Math.max(0, names.length - keep))
}
