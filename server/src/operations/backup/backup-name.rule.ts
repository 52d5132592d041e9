/** `affiliate-20260310T120000Z-1a2b3c`: names in the order of their letters are in the order of their times. */
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

/** When a backup was begun, as its name says; undefined for what is none of our names. */
export function begunAt(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/**
 * Which of the whole backups go when `keep` of them stay: the oldest.
 * @param names the oldest first
 */
export function namesToPrune(names: readonly string[], keep: number): string[] {
  return names.slice(0, Math.max(0, names.length - keep))
}
