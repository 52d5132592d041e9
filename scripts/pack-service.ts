import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../dashboard/scripts/ensure-built.js'
import { assemblePackage } from '../server/scripts/assemble-package.ts'

/**
 * `npm run pack:service [folder]`: packs the service, as used by `npx affiliate-tracking` and the image, into
 * `dist/` or the given folder, and prints the file name.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const target = resolve(process.argv[2] ?? join(ROOT, 'dist'))
  mkdirSync(target, { recursive: true })
  process.stdout.write(`${await packService(target)}\n`)
}

/** @returns the name of the packed file */
export async function packService(target: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-package-'))
  try {
    await ensureBuilt()
    await assemblePackage(folder, join(ROOT, 'dashboard/dist'))
    return pack([folder], target)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param workspaces the packages, as `npm pack` arguments @returns the name of the packed file */
export function pack(workspaces: string[], target: string): string {
  const printed = execFileSync(
    'npm',
    ['pack', '--json', '--silent', '--pack-destination', target, ...workspaces],
    {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  // safe because `npm pack --json` prints this
  const [created] = JSON.parse(printed) as { filename: string }[]
  if (created === undefined) throw new Error(`npm packed nothing of ${workspaces.join(' ')}`)
  return created.filename
}
