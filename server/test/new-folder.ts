import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCleanup } from './cleanup.ts'

/** Returns the real path of an empty folder that is removed after the test or file. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'affiliate-test-')))
  addCleanup(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
