import type { Language } from '../enums.ts'

/** Language names, each in its own language, as shown in a menu. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  'pt-BR': 'Português (Brasil)',
  vi: 'Tiếng Việt',
}
