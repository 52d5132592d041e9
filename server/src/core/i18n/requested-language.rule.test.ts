import { expect, it } from 'vitest'
import { parseLanguage, requestedLanguage } from './requested-language.rule.ts'

it.each([
  ['the first of equally preferred languages', 'de, fr', 'de'],
  ['the language with the highest quality', 'fr;q=0.4, de;q=0.8', 'de'],
  ['the base language of a regional variant', 'de-AT,de;q=0.9', 'de'],
  ['Brazilian Portuguese for European Portuguese', 'pt-PT', 'pt-BR'],
  ['the first available language', 'nl, sv;q=0.9, vi;q=0.1', 'vi'],
  ['no language if none is available', 'nl, *', undefined],
  ['no excluded language', 'de;q=0', undefined],
  ['no language without a header', undefined, undefined],
  ['no language for an invalid header', ';;q=,,;q=x', undefined],
])('returns %s', (_label, header, language) => {
  expect(requestedLanguage(header)).toBe(language)
})

it.each([
  ['pt-br', 'pt-BR'],
  ['EN', 'en'],
  ['', undefined],
  [['de'], undefined],
  ['xx', undefined],
])('parses the code %j', (code, language) => {
  expect(parseLanguage(code)).toBe(language)
})
