/** What files of settings hold where somebody is to write a secret; compared without regard to case and marks. */
const WORDS = [
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

/** So many different characters has anything of 32 that was made at random, be it in hexadecimal. */
const DIFFERENT_CHARS = 8

/** Whether a secret stands for one that somebody has yet to make: everybody who read the same file knows it. */
export function isPlaceholder(secret: string): boolean {
  const letters = secret.toLowerCase().replace(/[^a-z]/g, '')
  return WORDS.some((word) => letters.includes(word))
}

/** Whether a secret of 32 characters or more repeats a few of them. */
export function isRepetition(secret: string): boolean {
  return new Set(secret).size < DIFFERENT_CHARS
}
