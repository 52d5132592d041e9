/** Returns the text with a capital first letter, as at the start of a sentence or line. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
