/**
 * Returns the origins whose pages may use the session cookie: the public URL, and on a developer's machine its other
 * local names.
 */
export function trustedOrigins(site: { env: string; publicUrl: string }): string[] {
  const { origin, hostname, port } = new URL(site.publicUrl)
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (site.env === 'production' || !isLoopback) return [origin]
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}${port === '' ? '' : `:${port}`}`)
}
