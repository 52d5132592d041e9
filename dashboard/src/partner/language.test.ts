import { expect, test } from 'vitest'
import { findSupportedLanguage } from './language.ts'

test.each([
  [['de-AT', 'en'], 'de'],
  [['pt-PT'], 'pt-BR'],
  [['pt'], 'pt-BR'],
  [['VI'], 'vi'],
  [['nl-NL', 'fr-CA', 'en'], 'fr'],
  [['en-GB', 'de'], 'en'],
  [['nl', 'ja'], undefined],
  [[], undefined],
])('%j selects %s', (wanted, language) => {
  expect(findSupportedLanguage(wanted)).toBe(language)
})
