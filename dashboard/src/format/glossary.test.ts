import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** docs/partner-portal.md has the glossary: each audience has its own terms. */
test.each([
  [
    'portal',
    [
      'Lead',
      'Leads',
      'Conversion',
      'Conversions',
      'Commission',
      'Commissions',
      'Pending',
      'Reversed',
      'State',
    ],
  ],
  ['team', ['Signup', 'Signups', 'Bought', 'Refunded or reversed', 'On hold', 'State']],
])('no label in the %s catalog uses a term for the other audience', (surface, terms) => {
  const catalog = new URL(`../messages/${surface}.en.json`, import.meta.url)
  const texts: Record<string, string> = JSON.parse(readFileSync(catalog, 'utf8'))
  expect(Object.entries(texts).filter(([, text]) => terms.includes(text))).toEqual([])
})
