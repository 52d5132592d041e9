import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { EVENT_TYPES } from '../server/src/notifications/outbox/event-types.ts'
import { PERMISSIONS } from '../server/src/workspace/accounts/permissions.rule.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const GLOSSARY = read('docs/glossary.md')
const [terms = '', avoidedTerms = ''] = GLOSSARY.split('## Avoided terms')

/** Texts that users read. Code and comments are reviewed instead. */
const TEXTS = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md') && name !== 'glossary.md')
    .map((name) => `docs/${name}`),
  'dashboard/src/api/schema.d.ts',
  ...['dashboard/src/messages', 'server/messages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.en.json'))
      .map((name) => `${folder}/${name}`),
  ),
]

const AVOIDED = [...avoidedTerms.matchAll(/^\| ([a-z][^|]*) \|/gm)].flatMap(([, cell = '']) =>
  cell.split(', '),
)

describe('the glossary', () => {
  it('lists every table', () => {
    const tables = [...read('server/src/core/database/schema.generated.ts').matchAll(/^ {2}([a-z_]+): \{$/gm)]
    expect(tables.length).toBeGreaterThan(80)
    expect(tables.map(([, table]) => table).filter((table) => !terms.includes(`\`${table}\``))).toEqual([])
  })

  it('defines the subjects of permissions and webhook events', () => {
    const subjects = [
      ...PERMISSIONS.map((name) => name.split(':')[0]),
      ...EVENT_TYPES.map((type) => type.split('.')[0]),
    ]
    const defined = terms.toLowerCase()
    const undefinedSubjects = [...new Set(subjects)].filter(
      (subject = '') =>
        !defined.includes(`| ${subject.replaceAll('_', ' ')}`) && !OTHER_SUBJECTS.has(subject),
    )
    expect(undefinedSubjects).toEqual([])
  })

  it.each(TEXTS)('is followed in %s, which doesn’t use avoided terms', (path) => {
    const text = readTexts(path)
    const found = AVOIDED.filter((term) => new RegExp(`\\b${term}s?\\b`, 'i').test(text))
    expect(found).toEqual([])
  })
})

/** A catalog's texts, or a document without its link targets, which are generated from headings. */
function readTexts(path: string): string {
  if (path.endsWith('.json')) return Object.values(JSON.parse(read(path))).join('\n')
  return read(path).replaceAll(/\]\([^)]*\)/g, ']')
}

/** `tracking` and `billing` cover several subjects. */
const OTHER_SUBJECTS = new Set(['tracking', 'billing'])
