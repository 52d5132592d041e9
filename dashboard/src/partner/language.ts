/** The languages of the portal, each by its own name. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  vi: 'Tiếng Việt',
} as const
export type Language = keyof typeof LANGUAGES

/** The partner's choice, kept for the pages before sign-in too. */
const CHOSEN = 'partner-language'
/** The default of the partner's program, for browsers whose languages the portal doesn't have. */
const PROGRAM = 'partner-program-language'

/** The partner's choice, else the browser's languages, else the program's default, else English. */
export function startLanguage(): Language {
  return (
    supported(stored(CHOSEN)) ?? firstSupported(navigator.languages) ?? supported(stored(PROGRAM)) ?? 'en'
  )
}

/** Switches the portal to a language, which reloads the page. */
export function chooseLanguage(language: Language): void {
  store(CHOSEN, language)
  location.reload()
}

/** Follows the account's language, and the program's default where nothing else decides. Reloads the page if it changes. */
export function followLanguage({
  account,
  program,
}: {
  account?: string | null
  program?: string | undefined
}): void {
  const before = startLanguage()
  const chosen = supported(account)
  if (chosen !== undefined) store(CHOSEN, chosen)
  const fallback = supported(program)
  if (fallback !== undefined) store(PROGRAM, fallback)
  if (startLanguage() !== before) location.reload()
}

/** @returns the portal's language for the first of these that it has one for, such as `pt-BR` for `pt-PT` */
export function firstSupported(wanted: readonly string[]): Language | undefined {
  for (const tag of wanted) {
    const exact = supported(tag)
    if (exact !== undefined) return exact
    const [base = ''] = tag.toLowerCase().split('-')
    const close = names().find((name) => name.toLowerCase().split('-')[0] === base)
    if (close !== undefined) return close
  }
  return undefined
}

/** Browsers block the storage of some embedded pages. */
function stored(key: string): string | null {
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
    // The language follows the browser then.
  }
}

function supported(tag: string | null | undefined): Language | undefined {
  return names().find((name) => name.toLowerCase() === tag?.toLowerCase())
}

// safe because LANGUAGES has no other keys
const names = () => Object.keys(LANGUAGES) as Language[]
