import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findUnanswered } from './audit-answers.ts'

const [ONE, TWO] = ['GHSA-83w8-p2f5-377r', 'GHSA-8pvw-jcv7-9cmj']
const via = (id: string) => ({ url: `https://github.com/advisories/${id}`, title: 'a title' })
const report = {
  auditReportVersion: 2,
  vulnerabilities: { inner: { via: [via(ONE), via(TWO)] }, outer: { via: ['inner', via(ONE)] } },
}
const security = (responses: string) =>
  `# Security\n\n${ONE}\n\n## Accepted advisories\n\n${responses}\n\n## More\n\n${TWO}\n`

describe('findUnanswered', () => {
  it.each([
    ['nothing is answered', 'None.', [ONE, TWO]],
    ['one is answered', `- ${ONE}: never called.`, [TWO]],
    ['both are', `- ${ONE}, ${TWO}: never called.`, []],
  ])('%s', (_name, responses, expected) => {
    expect(findUnanswered(report, security(responses)).map(({ id }) => id)).toEqual(expected)
  })

  it('accepts a clean report, and fails on an advisory without an ID', () => {
    expect(findUnanswered({ vulnerabilities: {} }, security(''))).toEqual([])
    const nameless = { vulnerabilities: { inner: { via: [{ title: 'a title' }] } } }
    expect(findUnanswered(nameless, security(''))).toMatchObject([{ package: 'inner' }])
  })

  it('fails without a report or without the section', () => {
    expect(() => findUnanswered({}, security(''))).toThrow('npm audit gave no report')
    expect(() => findUnanswered(report, '# Security')).toThrow('Accepted advisories')
  })

  it('finds its section in SECURITY.md', () => {
    const text = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8')
    expect(findUnanswered({ vulnerabilities: {} }, text)).toEqual([])
  })
})
