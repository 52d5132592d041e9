/** Parameters of the driver that libpq rejects. */
const DRIVER_ONLY = [
  'uselibpqcompat',
  'statement_timeout',
  'query_timeout',
  'idle_in_transaction_session_timeout',
  'max',
  'ssl',
]

/**
 * Returns a database URL for PostgreSQL tools, and the password separately, because other users on the machine can read
 * command lines.
 */
export function toolConnection(databaseUrl: string): { address: string; password: string | undefined } {
  const url = new URL(databaseUrl)
  const password =
    url.password === '' ? (url.searchParams.get('password') ?? undefined) : decodeURIComponent(url.password)
  url.password = ''
  url.searchParams.delete('password')
  for (const name of DRIVER_ONLY) url.searchParams.delete(name)
  // libpq's name for encryption without verification.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require')
  return { address: url.toString(), password }
}
