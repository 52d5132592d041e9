import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleInto } from '../bin/bundle.js'
import { checkedOutCommit } from '../src/core/config/version.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What the bundle reads beside itself, where it looks for it. */
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
 * Puts together what is published as `affiliate-tracking`: the bundle, what it reads, and the one package that it leaves
 * outside. Folders are as in the repository, so that everything is found as it is there.
 * @param dashboard the folder of the built one
 */
export async function assemblePackage(folder: string, dashboard: string): Promise<void> {
  const bundle = join(folder, 'server/dist/bundle/packed')
  mkdirSync(bundle, { recursive: true })
  const inputs = await bundleInto(bundle)
  for (const path of BESIDE) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  // What operators read; what it links to elsewhere in the repository is not here.
  cpSync(join(ROOT, 'docs'), join(folder, 'docs'), {
    recursive: true,
    filter: (path) => !path.startsWith(join(ROOT, 'docs/images')),
  })
  cpSync(join(ROOT, 'server/package/README.md'), join(folder, 'README.md'))
  cpSync(dashboard, join(folder, 'dashboard/dist'), { recursive: true })
  mkdirSync(join(folder, 'bin'))
  cpSync(join(ROOT, 'server/package/affiliate.js'), join(folder, 'bin/affiliate.js'))
  chmodSync(join(folder, 'bin/affiliate.js'), 0o755)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf(Object.keys(inputs)))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(packageFile(), null, 2)}\n`)
}

function packageFile() {
  const { version, description, license, engines } = readPackage('package.json')
  const { '@electric-sql/pglite': pglite } = readPackage('server/package.json').dependencies
  return {
    name: 'affiliate-tracking',
    version,
    description,
    license,
    type: 'module',
    // The build of an image has no repository, and passes it.
    gitHead: process.env.GIT_COMMIT || checkedOutCommit(),
    engines,
    bin: { 'affiliate-tracking': 'bin/affiliate.js', affiliate: 'bin/affiliate.js' },
    dependencies: { '@electric-sql/pglite': pglite },
  }
}

function readPackage(path: string): PackageFile {
  // safe because npm reads the same files
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as PackageFile
}

/** Whoever passes a package on passes its licence on, also inside a bundle. */
function licencesOf(inputs: string[]): string {
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
