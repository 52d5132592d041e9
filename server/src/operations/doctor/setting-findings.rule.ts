import { isPlaceholder, isRepetition } from '../../core/config/placeholder.rule.ts'
import { type Finding, failure, ok, warning } from './doctor.ts'

/** Maximum number of typos in a setting's name, and minimum length of names that are compared. */
const MAX_TYPOS = 2
const MIN_NAME_CHARS = 6

/** Variables of other programs with similar names. */
const OTHER_PROGRAMS_VARIABLES = new Set(['REDIS_HOST', 'PGHOST', 'LOGLEVEL_ALL'])

/** Finds variables whose names almost match a setting. */
export function findMisspelled(names: readonly string[], knownNames: readonly string[]): Finding[] {
  const misspelled = names.flatMap((name) => {
    if (knownNames.includes(name) || name.length < MIN_NAME_CHARS || OTHER_PROGRAMS_VARIABLES.has(name))
      return []
    const suggestion = knownNames.find(
      (one) => one.length >= MIN_NAME_CHARS && !names.includes(one) && isNear(name, one),
    )
    return suggestion === undefined
      ? []
      : [
          warning(
            'settings',
            `${name} is not a setting. Did you mean ${suggestion}, which is not set?`,
            `Rename ${name} to ${suggestion}, or remove it.`,
          ),
        ]
  })
  return misspelled.length > 0 ? misspelled : [ok('settings', 'No misspelled settings.')]
}

/** Checks whether a secret looks made up by a person, without revealing it. */
export function checkAppSecret(name: string, secret: string): Finding {
  const remedy = `Set ${name} to random characters, such as the output of \`openssl rand -base64 32\`${
    name === 'APP_SECRET' ? '. See docs/operations.md on replacing it' : ''
  }.`
  if (isPlaceholder(secret)) {
    return failure('secret', `${name} looks like a placeholder.`, remedy)
  }
  if (isRepetition(secret)) {
    return failure('secret', `${name} has too few different characters and can be guessed.`, remedy)
  }
  return ok('secret', `${name} looks random.`)
}

/** Returns whether two names differ by at most `MAX_TYPOS` added, missing, changed or swapped letters. */
function isNear(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > MAX_TYPOS) return false
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const change = (row[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1)
      const isExchanged = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]
      const exchange = isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(change, exchange, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return (row[right.length] ?? 0) <= MAX_TYPOS
}
