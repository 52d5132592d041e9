/** Where the database of a service is, in words and without its password. */
export function databasePlace({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | undefined
  dataDir: string
}): string {
  return databaseUrl === undefined
    ? `the database in the data folder ${dataDir}`
    : `the database ${placeOf(databaseUrl)}`
}

/** Of an address, without the name and the password. */
export function placeOf(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${hostname}${port === '' ? '' : `:${port}`}${pathname}`
}
