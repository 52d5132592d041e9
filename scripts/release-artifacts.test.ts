import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { computeChecksums, listComponents } from './release-artifacts.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('sha256sum verifies a release’s checksums and detects a changed file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'affiliate-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const name of ['b.tgz', 'a.json']) writeFileSync(join(folder, name), name)
  const sums = computeChecksums(folder)
  const check = () =>
    execFileSync('sha256sum', ['--check', '--strict'], {
      cwd: folder,
      input: sums,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    })
  expect(check()).toBe('a.json: OK\nb.tgz: OK\n')
  writeFileSync(join(folder, 'b.tgz'), 'changed')
  expect(check).toThrow()
})

test('the SBOM lists every package that the service depends on, with its version', () => {
  const bom = JSON.parse(listComponents())
  expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'affiliate-tracking'])
  const found = new Set(bom.components.map(({ purl }: { purl: string }) => purl))
  expect([...found].filter((purl) => String(purl).includes('/dependency-cruiser@'))).toEqual([])
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'server/package.json'), 'utf8'))
  for (const [name, version] of Object.entries(dependencies)) {
    expect([...found]).toContain(`pkg:npm/${name.replace('@', '%40')}@${version}`)
  }
})

test('the release workflow packs the tagged commit, attests its build, and publishes it', () => {
  const workflow = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')
  for (const part of [
    "tags: ['v*']",
    'id-token: write',
    'attestations: write',
    'npm run release:artifacts',
    'actions/attest-build-provenance@',
    'dist/*',
  ]) {
    expect(workflow).toContain(part)
  }
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(scripts['release:artifacts']).toBe('tsx scripts/release-artifacts.ts')
})
