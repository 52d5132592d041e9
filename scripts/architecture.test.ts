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
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(join(ROOT, 'server/src/').length))
/** From the ground up, as lint holds them. */
const DOMAINS = [...read('.dependency-cruiser.mjs').matchAll(/^ {2}'([a-z-]+)',$/gm)].map(([, name]) => name)
const LAYERS = 'route|http|page|job|flow|adapter|rule|sql'

describe('a domain', () => {
  it('has 50 files at most beside its tests: one that grows past that is two', () => {
    const domains = [
      ...new Set(SOURCES.filter((path) => path.includes('/')).map((path) => path.split('/')[0])),
    ]
    expect(domains.toSorted()).toEqual(DOMAINS.toSorted())
    const filesOf = (domain?: string) =>
      SOURCES.filter((path) => path.startsWith(`${domain}/`) && !path.endsWith('.test.ts')).length
    expect(DOMAINS.filter((domain) => domain !== 'platform' && filesOf(domain) > 50)).toEqual([])
  })

  it('is drawn, and the picture has no arrow that lint would refuse', () => {
    const picture = [...section('Domains are floors').matchAll(/^ {2}([a-z-]+)\[".+"\](?: --> (.+))?$/gm)]
    expect(picture.map(([, domain]) => domain)).toEqual(DOMAINS)
    const upwards = picture.flatMap(([, domain = '', below = '']) =>
      below
        .split(' & ')
        .filter((one) => one !== '' && DOMAINS.indexOf(one) >= DOMAINS.indexOf(domain))
        .map((one) => `${domain} --> ${one}`),
    )
    expect(upwards).toEqual([])
  })

  it('has its place in the order that is told in words', () => {
    const told = /from the ground up is ([^;]+);/.exec(ARCHITECTURE)?.[1]?.split(/,\s+/)
    expect(told).toEqual(DOMAINS)
  })
})

describe('what is said of a file', () => {
  const named = (text: string) =>
    [...text.matchAll(new RegExp(`\`((?:[a-z-]+/)?[a-z0-9-]+[.](?:${LAYERS}))(?:[.]ts)?\``, 'g'))].map(
      ([, name]) => `${name}.ts`,
    )
  const pages = ['ARCHITECTURE.md', ...readdirSync(join(ROOT, 'docs/adr')).map((name) => `docs/adr/${name}`)]

  it.each(pages)('in %s is said of one that is there', (page) => {
    const names = SOURCES.map((path) => basename(path))
    const gone = named(read(page)).filter(
      (name) => !(name.includes('/') ? SOURCES.includes(name) : names.includes(name)),
    )
    expect(gone).toEqual([])
  })

  it('a sale is read in six at most, most of them in one domain', () => {
    const way = section("A sale's way, file by file").split('Between 1 and 3')[0] ?? ''
    const files = [...way.matchAll(/`((?:[a-z-]+\/)[a-z0-9_-]+(?:[.][a-z]+)?[.](?:ts|sql))`/g)].map(
      ([, name]) => name ?? '',
    )
    expect(new Set(files).size).toBeGreaterThan(3)
    expect(new Set(files).size).toBeLessThanOrEqual(6)
    const ofTracking = files.filter((name) => name.startsWith('tracking/'))
    expect(ofTracking.length).toBeGreaterThan(files.length / 2)
    for (const file of files.filter((name) => !name.startsWith('migrations/')))
      expect(SOURCES).toContain(file)
  })
})

describe('the names of one object', () => {
  /** Where they are the specification's, or those of a library. */
  const others = ['tracking/test-answer.http.ts', 'platform/durable-files.ts', 'platform/postgres-pool.ts']

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

  it('are spelled in one way: a column is not beside a name of ours', () => {
    const files = SOURCES.filter((path) => /(?<![.]test)[.]ts$/.test(path) && !others.includes(path))
    const mixed = files.flatMap((path) =>
      mixedIn(ts.createSourceFile(path, read(`server/src/${path}`), ts.ScriptTarget.Latest)),
    )
    expect(mixed).toEqual([])
  })
})

describe('tests that need several connections', () => {
  it('are in files that run on PostgreSQL', () => {
    const tests = readdirSync(join(ROOT, 'server/test'), { recursive: true, encoding: 'utf8' })
    const onServer = tests.filter(
      (path) => path.endsWith('.test.ts') && /\b(test|describe)OnServer\b/.test(read(`server/test/${path}`)),
    )
    expect(onServer.length).toBeGreaterThan(5)
    const isRun = (path: string) =>
      path.endsWith('.postgres.test.ts') ||
      ON_POSTGRES_TOO.some((start) => `server/test/${path}`.startsWith(start))
    expect(onServer.filter((path) => !isRun(path))).toEqual([])
  })
})
