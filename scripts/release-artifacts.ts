import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack, packService } from './pack-service.ts'

/**
 * `npm run release:artifacts`: builds a release's artifacts in `dist/`: all packages, the SBOM
 * (CycloneDX) and checksums.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TARGET = join(ROOT, 'dist')
const PACKED = ['sdk', 'tracker']
const SBOM_FILE = 'affiliate-tracking.cdx.json'
const CHECKSUMS_FILE = 'SHA256SUMS'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`Packed into dist/: ${(await makeArtifacts()).join(', ')}.\n`)
}

/** @returns the names of the files in `dist/` */
export async function makeArtifacts(): Promise<string[]> {
  rmSync(TARGET, { recursive: true, force: true })
  mkdirSync(TARGET)
  for (const folder of PACKED) {
    // Output from an earlier build would be packed too.
    rmSync(join(ROOT, folder, 'dist'), { recursive: true, force: true })
    pack(['--workspace', folder], TARGET)
  }
  await packService(TARGET)
  writeFileSync(join(TARGET, SBOM_FILE), listComponents())
  writeFileSync(join(TARGET, CHECKSUMS_FILE), computeChecksums(TARGET))
  return readdirSync(TARGET).sort()
}

interface Bom {
  metadata: { component: { name: string } }
  components: { 'bom-ref': string; properties: { name: string; value: string }[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Generates a CycloneDX SBOM of all non-development packages in the lock file. */
export function listComponents(): string {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
  const printed = execFileSync('npm', ['sbom', '--silent', ...options], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  })
  // safe because the output is CycloneDX
  const bom = JSON.parse(printed) as Bom
  // `--omit=dev` also drops packages that both a tool and the service need.
  const isServiceDependency = ({ properties }: Bom['components'][number]) =>
    !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true')
  const components = bom.components.filter(isServiceDependency)
  const componentRefs = new Set(components.map((component) => component['bom-ref']))
  const dependencies = bom.dependencies
    .filter(
      ({ ref }) =>
        componentRefs.has(ref) || !bom.components.some((component) => component['bom-ref'] === ref),
    )
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => componentRefs.has(one)) }))
  // By default, npm uses the name of the checkout's folder.
  bom.metadata.component.name = 'affiliate-tracking'
  return `${JSON.stringify({ ...bom, components, dependencies }, null, 2)}\n`
}

/** Returns lines for `sha256sum --check`. */
export function computeChecksums(folder: string): string {
  const lines = readdirSync(folder)
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)))
      return `${hash.digest('hex')}  ${name}\n`
    })
  return lines.join('')
}
