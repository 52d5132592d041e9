import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it } from 'vitest'
import { compileMessage } from '../../scripts/compile-messages.ts'
import { loadEnglishMessages } from '../../test/load-messages.ts'
import { formatRich, formatText, setMessages } from './message.ts'

afterAll(loadEnglishMessages)

const FOLDER = import.meta.dirname
const COUNTS = [0, 1, 2, 24, 1_000_000, 1234.5]

it.each(readdirSync(FOLDER).filter((name) => name.endsWith('.json')))(
  'formats every message of %s as the reference implementation does',
  (name) => {
    const [, language = ''] = name.split('.')
    setMessages(language)
    const catalog: Record<string, string> = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'))
    const different = Object.values(catalog).flatMap((text) =>
      sampleArguments(parse(text)).filter(
        (args) =>
          renderText(formatRich(compileMessage(text), args)) !==
          renderText(String(new IntlMessageFormat(text, language).format(args))),
      ),
    )
    expect(different).toEqual([])
  },
)

it('formats absent values as nothing, and rejects missing ones', () => {
  const message = compileMessage('From {city}{isOpen} on')
  expect(formatText(message, { city: null, isOpen: false })).toBe('From  on')
  expect(() => formatText(message, { city: 'Rome' })).toThrow('"isOpen"')
})

it('passes a tag’s formatted text to its element', () => {
  const message = compileMessage("It''s <b>{count, plural, one {# day} other {# days}}</b>, '{not}' {more}")
  const args = { b: (text: ReactNode) => createElement('b', null, text), count: 1200, more: 'x' }
  expect(renderText(formatRich(message, args))).toBe('It&#x27;s <b>1,200 days</b>, {not} x')
})

it.each([
  '{at, date}',
  '{n, number, percent}',
  '{n, plural, offset:1 other {#}}',
  '{n, selectordinal, other {#}}',
])('rejects %s at build time', (text) => {
  expect(() => compileMessage(text)).toThrow('unsupported message syntax')
})

const renderText = (node: ReactNode) => renderToStaticMarkup(createElement(Fragment, null, node))

/** Returns arguments for each option of a message, with several counts. */
function sampleArguments(elements: MessageFormatElement[]): Record<string, never>[] {
  const names = new Map<string, unknown[]>()
  const visit = (element: MessageFormatElement) => {
    if (element.type === TYPE.argument) names.set(element.value, names.get(element.value) ?? ['text'])
    if (element.type === TYPE.number || element.type === TYPE.plural) names.set(element.value, COUNTS)
    if (element.type === TYPE.select) names.set(element.value, [...Object.keys(element.options), 'unknown'])
    if (element.type === TYPE.select || element.type === TYPE.plural)
      for (const { value } of Object.values(element.options)) value.forEach(visit)
    if (element.type !== TYPE.tag) return
    names.set(element.value, [
      (children: ReactNode) => (Array.isArray(children) ? children.join('') : children),
    ])
    element.children.forEach(visit)
  }
  elements.forEach(visit)
  const most = Math.max(1, ...[...names.values()].map((values) => values.length))
  return Array.from({ length: most }, (_, index) =>
    // safe because only the two formatters read the values
    Object.fromEntries([...names].map(([name, values]) => [name, values[index % values.length] as never])),
  )
}
