import { expect, it } from 'vitest'
import { languageOf, requestedLanguage } from './requested-language.rule.ts'

it.each([
  ['the first of equal preference', 'de, fr', 'de'],
  ['the highest quality', 'fr;q=0.4, de;q=0.8', 'de'],
  ['a regional variant as its language', 'de-AT,de;q=0.9', 'de'],
  ['European Portuguese as the only Portuguese', 'pt-PT', 'pt-BR'],
  ['the first that is translated', 'nl, sv;q=0.9, vi;q=0.1', 'vi'],
  ['nothing when none is translated', 'nl, *', undefined],
  ['nothing that is excluded', 'de;q=0', undefined],
  ['nothing without a header', undefined, undefined],
  ['nothing of nonsense', ';;q=,,;q=x', undefined],
])('requests %s', (_label, header, language) => {
  expect(requestedLanguage(header)).toBe(language)
})

it.each([
  ['pt-br', 'pt-BR'],
  ['EN', 'en'],
  ['', undefined],
  [['de'], undefined],
  ['xx', undefined],
])('reads the code %j', (code, language) => {
  expect(languageOf(code)).toBe(language)
})
