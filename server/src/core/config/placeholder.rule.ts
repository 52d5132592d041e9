/** Placeholders that example settings files contain instead of secrets, compared without case and punctuation. */
const PLACEHOLDER_TEXTS = [
  'changeme',
  'changethis',
  'replaceme',
  'replacethis',
  'replacewith',
  'placeholder',
  'yoursecret',
  'yourappsecret',
  'yourpassword',
  'yourtoken',
  'randomcharacters',
]

/** Every random secret of 32 characters has at least this many distinct ones, even in hexadecimal. */
const MIN_DISTINCT_CHARS = 8

/** Whether a secret is a published placeholder. */
export function isPlaceholder(secret: string): boolean {
  const letters = secret.toLowerCase().replace(/[^a-z]/g, '')
  return PLACEHOLDER_TEXTS.some((placeholder) => letters.includes(placeholder))
}

/** Whether a secret of 32 characters or more repeats a short sequence. */
export function isRepetition(secret: string): boolean {
  return new Set(secret).size < MIN_DISTINCT_CHARS
}
