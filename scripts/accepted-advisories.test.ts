import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findUnaccepted } from './accepted-advisories.ts'

const [ONE, TWO] = ['GHSA-83w8-p2f5-377r', 'GHSA-8pvw-jcv7-9cmj']
const via = (id: string) => ({ url: `https://github.com/advisories/${id}`, title: 'a title' })
const report = {
  auditReportVersion: 2,
  vulnerabilities: { inner: { via: [via(ONE), via(TWO)] }, outer: { via: ['inner', via(ONE)] } },
}
const security = (accepted: string) =>
  `# Security\n\n${ONE}\n\n## Accepted advisories\n\n${accepted}\n\n## More\n\n${TWO}\n`

describe('findUnaccepted', () => {
  it.each([
    ['accepts no advisories without entries', 'None.', [ONE, TWO]],
    ['accepts a listed advisory', `- ${ONE}: never called.`, [TWO]],
    ['accepts two advisories in one entry', `- ${ONE}, ${TWO}: never called.`, []],
  ])('%s', (_name, accepted, expected) => {
    expect(findUnaccepted(report, security(accepted)).map(({ id }) => id)).toEqual(expected)
  })

  it('accepts a clean report, and fails on an advisory without an ID', () => {
    expect(findUnaccepted({ vulnerabilities: {} }, security(''))).toEqual([])
    const nameless = { vulnerabilities: { inner: { via: [{ title: 'a title' }] } } }
    expect(findUnaccepted(nameless, security(''))).toMatchObject([{ package: 'inner' }])
  })

  it('fails without a report or without the section', () => {
    expect(() => findUnaccepted({}, security(''))).toThrow('npm audit returned no report')
    expect(() => findUnaccepted(report, '# Security')).toThrow('Accepted advisories')
  })

  it('finds its section in SECURITY.md', () => {
    const text = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8')
    expect(findUnaccepted({ vulnerabilities: {} }, text)).toEqual([])
  })
})
