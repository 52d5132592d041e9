const NAMED_AT_MOST = 4

/** Migrations by their names; more than a few by the first and the last, and how many they are. */
export function migrationNames(names: readonly string[]): string {
  if (names.length <= NAMED_AT_MOST) return names.join(', ')
  return `${names[0]} … ${names.at(-1)} (${names.length} migrations)`
}

/** @param migrated the names of the migrations that a command applied */
export function migratedWords(migrated: readonly string[]): string {
  return migrated.length === 0 ? 'The schema is up to date.' : `Applied ${migrationNames(migrated)}.`
}

/** Migrations have had four digits since the first release. */
export function isBeforeRelease(migration: string): boolean {
  return /^\d{3}$/.test(migration)
}

/** @param unknown the numbers of the migrations of a database that this version does not know */
export function unknownSchema(unknown: readonly string[]): { words: string; todo: string } {
  if (unknown.some(isBeforeRelease)) {
    return {
      words: 'This database was made before version 1.0.0 and can’t be upgraded.',
      todo: 'Export its events and partners with the version that made it, and send them to a new database: docs/upgrade.md says how.',
    }
  }
  return {
    words: `The schema is newer than this version: it has ${migrationNames(unknown)}.`,
    todo: 'Install the version of the service that the database was last used with, or a newer one.',
  }
}
