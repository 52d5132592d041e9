import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../partner/language.ts'

const FOLDER = import.meta.dirname
const SOURCES = join(FOLDER, '..')
const readCatalog = (name: string) =>
  JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Record<string, string>

describe.each(['portal', 'shared'])('the %s catalog', (surface) => {
  const english = readCatalog(`${surface}.en.json`)

  it.each(Object.keys(LANGUAGES))('has every message in %s, with the same arguments and tags', (language) => {
    const catalog = readCatalog(`${surface}.${language}.json`)
    expect(Object.keys(catalog)).toEqual(Object.keys(english))
    const different = Object.keys(english).filter(
      (key) => listMessageParts(catalog[key] ?? '') !== listMessageParts(english[key] ?? ''),
    )
    expect(different).toEqual([])
  })
})

it.each(['team', 'portal', 'shared'])('the code uses every message in the %s catalog', (surface) => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => readFileSync(join(SOURCES, name), 'utf8'))
    .filter((source) => source.includes(`${surface}-text.ts'`))
  expect(sources.length).toBeGreaterThan(10)
  const used = new Set(sources.flatMap((source) => [...source.matchAll(/'([\w.]+)'/g)].map(([, key]) => key)))
  const unused = Object.keys(readCatalog(`${surface}.en.json`)).filter((key) => !used.has(key))
  expect(unused).toEqual([])
})

it('every team message can be parsed', () => {
  for (const message of Object.values(readCatalog('team.en.json')))
    expect(() => listMessageParts(message)).not.toThrow()
})

it('team messages only say that an email is sent if they know whether the installation sends email', () => {
  const claims = Object.entries(readCatalog('team.en.json')).filter(
    ([, message]) =>
      /\bemailing\b|(?:ll|re|ve) email(?:ed|ing)?\b|(?:get|gets|them) .*by email/.test(message) &&
      !message.includes('{sending, select'),
  )
  expect(claims).toEqual([])
})

it('sources contain no text outside the catalogs', () => {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'),
  )
  expect(files.length).toBeGreaterThan(150)
  expect(files.flatMap((name) => findTexts(name))).toEqual([])
})

it('formats lists, names, numbers and dates in the interface’s language, never the browser’s', () => {
  const browserFormat =
    /Intl\.\w+\((?:undefined|\[\]|\)(?!\.resolvedOptions))|\.toLocale\w*String\(\)|\.localeCompare\([^(),]+\)/
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  )
  const found = files.filter((name) => browserFormat.test(readFileSync(join(SOURCES, name), 'utf8')))
  expect(found).toEqual([])
})

/** Returns the names of a message's arguments and tags. */
function listMessageParts(message: string): string {
  const names = new Set<string>()
  const visit = (elements: ReturnType<typeof parse>) => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue
      names.add(element.type === TYPE.tag ? `<${element.value}>` : element.value)
      if (element.type === TYPE.tag) visit(element.children)
      if (element.type === TYPE.select || element.type === TYPE.plural)
        for (const { value } of Object.values(element.options)) visit(value)
    }
  }
  visit(parse(message))
  return [...names].sort().join()
}

const VISIBLE_PROPS = new Set(['title', 'label', 'aria-label', 'placeholder', 'hint', 'description', 'alt'])
/** Code samples and symbols. */
const SAMPLE = /^(Affiliate|https:.*|acct_…|whsec_…|\/plans|newsletter)$/

/** Finds JSX text and props that aren't in a catalog. */
function findTexts(name: string): string[] {
  const text = readFileSync(join(SOURCES, name), 'utf8')
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    const isCode = ts.isJsxElement(node) && /^(code|pre)$/i.test(node.openingElement.tagName.getText())
    if (ts.isJsxText(node)) note(node.text)
    if (
      ts.isJsxAttribute(node) &&
      VISIBLE_PROPS.has(node.name.getText()) &&
      node.initializer !== undefined &&
      ts.isStringLiteral(node.initializer)
    )
      note(node.initializer.text)
    if (!isCode) ts.forEachChild(node, visit)
  }
  const note = (shown: string) => {
    if (/\p{L}{2}/u.test(shown) && !SAMPLE.test(shown.trim())) found.push(`${name}: ${shown.trim()}`)
  }
  visit(source)
  return found
}
