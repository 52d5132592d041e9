import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = new URL('../../../../', import.meta.url)

interface PackageFile {
  version: string
  /** The commit that a packaged service was built from. */
  gitHead?: string
}

/** Returns the version in `package.json`. */
export function readVersion(): string {
  return readPackage().version
}

/** Returns the commit this service was built from; undefined if unknown. */
export function readCommit(): string | undefined {
  return readPackage().gitHead ?? checkedOutCommit()
}

function readPackage(): PackageFile {
  // safe because the file is ours
  return JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as PackageFile
}

/**
 * Only accepts this repository's commit: the package may be installed within another one. Ends in `-dirty` if files
 * have changed.
 */
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
