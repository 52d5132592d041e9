import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { restoreDatabase } from '../../../src/operations/backup/postgres-tools.adapter.ts'
import { newFolder } from '../../new-folder.ts'

test('feeding a long archive to a tool leaks no listeners', async () => {
  const folder = newFolder()
  const tool = join(folder, 'pg_restore')
  await writeFile(tool, '#!/bin/sh\nexec cat > /dev/null\n')
  await chmod(tool, 0o755)
  const path = process.env.PATH
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  process.env.PATH = `${folder}:${path}`
  onTestFinished(() => {
    process.env.PATH = path
    process.off('warning', note)
  })
  let waits = 0
  async function* archive() {
    for (; waits < 50; waits++) yield Buffer.alloc(256 * 1024)
  }
  await restoreDatabase('postgres://postgres@127.0.0.1:1/nothing', archive())
  // Node emits the warning in the next tick.
  await new Promise(setImmediate)
  expect([waits, warnings]).toEqual([50, []])
})
