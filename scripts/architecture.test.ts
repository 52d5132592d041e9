import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { ON_POSTGRES_TOO } from '../server/test/on-postgres-too.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const ARCHITECTURE = read('ARCHITECTURE.md')
const section = (title: string) => ARCHITECTURE.split(`### ${title}\n`)[1]?.split('\n### ')[0] ?? ''

const SOURCES = readdirSync(join(ROOT, 'server/src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
  .map(({ parentPath, name }) => join(parentPath, name).slice(join(ROOT, 'server/src/').length))
/** Ordered from the lowest to the highest, as lint enforces. */
const DOMAINS = [...read('.dependency-cruiser.mjs').matchAll(/^ {2}'([a-z/-]+)',$/gm)].map(([, name]) => name)
const LAYERS = 'plugin|route|http|page|job|flow|adapter|rule|sql'

describe('a domain', () => {
  it('has at most 50 files besides its tests', () => {
    const folders = SOURCES.map(
      (path) => DOMAINS.find((domain) => path.startsWith(`${domain}/`)) ?? path.split('/')[0],
    )
    const domains = new Set(folders.filter((folder) => !folder?.endsWith('.ts') && folder !== 'cli'))
    expect([...domains].sort()).toEqual(DOMAINS.toSorted())
    // A payment processor's adapter folder is counted separately.
    const isAdapter = (path: string) => /^tracking\/processors\/[a-z-]+\//.test(path)
    const countFiles = (domain?: string) =>
      SOURCES.filter(
        (path) => path.startsWith(`${domain}/`) && !path.endsWith('.test.ts') && !isAdapter(path),
      ).length
    expect(DOMAINS.filter((domain) => domain !== 'core' && countFiles(domain) > 50)).toEqual([])
  })

  it('is in an area that ARCHITECTURE.md lists in the order that lint checks', () => {
    const areas = [...new Set(DOMAINS.map((domain) => domain?.split('/')[0]))]
    const listed = [...section('Areas').matchAll(/^\| `([a-z]+)\/` \|/gm)].map(([, area]) => area)
    expect(listed).toEqual(areas)
  })
})

describe('a folder', () => {
  const foldersIn = (path: string) =>
    readdirSync(join(ROOT, path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
  const areas = [...new Set(SOURCES.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))]

  it.each([...areas.map((area) => `server/src/${area}`), 'dashboard/src/pages'])(
    'is described in %s/README.md',
    (path) => {
      const described = [...read(`${path}/README.md`).matchAll(/^\| `([a-z0-9-]+)\/` \|/gm)].map(
        ([, name]) => name,
      )
      expect(described).toEqual(foldersIn(path).sort())
    },
  )

  it('of the web app is described in dashboard/ARCHITECTURE.md', () => {
    const described = [...read('dashboard/ARCHITECTURE.md').matchAll(/^ {2}([a-z]+)\//gm)].map(
      ([, name]) => name,
    )
    expect(described.sort()).toEqual(foldersIn('dashboard/src').sort())
  })
})

describe('a file named in the documentation', () => {
  const named = (text: string) =>
    [...text.matchAll(new RegExp(`\`((?:[a-z-]+/)*[a-z0-9-]+[.](?:${LAYERS}))(?:[.]ts)?\``, 'g'))].map(
      ([, name]) => `${name}.ts`,
    )
  const pages = ['ARCHITECTURE.md', ...readdirSync(join(ROOT, 'docs/adr')).map((name) => `docs/adr/${name}`)]

  it.each(pages)('exists: %s', (page) => {
    const names = SOURCES.map((path) => basename(path))
    const missing = named(read(page)).filter(
      (name) => !(name.includes('/') ? SOURCES.includes(name) : names.includes(name)),
    )
    expect(missing).toEqual([])
  })

  it('is one of at most seven listed in “Following a sale”, most of them in tracking', () => {
    const listed = section('Following a sale').split('1. ')[1]?.split('\n\n')[0] ?? ''
    const files = [...listed.matchAll(/`([a-z0-9_/.-]+[.](?:ts|sql))`/g)].map(([, name]) => name ?? '')
    expect(files.length).toBeGreaterThan(3)
    expect(files.length).toBeLessThanOrEqual(7)
    expect(files.filter((name) => name.startsWith('tracking/')).length).toBeGreaterThan(files.length / 2)
    for (const file of files.filter((name) => !name.startsWith('server/migrations/')))
      expect(SOURCES).toContain(file)
  })
})

describe('an object’s property names', () => {
  /** Names defined by the specification or a library. */
  const others = [
    'tracking/requests/test-response.http.ts',
    'core/database/durable-files.ts',
    'core/database/postgres-pool.ts',
  ]

  function mixedIn(source: ts.SourceFile): string[] {
    const found: string[] = []
    const visit = (node: ts.Node) => {
      const parts = ts.isObjectLiteralExpression(node)
        ? node.properties
        : ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)
          ? node.members
          : []
      const names = parts.flatMap(({ name }) =>
        name !== undefined && ts.isIdentifier(name) ? name.text : [],
      )
      const columns = names.filter((name) => /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(name))
      const ours = names.filter((name) => /^[a-z][a-z0-9]*[A-Z]/.test(name))
      if (columns.length > 0 && ours.length > 0) found.push(`${source.fileName}: ${[...columns, ...ours]}`)
      ts.forEachChild(node, visit)
    }
    visit(source)
    return found
  }

  it('use one naming style: no snake_case columns next to camelCase names', () => {
    const files = SOURCES.filter((path) => /(?<![.]test)[.]ts$/.test(path) && !others.includes(path))
    const mixed = files.flatMap((path) =>
      mixedIn(ts.createSourceFile(path, read(`server/src/${path}`), ts.ScriptTarget.Latest)),
    )
    expect(mixed).toEqual([])
  })
})

describe('tests that need a server', () => {
  const FOR_SERVER = /\b(test|describe)OnServer\b|\bkind (=== 'postgres'|!== 'embedded')/

  it('are in files that run on PostgreSQL', () => {
    const tests = readdirSync(join(ROOT, 'server/test'), { recursive: true, encoding: 'utf8' })
    const onServer = tests.filter(
      (path) => path.endsWith('.test.ts') && FOR_SERVER.test(read(`server/test/${path}`)),
    )
    expect(onServer.length).toBeGreaterThan(5)
    const isRun = (path: string) =>
      path.endsWith('.postgres.test.ts') ||
      ON_POSTGRES_TOO.some(
        (start) =>
          `server/test/${path}`.startsWith(start) && !(start.endsWith('/') && path.endsWith('.slow.test.ts')),
      )
    expect(onServer.filter((path) => !isRun(path))).toEqual([])
    const isUnused = (start: string) => !tests.some((path) => `server/test/${path}`.startsWith(start))
    expect(ON_POSTGRES_TOO.filter(isUnused)).toEqual([])
  })
})
