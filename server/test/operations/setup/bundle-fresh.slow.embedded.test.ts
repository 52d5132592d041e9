import { type ExecFileException, execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../new-folder.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

describe('the bundle', () => {
  test('is rebuilt when a source changes, even with concurrent starts', async () => {
    const copy = copySources()
    expect(await help(copy)).toMatchObject({
      stdout: expect.stringContaining('Affiliate tracking:'),
      stderr: '',
    })
    expect(await listBundles(copy)).toHaveLength(1)

    const source = join(copy, 'server/src/cli/cli.ts')
    writeFileSync(source, readFileSync(source, 'utf8').replace('Affiliate tracking:', 'Another service:'))
    const responses = await Promise.all([help(copy), help(copy), help(copy)])
    for (const response of responses) {
      expect(response).toMatchObject({ stdout: expect.stringContaining('Another service:'), stderr: '' })
    }
    expect(await listBundles(copy)).toHaveLength(2)
  })

  test('is rebuilt when a source changes whose size and modification time stay the same', async () => {
    const copy = copySources()
    expect((await help(copy, SECONDS_LATER)).stdout).toContain('Affiliate tracking:')
    expect(existsSync(join(copy, 'server/dist/bundle.stamp'))).toBe(true)

    const source = join(copy, 'server/src/cli/cli.ts')
    const { atime, mtime } = statSync(source)
    writeFileSync(source, readFileSync(source, 'utf8').replace('Affiliate tracking:', 'Affiliate TRACKING:'))
    utimesSync(source, atime, mtime)
    expect((await help(copy, SECONDS_LATER)).stdout).toContain('Affiliate TRACKING:')
  })

  test('is replaced by the sources if it is missing, with a message', async () => {
    const copy = copySources()
    writeFileSync(join(copy, 'server/dist'), 'no folder')
    const { stdout, stderr } = await help(copy)
    expect(stdout).toContain('Affiliate tracking:')
    expect(stderr).toContain(
      'affiliate is running directly from source, which is slower, because it could not be bundled.',
    )
  })
})

/** A clone after `npm ci`, with only the files that the command needs. */
function copySources(): string {
  const copy = newFolder()
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  for (const folder of ['server/src', 'server/messages', 'server/bin', 'tracker/src']) {
    mkdirSync(join(copy, folder), { recursive: true })
    cpSync(join(ROOT, folder), join(copy, folder), { recursive: true })
  }
  cpSync(join(ROOT, 'server/package.json'), join(copy, 'server/package.json'))
  return copy
}

async function listBundles(copy: string): Promise<string[]> {
  return readdirSync(join(copy, 'server/dist/bundle'))
}

/** Changes that are less than two seconds old are always read. */
const SECONDS_LATER = {
  ...process.env,
  NODE_OPTIONS: `--import "data:text/javascript,const now=Date.now;Date.now=()=>now()+10_000"`,
}

function help(copy: string, env: NodeJS.ProcessEnv = process.env) {
  return new Promise<{ error: ExecFileException | null; stdout: string; stderr: string }>((resolve) => {
    const args = [join(copy, 'server/bin/affiliate.js'), '--help']
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => resolve({ error, stdout, stderr }))
  })
}
