import { describe, expect, it } from 'vitest'
import { isBotClick } from './click-bot.rule.ts'

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
const HEADLESS =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36'

describe('isBotClick rejects crawlers and automated browsers, which are not visitors (D15)', () => {
  it.each<[string, string | undefined, string | undefined, boolean]>([
    ['a browser', undefined, CHROME, false],
    ['a crawler', undefined, GOOGLEBOT, true],
    ['a headless browser', undefined, HEADLESS, true],
    ['a link preview', undefined, 'facebookexternalhit/1.1', true],
    ['no user agent', undefined, undefined, false],
    ['an empty user agent', '', CHROME, false],
    ['the user agent in the body takes precedence', CHROME, GOOGLEBOT, false],
    ['a crawler in the body', GOOGLEBOT, CHROME, true],
    ['curl is allowed', undefined, 'curl/8.5.0', false],
    ['a server library', 'node', undefined, false],
    ['our SDK on a server', undefined, 'affiliate-sdk/0.2.0 node/20.20.2', false],
    ['a name that only starts like a tool’s name', undefined, 'curlbot/1.0', true],
  ])('%s', (_label, body, header, isBot) => {
    expect(isBotClick(body, header)).toBe(isBot)
  })
})
