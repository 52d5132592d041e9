import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import {
  releaseChangelog,
  setChartVersion,
  setImageVersion,
  setLockedVersions,
  setVersion,
  validateDate,
  validateVersion,
} from './release-notes.ts'

describe('a version', () => {
  test.each([
    ['0.2.0', '0.1.0'],
    ['0.1.1', '0.1.0'],
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.99.99'],
  ])('accepts %s after %s', (version, current) => {
    expect(() => validateVersion(version, current)).not.toThrow()
  })

  test.each([
    ['0.1.0', '0.1.0', 'not above'],
    ['0.0.9', '0.1.0', 'not above'],
    ['0.9.0', '1.0.0', 'not above'],
    ['v0.2.0', '0.1.0', 'not a version'],
    ['0.2', '0.1.0', 'not a version'],
    ['0.2.0-beta.1', '0.1.0', 'not a version'],
    ['0.02.0', '0.1.0', 'not a version'],
    ['', '0.1.0', 'not a version'],
  ])('rejects "%s" after %s', (version, current, why) => {
    expect(() => validateVersion(version, current)).toThrow(why)
  })
})

describe('a deployment file', () => {
  it('is set to the new version: the image’s label, and the chart’s own and app version', () => {
    const image = 'FROM a:1.2.3\nLABEL org.opencontainers.image.version="0.1.0"\n'
    expect(setImageVersion(image, '0.20.0')).toBe(
      'FROM a:1.2.3\nLABEL org.opencontainers.image.version="0.20.0"\n',
    )
    const chart = 'apiVersion: v2\nversion: "0.1.0"\nappVersion: "0.1.0"\n'
    expect(setChartVersion(chart, '0.20.0')).toBe('apiVersion: v2\nversion: "0.20.0"\nappVersion: "0.20.0"\n')
  })

  it('is rejected if the version can’t be set', () => {
    expect(() => setImageVersion('FROM a:1.2.3\n', '0.2.0')).toThrow('No version found in Dockerfile')
    expect(() => setChartVersion('version: "0.1.0"\n', '0.2.0')).toThrow('No version found in Chart.yaml')
  })
})

test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', 'today', ''])('"%s" is not a date', (day) => {
  expect(() => validateDate(day)).toThrow('not a date')
})

test.each(['2026-01-31', '2028-02-29'])('%s is a date', (day) => {
  expect(() => validateDate(day)).not.toThrow()
})

describe('the changelog', () => {
  it('keeps every line below the version and an empty Unreleased section', () => {
    const before = '# Changelog\n\n## Unreleased\n\n- Third.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n'
    expect(releaseChangelog(before, '0.2.0', '2026-02-03')).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-02-03)\n\n- Third.\n\n## 0.1.0 (2026-01-01)\n\n- First.\n',
    )
  })

  it('doesn’t need an earlier version', () => {
    expect(releaseChangelog('## Unreleased\n\n- First.\n', '0.1.0', '2026-02-03')).toBe(
      '## Unreleased\n\n## 0.1.0 (2026-02-03)\n\n- First.\n',
    )
  })

  test.each([
    ['# Changelog\n\n## 0.1.0 (2026-01-01)\n\n- First.\n', 'has no line'],
    ['## Unreleased\n\n## 0.1.0 (2026-01-01)\n\n- First.\n', 'nothing to release'],
    ['## Unreleased\n\n- Again.\n\n## 0.2.0 (2026-01-01)\n\n- First.\n', 'already'],
  ])('is rejected if it is %j: %s', (changelog, why) => {
    expect(() => releaseChangelog(changelog, '0.2.0', '2026-02-03')).toThrow(why)
  })

  it('accepts another version with the same prefix', () => {
    const before = '## Unreleased\n\n- Again.\n\n## 0.2.01 (2026-01-01)\n'
    expect(releaseChangelog(before, '0.2.0', '2026-02-03')).toContain('## 0.2.0 (2026-02-03)\n\n- Again.')
  })
})

describe('this repository’s package files', () => {
  const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  const { version, license, workspaces } = JSON.parse(read('package.json'))

  it('change only in the version', () => {
    expect(setVersion(read('package.json'), version)).toBe(read('package.json'))
    expect(setLockedVersions(read('package-lock.json'), workspaces, version)).toBe(read('package-lock.json'))
    expect(setVersion(read('package.json'), '99.0.0')).toBe(
      read('package.json').replace(`"version": "${version}"`, '"version": "99.0.0"'),
    )
  })

  it('lock the new version of the project and its workspaces, and nothing else', () => {
    const before = JSON.parse(read('package-lock.json'))
    const after = JSON.parse(setLockedVersions(read('package-lock.json'), workspaces, '99.0.0'))
    const changed = Object.keys(before.packages).filter(
      (path) => before.packages[path].version !== after.packages[path].version,
    )
    expect(changed.sort()).toEqual(['', ...workspaces].sort())
    expect(after.version).toBe('99.0.0')
  })

  it('reject a workspace that is missing from the lock file', () => {
    expect(() => setLockedVersions(read('package-lock.json'), ['nowhere'], '99.0.0')).toThrow('nowhere')
  })

  it('have the same version and license', () => {
    for (const folder of workspaces) {
      expect(JSON.parse(read(`${folder}/package.json`)), folder).toMatchObject({ version, license })
    }
  })

  it.each(['sdk', 'tracker'])('include the license in %s', (folder) => {
    expect(read(`${folder}/LICENSE`)).toBe(read('LICENSE'))
  })
})
