/** Characters that control a terminal or reorder the line. */
const CONTROL_CHARS = /[\p{Cc}\p{Bidi_Control}]/gu

/** Makes untrusted text safe to print in a terminal. */
export function terminalText(text: string): string {
  return text.replace(CONTROL_CHARS, (character) => (['\n', '\t'].includes(character) ? character : '?'))
}

/** Escapes JSON so that a terminal shows every character. The value stays the same. */
export function terminalJson(value: unknown, indent?: number): string {
  // Outside of strings, line breaks are the only control characters in JSON.
  return JSON.stringify(value, null, indent).replace(CONTROL_CHARS, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
