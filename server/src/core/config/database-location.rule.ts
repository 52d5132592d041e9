/** Describes a database's location, without its password. */
export function describeDatabaseLocation({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined
  dataDir: string
}): string {
  return databaseUrl === undefined
    ? `the database in the data folder ${dataDir}`
    : `the database ${withoutCredentials(databaseUrl)}`
}

/** Formats a URL without user and password. */
export function withoutCredentials(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}${port === '' ? '' : `:${port}`}${pathname}`
}
