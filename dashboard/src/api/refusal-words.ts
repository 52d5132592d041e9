/**
 * What the service refused about a field, for who fills in a form: its own sentence begins with the name that the field
 * has in the API, and one that a schema makes ends in a pattern or a type, which says nothing to a person.
 * @returns `atField` for beside the field, `alone` where it stands somewhere else; undefined for a sentence without the name
 */
export function refusalWords(field: string, message: string): { atField: string; alone: string } | undefined {
  if (field === '' || field.includes('_') || !message.startsWith(`${field} `)) return undefined
  const rest = message.slice(field.length + 1)
  const name = nameOf(field)
  const said = SCHEMA_WORDS.find(([pattern]) => pattern.test(rest))
  if (said === undefined) return { atField: capital(rest), alone: `${name} ${rest}` }
  const atField = rest.replace(...said)
  return { atField, alone: `${name}: ${atField}` }
}

/** What schemas say, and what people read instead. The sentences are whole: no part of the first is left. */
const SCHEMA_WORDS: readonly [RegExp, string][] = [
  [
    /^(?:is missing: this call needs it|is empty|must not have fewer than 1 characters)\.$/,
    'Something must stand here.',
  ],
  [/^must not have fewer than (\d+) (\w+)\.$/, 'At least $1 $2 are needed.'],
  [/^must not have more than (\d+) (\w+)\.$/, 'No more than $1 $2 fit.'],
  [/^must be >= (-?[\d.]+)\.$/, '$1 is the least.'],
  [/^must be <= (-?[\d.]+)\.$/, '$1 is the most.'],
  [/^must be integer\.$/, 'A whole number is needed.'],
  [/^must be number\.$/, 'A number is needed.'],
  [/^must match format "email"\.$/, 'An e-mail address is needed, such as you@example.com.'],
  [
    /^(?:must be one|is no) e-mail address(?:, such as (\S+@\S+))?\.$/,
    'An e-mail address is needed, such as you@example.com.',
  ],
  [/^(?:must be one of|takes one of) .*\.$/s, 'One of those that are offered is needed.'],
  [
    /^must (?:match|be (?:string|object|array|boolean|null|either)|not have additional) ?.*\.$/s,
    'It is not written as it has to be.',
  ],
]

/** `questions.0.text` is the text of the first question: Questions 1, text. */
function nameOf(field: string): string {
  const parts = field.split('.').map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : spaced(part)))
  const text = parts.join(', ').replaceAll(/, (\d+)/g, ' $1')
  return capital(text)
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function spaced(name: string): string {
  return name.replaceAll(
    /([a-z])([A-Z])/g,
    (_all, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  )
}
