import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../enums.ts'
import { CATALOGS, TEAM_CATALOG } from './catalogs.ts'
import { message } from './message.rule.ts'

type Element = ReturnType<InstanceType<typeof IntlMessageFormat>['getAst']>[number]

/** Types of parser elements without an argument: literal, pound sign and tag. */
const WITHOUT_ARGUMENT: readonly number[] = [0, 7, 8]

/** Returns a message's distinct arguments with their types. */
function listArguments(elements: readonly Element[]): string[] {
  const texts = elements.flatMap((element): string[] => {
    if (WITHOUT_ARGUMENT.includes(element.type) || !('value' in element)) return []
    const options = 'options' in element ? Object.values(element.options) : []
    return [`${element.value}: ${element.type}`, ...options.flatMap(({ value }) => listArguments(value))]
  })
  return [...new Set(texts)].sort()
}

const parse = (text: string) => new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()

describe.each(LANGUAGES.filter((language) => language !== 'en'))('the catalogs in %s', (language) => {
  it.each(CATALOGS.en.map((catalog, n) => [n, catalog] as const))(
    'have the same keys and arguments as the English ones (%d)',
    (n, english) => {
      const translated = CATALOGS[language][n] ?? {}
      expect(Object.keys(translated)).toEqual(Object.keys(english))
      for (const [key, text] of Object.entries(english)) {
        expect([key, listArguments(parse(translated[key] ?? ''))]).toEqual([key, listArguments(parse(text))])
      }
    },
  )
})

it('uses each key in one catalog only', () => {
  const keys = [...CATALOGS.en, TEAM_CATALOG].flatMap((catalog) => Object.keys(catalog))
  expect(new Set(keys).size).toBe(keys.length)
})

it('contains no straight quotes, which message formats treat as escapes', () => {
  const texts = [...Object.values(CATALOGS).flat(), TEAM_CATALOG].flatMap((catalog) => Object.values(catalog))
  expect(texts.filter((text) => text.includes("'"))).toEqual([])
})

it('chooses the language’s plural form', () => {
  const minutes = (language: 'en' | 'fr' | 'vi', count: number) =>
    message(language, 'mail.partner_sign_in.expiry', { minutes: count })
  expect(minutes('en', 1)).toContain('1 minute and')
  expect(minutes('en', 15)).toContain('15 minutes and')
  expect(minutes('fr', 0)).toContain('0 minute et')
  expect(minutes('vi', 15)).toContain('15 phút')
})
