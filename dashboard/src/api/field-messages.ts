import { capitalize } from '../format/capitalize.ts'
import { t } from '../messages/shared-text.ts'

/**
 * Converts the API's message about a field for display. The API's own message starts with the API's field
 * name, and schema messages end in a pattern or type.
 * @returns `fieldMessage` to show next to the field and `message` to show elsewhere, or undefined if the message
 * doesn't name the field
 */
export function fieldMessages(
  field: string,
  message: string,
): { fieldMessage: string; message: string } | undefined {
  if (field === '' || field.includes('_')) return undefined
  const name = fieldName(field)
  // Messages use only the last part of a nested field such as `debtor.iban`: `iban: it is missing.`
  const prefix = `${field.split('.').at(-1)}: `
  if (message.startsWith(prefix)) {
    const text = capitalize(message.slice(prefix.length))
    return { fieldMessage: text, message: `${name}: ${text}` }
  }
  if (!message.startsWith(`${field} `)) return undefined
  const rest = message.slice(field.length + 1)
  const replacement = SCHEMA_MESSAGES.find(([pattern]) => pattern.test(rest))
  if (replacement === undefined) return { fieldMessage: capitalize(rest), message: `${name} ${rest}` }
  const fieldMessage = rest.replace(...replacement)
  return { fieldMessage, message: `${name}: ${fieldMessage}` }
}

/** Schema messages and their readable replacements. */
const SCHEMA_MESSAGES: readonly [RegExp, string][] = [
  [
    /^(?:is required|is missing.*|is empty|must not have fewer than 1 characters)\.$/,
    t('api.thisFieldIsRequired'),
  ],
  [/^must not have fewer than (.+)\.$/, t('api.mustHaveAtLeast1')],
  [/^must not have more than (.+)\.$/, t('api.mustHaveAtMost1')],
  [/^must be >= (.+)\.$/, t('api.mustBeAtLeast1')],
  [/^must be <= (.+)\.$/, t('api.mustBeAtMost1')],
  [/^must be an integer\.$/, t('api.mustBeWholeNumber')],
  [/^must be a future ISO 8601 date-time.*$/, t('api.mustBeInTheFuture')],
  [/^must (?:match|be (?:string|object|array|boolean|null|number|either)).*$/s, t('api.theFormatIsInvalid')],
]

/** `questions.0.text` becomes *Questions 1, text* and `legalName` *Legal name*. */
function fieldName(field: string): string {
  const text = field.replaceAll(/\.\d+/g, (index) => ` ${Number(index.slice(1)) + 1}`).replaceAll('.', ', ')
  return capitalize(text.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}
