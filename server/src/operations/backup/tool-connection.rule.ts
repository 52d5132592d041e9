/** Parameters of the driver that PostgreSQL's own library does not know, and refuses. */
const DRIVER_ONLY = [
  'uselibpqcompat',
  'statement_timeout',
  'query_timeout',
  'idle_in_transaction_session_timeout',
  'max',
  'ssl',
]

/**
 * The address of a database as PostgreSQL's own tools take it. The password stands beside it: what is on a command line
 * can be read by every user of the machine.
 */
export function toolConnection(databaseUrl: string): { address: string; password: string | undefined } {
  const url = new URL(databaseUrl)
  const password =
    url.password === '' ? (url.searchParams.get('password') ?? undefined) : decodeURIComponent(url.password)
  url.password = ''
  url.searchParams.delete('password')
  for (const name of DRIVER_ONLY) url.searchParams.delete(name)
  // Encrypted, whoever the server is: the driver's own word for it.
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require')
  return { address: url.toString(), password }
}
