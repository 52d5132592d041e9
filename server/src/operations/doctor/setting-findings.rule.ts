import { isPlaceholder, isRepetition } from '../../core/config/placeholder.rule.ts'
import { type Finding, failed, ok, warning } from './doctor.ts'

/** How many letters may be wrong in a name that was meant to be one of ours, and how long it must be to be meant. */
const TYPOS = 2
const MEANT_CHARS = 6

/** Names that look like one of ours and are somebody else's. */
const OTHERS = new Set(['REDIS_HOST', 'PGHOST', 'LOGLEVEL_ALL'])

/** Variables whose names are nearly those of settings: what was meant is not set. */
export function findMisspelt(names: readonly string[], known: readonly string[]): Finding[] {
  const misspelt = names.flatMap((name) => {
    if (known.includes(name) || name.length < MEANT_CHARS || OTHERS.has(name)) return []
    const meant = known.find((one) => one.length >= MEANT_CHARS && !names.includes(one) && isNear(name, one))
    return meant === undefined
      ? []
      : [
          warning(
            'settings',
            `${name} is no setting; ${meant} is one, and is not set.`,
            `Rename ${name} to ${meant}, or remove it.`,
          ),
        ]
  })
  return misspelt.length > 0 ? misspelt : [ok('settings', 'No variable looks like a misspelt setting.')]
}

/** Whether a secret looks like one that somebody made up; what it is, is never told. */
export function judgeSecret(name: string, secret: string): Finding {
  const todo = `Set ${name} to random characters, such as the output of \`openssl rand -base64 32\`${
    name === 'APP_SECRET' ? '; docs/operations.md says what another one costs' : ''
  }.`
  if (isPlaceholder(secret)) {
    return failed('secret', `${name} looks like a placeholder that was never replaced.`, todo)
  }
  if (isRepetition(secret)) {
    return failed('secret', `${name} has so few different characters that it can be guessed.`, todo)
  }
  return ok('secret', `${name} looks like a random secret.`)
}

/** Whether one becomes the other by at most `TYPOS` letters that are added, left out, changed or exchanged. */
function isNear(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > TYPOS) return false
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
  return (row[right.length] ?? 0) <= TYPOS
}
