import { readFileSync } from 'node:fs'

/** The version of this service, as its package says: the repository's, or the published one. */
export function readVersion(): string {
  const path = new URL('../../../package.json', import.meta.url)
  // safe because the file is ours
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
