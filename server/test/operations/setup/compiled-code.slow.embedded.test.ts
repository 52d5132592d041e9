import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../../new-folder.ts'

const SERVER = fileURLToPath(new URL('../../..', import.meta.url))

/** A script's output, and the system's temporary folder. */
async function run(args: string[], temporary: string): Promise<string> {
  const env = { ...process.env, TMPDIR: temporary, TMP: temporary, TEMP: temporary, TSX_DISABLE_CACHE: '' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env })
  return stdout.trim()
}

describe('compiled code', () => {
  test('is stored in the package’s own folder, where no other user on the machine can replace it', async () => {
    const [folder, temporary] = [newFolder(), newFolder()]
    for (const created of ['bin', 'server/dist/bundle/packed'])
      mkdirSync(join(folder, created), { recursive: true })
    cpSync(join(SERVER, 'package/affiliate.js'), join(folder, 'bin/affiliate.js'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const bundle = 'console.log(globalThis.compiledIn)'
    writeFileSync(join(folder, 'server/dist/bundle/packed/affiliate.mjs'), bundle)
    // Node before 22 has no compile cache, so this only checks its location.
    const preload = join(temporary, 'preload.mjs')
    const noting = 'module.enableCompileCache = (folder) => { globalThis.compiledIn = folder }'
    writeFileSync(preload, `import module from 'node:module'\n${noting}`)
    const args = ['--import', pathToFileURL(preload).href, join(folder, 'bin/affiliate.js')]
    expect(await run(args, temporary)).toBe(join(folder, '.cache/compiled/'))
  })

  test('is not stored without a bundle', async () => {
    const [folder, temporary] = [newFolder(), newFolder()]
    const source = join(folder, 'source.mts')
    writeFileSync(source, `const text: string = 'compiled'\nconsole.log(text)`)
    const moduleUrl = (path: string) => JSON.stringify(pathToFileURL(path).href)
    const script = `const { importTypescript } = await import(${moduleUrl(join(SERVER, 'bin/typescript.js'))})
      await importTypescript()
      await import(${moduleUrl(source)})`
    expect(await run(['--input-type=module', '--eval', script], temporary)).toBe('compiled')
    expect(readdirSync(temporary)).toEqual([])
  })
})
