import type { Check, CheckName } from './verification.ts'

const LABELS: Record<CheckName, string> = {
  site: 'Site',
  tracker: 'Tracker',
  consent: 'Consent',
  click: 'Click',
  cookie: 'Cookie',
  signup: 'Signup',
  lead: 'Server lead',
  sale: 'Sale',
  refund: 'Refund',
}

const SIGNS: Record<Check['status'], string> = {
  passed: '✓',
  warning: '!',
  failed: '✗',
  skipped: '–',
  not_checked: '–',
}

/** Formats a check as one line, with the fix on the next one. */
export function formatCheck({ name, status, text, cause, fix }: Check): string {
  const line = `${SIGNS[status]} ${LABELS[name]}: ${text}${cause === null ? '' : ` (${cause})`}`
  return fix === null ? line : `${line}\n  → ${fix}`
}

export function summarize(checks: Check[]): string {
  const count = (status: Check['status']) => checks.filter((check) => check.status === status).length
  const failure = checks.find(({ status }) => status === 'failed')
  const warnings = count('warning')
  const others = [
    [warnings, warnings === 1 ? 'warning' : 'warnings'],
    [count('skipped'), 'skipped'],
    [count('not_checked'), 'not checked'],
  ]
    .filter(([n]) => n !== 0)
    .map(([n, word]) => `, ${n} ${word}`)
  const counts = `${count('passed')} passed, ${count('failed')} failed${others.join('')}`
  if (failure !== undefined) return `Failed at ${LABELS[failure.name]}: ${counts}.`
  return count('skipped') + warnings === 0
    ? `The integration works: ${counts}.`
    : `No step failed: ${counts}.`
}
