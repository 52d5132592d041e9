import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BROWSERS, parseVisit } from './visit.rule.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36'

describe('the visit of a signup or sale', () => {
  it.each([
    [CHROME, 'Chrome'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1',
      'Safari',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0', 'Firefox'],
    [`${CHROME} ${'x'.repeat(100_000)}`, 'Chrome'],
    ['ada@example.com/1.0 x', undefined],
    ['<script>alert(1)</script>/1.0 x', undefined],
    ['', undefined],
    [42, undefined],
    [{ toString: 1 }, undefined],
    [null, undefined],
    [undefined, undefined],
  ])('has a known browser or none: %j', (user_agent, browser) => {
    expect(parseVisit({ user_agent })).toEqual({ browser, landing_page: undefined })
  })

  it.each([
    ['https://shop.test/pricing?aff=ada&email=ada@example.com#x', 'shop.test/pricing'],
    ['https://ada:secret@shop.test/', 'shop.test'],
    [`https://shop.test/${'x'.repeat(100_000)}`, `shop.test/${'x'.repeat(490)}`],
    ['/pricing', undefined],
    ['javascript:alert(1)', undefined],
    ['https://', undefined],
    [['https://shop.test/'], undefined],
    [true, undefined],
  ])('has the host and path of its page or none: %j', (landing_page, page) => {
    expect(parseVisit({ landing_page })).toEqual({ browser: undefined, landing_page: page })
  })

  it('never fails, and never returns a text that isn’t a browser', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (user_agent, landing_page) => {
        const { browser } = parseVisit({ user_agent, landing_page })
        expect(browser === undefined || BROWSERS.has(browser)).toBe(true)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { browser } = parseVisit({ user_agent: text, landing_page: `https://${text}` })
        expect(browser === undefined || BROWSERS.has(browser)).toBe(true)
      }),
    )
  })
})
