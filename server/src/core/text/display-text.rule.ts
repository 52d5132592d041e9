/**
 * Whether text is valid as a name, title or label: one line, without control, bidirectional or invisible
 * characters, with which two names could look the same.
 */
export function isDisplayName(text: string): boolean {
  return !HIDDEN.test(text.replace(JOINED, ''))
}

/** `isDisplayName`'s rule, as text that follows a field name. */
export const DISPLAY_NAME_RULE = 'must be one line without control, direction or invisible characters'

/**
 * Whether a name contains no URL. Mails contain these names and mail clients link every URL, so strangers could make
 * the service send their links.
 */
export function hasNoWebAddress(name: string): boolean {
  return !name.includes('://')
}

/**
 * Whether multi-line text is safe to display. Right-to-left text is allowed, direction overrides and cursor controls
 * are not.
 */
export function isDisplayText(text: string): boolean {
  return !CONTROL_CHARS.test(text)
}

/** Whether text contains a visible character: not only spaces, control or invisible characters. */
export function isVisibleText(text: string): boolean {
  return text.replace(ALL_HIDDEN, '').trim() !== ''
}

/** Characters that are invisible, reorder text or don't belong in a single line. */
const HIDDEN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

const ALL_HIDDEN = new RegExp(HIDDEN, 'gu')

/** Line breaks and tabs are allowed; embeddings, overrides and isolates are not. */
const CONTROL_CHARS = /[^\P{Cc}\t\n\r]|[\p{Cs}\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]/u

/** Scripts that need joiners or non-joiners between letters. */
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

/** Matches invisible characters in places where words or emoji need them. */
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
