import type { Config } from '../config.ts'

/**
 * The sites whose pages may act with the session cookie: the public address, and on a developer's machine
 * the other names of the same machine.
 */
export function trustedOrigins(config: Pick<Config, 'env' | 'publicUrl'>): string[] {
  const { origin, hostname, port } = new URL(config.publicUrl)
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  if (config.env === 'production' || !isLoopback) return [origin]
  return ['localhost', '127.0.0.1', '[::1]'].map((name) => `http://${name}${port === '' ? '' : `:${port}`}`)
}
