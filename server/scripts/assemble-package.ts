import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleInto } from '../bin/bundle.js'
import { checkedOutCommit } from '../src/core/config/version.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Files that the bundle reads from its own folder. */
const BESIDE = [
  'server/migrations',
  'server/api-reference',
  'server/join-page',
  'deploy/systemd',
  'deploy/monitoring',
  'LICENSE',
  'CHANGELOG.md',
]

interface PackageFile {
  version: string
  description: string
  license: string
  engines: object
  dependencies: Record<string, string>
}

/**
 * Assembles the published package `affiliate-tracking`: the bundle, the files it reads, and the packages that aren't
 * bundled, in the same folders as in the repository.
 * @param dashboard the built dashboard's folder
 */
export async function assemblePackage(folder: string, dashboard: string): Promise<void> {
  const bundle = join(folder, 'server/dist/bundle/packed')
  mkdirSync(bundle, { recursive: true })
  const parts = Object.values(await bundleInto(bundle))
  for (const path of BESIDE) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  // Operators read the docs; links to other parts of the repository don't work here.
  cpSync(join(ROOT, 'docs'), join(folder, 'docs'), {
    recursive: true,
    filter: (path) => !path.startsWith(join(ROOT, 'docs/images')),
  })
  cpSync(join(ROOT, 'server/package/README.md'), join(folder, 'README.md'))
  cpSync(dashboard, join(folder, 'dashboard/dist'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  cpSync(join(ROOT, 'server/package/affiliate.js'), join(folder, 'bin/affiliate.js'))
  chmodSync(join(folder, 'bin/affiliate.js'), 0o755)
  writeFileSync(
    join(folder, 'THIRD-PARTY-LICENSES.txt'),
    collectLicenses(parts.flatMap(({ inputs }) => Object.keys(inputs))),
  )
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(), null, 2)}\n`)
}

function packageFile() {
  const { version, description, license, engines } = readPackage('package.json')
  const { dependencies } = readPackage('server/package.json')
  const notBundled = ['@electric-sql/pglite', 'playwright-core']
  return {
    name: 'affiliate-tracking',
    version,
    description,
    license,
    type: 'module',
    // Image builds have no repository and pass the commit.
    gitHead: process.env.GIT_COMMIT || checkedOutCommit(),
    engines,
    bin: { 'affiliate-tracking': 'bin/affiliate.js', affiliate: 'bin/affiliate.js' },
    dependencies: Object.fromEntries(notBundled.map((name) => [name, dependencies[name]])),
  }
}

function readPackage(path: string): PackageFile {
  // safe because npm reads the same files
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as PackageFile
}

/** Licenses require that their text is distributed with the code, even in a bundle. */
function collectLicenses(inputs: string[]): string {
  const folders = inputs.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0])
  const packages = [...new Set(folders)].filter((folder) => folder !== undefined).sort()
  return packages
    .map((folder) => {
      const path = join(ROOT, folder)
      const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
      const files = existsSync(path)
        ? readdirSync(path).filter((file) => /^(licen[cs]e|notice)/i.test(file))
        : []
      const texts = files.map((file) => readFileSync(join(path, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join('\n\n----------------------------------------\n\n')
}
