import type { ForwardResult } from './listen.ts'

/** Formats a forwarded event as one line: time, type, ID and the local server's response. */
export function formatForwardResult({
  at,
  type,
  messageId,
  status,
  error,
  durationMs,
}: ForwardResult): string {
  const response = error === undefined ? String(status) : `FAILED: ${error}`
  return `${at.toISOString()}  ${replaceControlCharacters(type)}  ${replaceControlCharacters(messageId)}  ${response}  ${durationMs} ms`
}

/** Replaces control characters in untrusted text, so that printing it can't control the terminal. */
export function replaceControlCharacters(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
}
