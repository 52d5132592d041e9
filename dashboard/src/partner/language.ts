/** The portal's languages, each under its own name. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  vi: 'Tiếng Việt',
} as const
export type Language = keyof typeof LANGUAGES

/** The partner's choice, stored in the browser so that it also applies before sign-in. */
const CHOSEN = 'partner-language'
/** The default language of the partner's program, for browsers in a language that the portal doesn't support. */
const PROGRAM = 'partner-program-language'

/** Returns the partner's choice, else the browser's language, else the program's default, else English. */
export function initialLanguage(): Language {
  return (
    findLanguage(readStoredText(CHOSEN)) ??
    findSupportedLanguage(navigator.languages) ??
    findLanguage(readStoredText(PROGRAM)) ??
    'en'
  )
}

/** Changes the portal's language and reloads the page. */
export function chooseLanguage(language: Language): void {
  store(CHOSEN, language)
  location.reload()
}

/**
 * Applies the account's language, or the program's default if nothing else decides. Reloads the page if the
 * language changes.
 */
export function applyLanguage({
  account,
  program,
}: {
  account?: string | null
  program?: string | undefined
}): void {
  const before = initialLanguage()
  const chosen = findLanguage(account)
  if (chosen !== undefined) store(CHOSEN, chosen)
  const fallback = findLanguage(program)
  if (fallback !== undefined) store(PROGRAM, fallback)
  if (initialLanguage() !== before) location.reload()
}

/** @returns the first supported language, matching regions loosely, such as `pt-BR` for `pt-PT` */
export function findSupportedLanguage(preferredLanguages: readonly string[]): Language | undefined {
  for (const tag of preferredLanguages) {
    const exact = findLanguage(tag)
    if (exact !== undefined) return exact
    const [base = ''] = tag.toLowerCase().split('-')
    const close = languageTags().find((name) => name.toLowerCase().split('-')[0] === base)
    if (close !== undefined) return close
  }
  return undefined
}

/** Browsers block storage on some embedded pages. */
function readStoredText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage, the browser's language applies.
  }
}

function findLanguage(tag: string | null | undefined): Language | undefined {
  return languageTags().find((name) => name.toLowerCase() === tag?.toLowerCase())
}

// safe because LANGUAGES has no other keys
const languageTags = () => Object.keys(LANGUAGES) as Language[]
