import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { whenDone } from './when-done.ts'

/** An empty folder, by its real path; it is gone after the test, or else after the test file. */
export function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'affiliate-test-')))
  whenDone(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
