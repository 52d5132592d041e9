/** What drives a terminal instead of being shown by it, or turns the line around it stands in. */
const DRIVING = /[\p{Cc}\p{Bidi_Control}]/gu

/** Words for people, some of which somebody else may have written. */
export function terminalWords(text: string): string {
  return text.replace(DRIVING, (character) => (['\n', '\t'].includes(character) ? character : '?'))
}

/** JSON with the same meaning, all of which a terminal shows. */
export function terminalJson(value: unknown, indent?: number): string {
  // Outside of its texts it has no such character but the line break.
  return JSON.stringify(value, null, indent).replace(DRIVING, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
