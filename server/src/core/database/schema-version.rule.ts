const MAX_NAMED = 4

/** Lists migrations by name; if there are many, the first, the last and the total count. */
export function migrationNames(names: readonly string[]): string {
  if (names.length <= MAX_NAMED) return names.join(', ')
  return `${names[0]} … ${names.at(-1)} (${names.length} migrations)`
}

/**
 * Summarizes the schema version.
 * @param migrated the names of the applied migrations
 */
export function migratedText(migrated: readonly string[]): string {
  return migrated.length === 0 ? 'The schema is up to date.' : `Applied ${migrationNames(migrated)}.`
}

/** Whether a migration predates the first release. Later ones have four digits. */
export function isBeforeRelease(migration: string): boolean {
  return /^\d{3}$/.test(migration)
}

const MOVE_DATA =
  'Export its events and partners with the version that created it, and import them into a new database. See docs/upgrade.md.'

/**
 * Explains migrations that have changed since they were applied.
 * @param changedMigrations their file names
 */
export function changedSchema(changedMigrations: readonly string[]): { message: string; remedy: string } {
  return {
    message: `This database was created by another version of ${migrationNames(changedMigrations)} and can’t be upgraded.`,
    remedy: MOVE_DATA,
  }
}

/**
 * Explains applied migrations that this version doesn't know about.
 * @param unknown their names
 */
export function unknownSchema(unknown: readonly string[]): { message: string; remedy: string } {
  if (unknown.some(isBeforeRelease)) {
    return {
      message: 'This database was created before version 1.0.0 and can’t be upgraded.',
      remedy: MOVE_DATA,
    }
  }
  return {
    message: `The schema is newer than this version: it has ${migrationNames(unknown)}.`,
    remedy: 'Install the version of the service that last used this database, or a newer one.',
  }
}
