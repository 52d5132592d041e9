import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SRC = fileURLToPath(new URL('..', import.meta.url))

/** A label of this word, alone: in quotes, or between two tags. */
const labelsOf = (words: readonly string[]) =>
  new RegExp(`(?<=['">\`])\\s*(?:${words.join('|')})\\s*(?=['"<\`])`, 'g')

/** docs/partner-portal.md has the glossary: to each audience its own word for a thing, and not that of the other. */
test.each([
  [
    'partner',
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
  ['pages', ['Signup', 'Signups', 'New customers', 'Bought', 'Taken back', 'On hold', 'State']],
])('no label in %s is a word of the other audience', (folder, words) => {
  const foreign = labelsOf(words)
  const found = readdirSync(`${SRC}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
    .flatMap((path) =>
      (readFileSync(`${SRC}${folder}/${path}`, 'utf8').match(foreign) ?? []).map(
        (word) => `${path}: ${word}`,
      ),
    )
  expect(found).toEqual([])
})
