import fc from 'fast-check'
import { expect, it } from 'vitest'
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
])('%j is %s', (text, html) => {
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
])('nothing runs and nothing is loaded: %s', (text) => {
  const html = markdownToHtml(text)
  expect(html.match(/<(?!\/?(?:p|a|em|strong|code)\b)/g) ?? []).toEqual([])
  for (const [, attributes = ''] of html.matchAll(/<a([^>]*)>/g)) {
    expect(attributes).toMatch(/^ href="https:\/\/[^"]*" rel="nofollow noopener noreferrer"$/)
  }
})

const TAG =
  /^<(?:\/?(?:p|em|strong|code|pre|ul|ol|li|blockquote|h[3-6]|s|table|thead|tbody|tr|th|td|a)|(?:br|hr)|ol start="\d+"|code class="[^"<>]*"|t[hd] style="text-align:(?:left|right|center)"|a href="(?:https?:\/\/|mailto:)[^"<>]*"(?: title="[^"<>]*")? rel="nofollow noopener noreferrer")>$/i

it('has no element but those of text, whatever it is given', () => {
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

it('takes little time, whatever is repeated', () => {
  for (const one of [
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
    '[x](<',
    '_*',
    '1. ',
    'a|b\n-|-\n',
    '<http://a>',
    '    ',
  ]) {
    const text = one.repeat(Math.floor(20_000 / one.length))
    const before = process.cpuUsage().user
    markdownToHtml(text)
    expect([one, process.cpuUsage(undefined).user - before < 250_000]).toEqual([one, true])
  }
})
