import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

/** `affiliate` as it is installed: it compiles the service whenever it starts. */
export const BIN = fileURLToPath(new URL('../bin/affiliate.js', import.meta.url))

/** `affiliate`, compiled once for the whole run: it starts in half the time. */
export const COMMAND = inject('command')

/**
 * Puts an embedded database with its schema into a data folder: what the first start there takes most of its time
 * for. On PostgreSQL, where every command is given a database, there is nothing to do.
 */
export function makeDatabaseAhead(dataDir: string) {
  const source = inject('database')
  if (source.kind !== 'embedded') return
  const folder = join(dataDir, 'database')
  mkdirSync(folder)
  execFileSync('tar', ['-xf', source.templateFile, '-C', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
}
