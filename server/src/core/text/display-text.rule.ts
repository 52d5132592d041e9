/**
 * Whether a text may stand as a name, title or label: on one line, without control characters, without characters that turn
 * the text around it (bidirectional controls), and without invisible ones, by which two names could look the same.
 */
export function isDisplayName(text: string): boolean {
  return !HIDDEN.test(text.replace(JOINED, ''))
}

/** What `isDisplayName` demands, as a predicate for the field's name. */
export const DISPLAY_NAME_WORDS = 'must be on one line, without control, direction or invisible characters'

/**
 * Whether a name of a person, workspace or program has no web address in it. Mails show these names, and mail clients make
 * a link of every address, so a stranger could have the service send links of theirs.
 */
export function isWithoutAddress(name: string): boolean {
  return !name.includes('://')
}

/** Whether a text of several lines may be shown: it may be written from right to left, but override no order and move no cursor. */
export function isDisplayText(text: string): boolean {
  return !STEERING.test(text)
}

/** What has no place in a line, is not seen in it, or reorders it. */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

/** Line breaks and tabs are fine; embeddings, overrides and isolates are not. */
const STEERING = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u

/** Scripts whose words need a joiner, or its opposite, between two letters. */
const JOINING = [
  'Arabic',
  'Bengali',
  'Devanagari',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Khmer',
  'Malayalam',
  'Mongolian',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Syriac',
  'Tamil',
  'Telugu',
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('')

/** Invisible characters where a word or an emoji needs them, and means something else without. */
const JOINED = new RegExp(
  [
    `(?<=[${JOINING}])[\\u200c\\u200d](?=[${JOINING}])`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f]',
    '(?<=[#*0-9])\\ufe0f(?=\\u20e3)',
    '(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
  ].join('|'),
  'gu',
)
