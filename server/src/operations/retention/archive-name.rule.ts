/** Returns the name of an archive: `clicks-5-2025-01`, or `clicks-5-2025-01-2` for late clicks. */
export function archiveName(programId: number, month: string, part: number): string {
  return `clicks-${programId}-${month}${part === 1 ? '' : `-${part}`}`
}

export const ARCHIVE_NAMES = {
  prefix: 'clicks-',
  isName: (text: string) => /^clicks-[1-9]\d{0,15}-\d{4}-\d\d(-[1-9]\d{0,3})?$/.test(text),
}
