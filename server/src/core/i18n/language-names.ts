import type { Language } from '../enums.ts'

/** Each in its own language, as a menu shows them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  vi: 'Tiếng Việt',
}
