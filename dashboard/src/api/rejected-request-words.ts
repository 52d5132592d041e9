import { t } from '../messages/shared-text.ts'

/**
 * Converts the API's message about a field for display. The API's own message starts with the API's field
 * name, and schema messages end in a pattern or type.
 * @returns `atField` to show next to the field and `message` to show elsewhere, or undefined if the message
 * doesn't name the field
 */
export function rejectedRequestWords(
  field: string,
  message: string,
): { atField: string; message: string } | undefined {
  if (field === '' || field.includes('_')) return undefined
  const name = nameOf(field)
  // Messages name a nested field such as `debtor.iban` by its last part: `iban: it is missing.`
  const own = `${field.split('.').at(-1)}: `
  if (message.startsWith(own)) {
    const words = capital(message.slice(own.length))
    return { atField: words, message: `${name}: ${words}` }
  }
  if (!message.startsWith(`${field} `)) return undefined
  const rest = message.slice(field.length + 1)
  const said = SCHEMA_WORDS.find(([pattern]) => pattern.test(rest))
  if (said === undefined) return { atField: capital(rest), message: `${name} ${rest}` }
  const atField = rest.replace(...said)
  return { atField, message: `${name}: ${atField}` }
}

/** Schema messages and their readable replacements. */
const SCHEMA_WORDS: readonly [RegExp, string][] = [
  [
    /^(?:is required|is missing.*|is empty|must not have fewer than 1 characters)\.$/,
    t('api.thisFieldIsRequired'),
  ],
  [/^must not have fewer than (.+)\.$/, t('api.mustHaveAtLeast1')],
  [/^must not have more than (.+)\.$/, t('api.mustHaveAtMost1')],
  [/^must be >= (.+)\.$/, t('api.mustBeAtLeast1')],
  [/^must be <= (.+)\.$/, t('api.mustBeAtMost1')],
  [/^must be integer\.$/, t('api.mustBeWholeNumber')],
  [/^must (?:match|be (?:string|object|array|boolean|null|number|either)).*$/s, t('api.theFormatIsInvalid')],
]

/** `questions.0.text` becomes *Questions 1, text* and `legalName` *Legal name*. */
function nameOf(field: string): string {
  const words = field.replaceAll(/\.\d+/g, (index) => ` ${Number(index.slice(1)) + 1}`).replaceAll('.', ', ')
  return capital(words.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
