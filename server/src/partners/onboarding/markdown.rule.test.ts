import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markdownError } from '../../core/text/markdown-size.rule.ts'
import { markdownToHtml } from './markdown.rule.ts'

it.each([
  ['Be **kind**.', '<p>Be <strong>kind</strong>.</p>'],
  ['# Rules', '<h3>Rules</h3>'],
  ['###### Small', '<h6>Small</h6>'],
  ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
  [
    '[us](https://acme.test/a?b=1&c=2)',
    '<p><a href="https://acme.test/a?b=1&amp;c=2" rel="nofollow noopener noreferrer">us</a></p>',
  ],
  [
    '[mail](mailto:us@acme.test)',
    '<p><a href="mailto:us@acme.test" rel="nofollow noopener noreferrer">mail</a></p>',
  ],
])('renders %j as %s', (text, html) => {
  expect(markdownToHtml(text).trim()).toBe(html)
})

it.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java&#x73;cript:alert(1))',
  '[x](data:text/html,<script>)',
  '[x](vbscript:x)',
  '[x](//evil.test)',
  '[x](/programs/1)',
  '<javascript:alert(1)>',
  '![x](https://evil.test/pixel.png)',
  '[x]: javascript:alert(1)\n[x]',
  '[a](https://acme.test/"onmouseover="alert(1))',
])('does not run scripts or load anything: %s', (text) => {
  const html = markdownToHtml(text)
  expect(html.match(/<(?!\/?(?:p|a|em|strong|code)\b)/g) ?? []).toEqual([])
  for (const [, attributes = ''] of html.matchAll(/<a([^>]*)>/g)) {
    expect(attributes).toMatch(/^ href="https:\/\/[^"]*" rel="nofollow noopener noreferrer"$/)
  }
})

const TAG =
  /^<(?:\/?(?:p|em|strong|code|pre|ul|ol|li|blockquote|h[3-6]|s|table|thead|tbody|tr|th|td|a)|(?:br|hr)|ol start="\d+"|code class="[^"<>]*"|t[hd] style="text-align:(?:left|right|center)"|a href="(?:https?:\/\/|mailto:)[^"<>]*"(?: title="[^"<>]*")? rel="nofollow noopener noreferrer")>$/i

it('outputs only text elements, whatever the input', () => {
  const piece = fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      "'",
      '&',
      '[',
      ']',
      '(',
      ')',
      '!',
      '*',
      '_',
      '`',
      '#',
      '- ',
      '> ',
      '\n',
      '|',
      '~~',
      '\\',
    ],
    ...['http://a.b', 'javascript:', 'onload=', '&lt;', 'a', ' ', '    ', '1. ', '<b', '```'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const [tag] of markdownToHtml(pieces.join('')).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(TAG)
    }),
    { numRuns: 500 },
  )
})

/** The slowest inputs that a search over the grammar found, repeated. */
const COSTLY = [
  ...[
    '[',
    '![',
    '*a_',
    '**a',
    '`',
    '`a``',
    '> ',
    '- ',
    '<',
    '<a',
    '&',
    '\\',
    '|a',
    'a|\n-|',
    '[a](',
    '[a]: b\n',
    '~~a',
    '<!--',
    '(',
  ],
  ...[
    '[x](<',
    '_*',
    '1. ',
    'a|b\n-|-\n',
    '<http://a>',
    '    ',
    '>\n\\\n>',
    '> > > > >\na>\n',
    '>- ~~~\na\n',
    '[a\n>\n> > > > "t\n',
  ],
  ...['>\n:\n> > > > > > ', '[a]: b\n* - - - * ', '>- \n   a\n', '>\r:\r> > > > > > ', '[a](![***'],
]

it('renders the slowest accepted texts quickly', () => {
  for (const pattern of COSTLY) {
    const text = largest(pattern)
    const costs = [1, 2, 3].map(() => {
      const startUsage = process.cpuUsage().user
      markdownToHtml(text)
      return process.cpuUsage().user - startUsage
    })
    // Rendering takes 15 ms on an idle machine. Without the limits, some inputs take a second.
    expect([pattern, Math.min(...costs) < 150_000]).toEqual([pattern, true])
  }
})

/** Returns the longest prefix that is rendered, up to the limit of 20,000 characters. */
function largest(unit: string): string {
  let times = Math.floor(20_000 / unit.length)
  while (markdownError(unit.repeat(times)) !== undefined) times = Math.floor(times * 0.95)
  return unit.repeat(times)
}

it.each([
  ['a\n'.repeat(1_000), 'lines'],
  ['a\r'.repeat(1_000), 'lines'],
  ['> a\n'.repeat(101), 'quoted lines'],
  ['- > a\n'.repeat(101), 'quoted lines'],
  ['*'.repeat(5_001), 'characters of markup'],
])('shows a text that is too slow to render as plain text', (text, why) => {
  expect(markdownError(text)).toContain(why)
  expect(markdownToHtml(`${text}<b>`)).toBe(`<pre>${text.replaceAll('>', '&gt;')}&lt;b&gt;</pre>`)
})

it('renders a text at every limit', () => {
  const text = `${'> a\n'.repeat(100)}${'a\n'.repeat(899)}${'*'.repeat(4_900)}`
  expect(markdownError(text)).toBeUndefined()
  expect(markdownToHtml(text)).toContain('<blockquote>')
})
