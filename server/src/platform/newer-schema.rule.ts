/** What is said of a database that has migrations which this version does not know. */
export function newerSchema(unknown: readonly string[]): { words: string; todo: string } {
  return {
    words: `The schema is newer than this version: it has ${unknown.join(', ')}.`,
    todo: 'Install the version of the service that the database was last used with, or a newer one.',
  }
}
