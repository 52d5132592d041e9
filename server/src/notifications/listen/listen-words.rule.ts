import type { Forwarded } from './listening.ts'

/** One line for one event: when it was forwarded, what it was, and how the local server took it. */
export function forwardedWords({ at, type, messageId, status, error, durationMs }: Forwarded): string {
  const answer = error === undefined ? String(status) : `FAILED: ${error}`
  return `${at.toISOString()}  ${printable(type)}  ${printable(messageId)}  ${answer}  ${durationMs} ms`
}

/** What somebody else wrote, so that a terminal prints it and does nothing else with it. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
}
