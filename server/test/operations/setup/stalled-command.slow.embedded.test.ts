import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startCommand } from '../../command.ts'
import { newFolder } from '../../new-folder.ts'

test.each([
  [[], 'A bug in `affiliate` stopped the command before it finished. '],
  [['--json'], '{"error":{"message":"A bug in `affiliate` stopped the command before it finished. '],
])('a command that can no longer finish reports it and exits with 1 (%s)', async (args, message) => {
  const folder = newFolder()
  const preload = join(folder, 'never.mjs')
  writeFileSync(
    preload,
    "import fs from 'node:fs/promises'\nimport { syncBuiltinESMExports } from 'node:module'\n" +
      'fs.statfs = () => new Promise(() => {})\nsyncBuiltinESMExports()\n',
  )
  const stuck = startCommand(['doctor', ...args], {
    DATA_DIR: folder,
    PUBLIC_URL: 'http://127.0.0.1:1',
    NODE_OPTIONS: `--import=${pathToFileURL(preload)}`,
  })
  expect(await stuck.ended).toBe(1)
  expect(stuck.output.stdout).toBe('')
  expect(stuck.output.stderr.startsWith(message)).toBe(true)
})
