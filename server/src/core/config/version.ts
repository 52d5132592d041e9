import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../../', import.meta.url)

interface PackageFile {
  version: string
  /** The commit of a packed service. */
  gitHead?: string
}

/** The version of this service, as its package says: the repository's, or the published one. */
export function readVersion(): string {
  return readPackage().version
}

/** The commit that this service was made of: as it was packed, or as it is checked out; undefined where neither is known. */
export function readCommit(): string | undefined {
  return readPackage().gitHead ?? checkedOutCommit()
}

function readPackage(): PackageFile {
  // safe because the file is ours
  return JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as PackageFile
}

/** Of this repository alone: a package may be installed within another one. With `-dirty` where files are changed. */
export function checkedOutCommit(): string | undefined {
  if (!existsSync(new URL('.git', ROOT))) return undefined
  try {
    return execFileSync('git', ['describe', '--always', '--abbrev=40', '--dirty', '--exclude=*'], {
      cwd: fileURLToPath(ROOT),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}
