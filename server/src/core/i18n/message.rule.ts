import { IntlMessageFormat } from 'intl-messageformat'
import { LRUCache } from 'lru-cache'
import { atMost } from '../cache-size.ts'
import type { Language } from '../enums.ts'
import { CATALOGS, type PartnerMessageKey, TEAM_CATALOG, type TeamMessageKey } from './catalogs.ts'
import { LOCALES } from './format.rule.ts'

export type MessageArgs = Readonly<Record<string, string | number>>

/** Caches parsed messages, because parsing takes far longer than formatting. */
const messageCache = new LRUCache<string, IntlMessageFormat>(atMost(2_000))

/** Returns a message in a language, as plain text: escape it before it becomes HTML. */
export function message(language: Language, key: PartnerMessageKey, args: MessageArgs = {}): string {
  const catalog = CATALOGS[language].find((one) => key in one)
  return format(language, key, catalog?.[key], args)
}

/** Returns a message to a workspace member, in English. */
export function teamMessage(key: TeamMessageKey, args: MessageArgs = {}): string {
  return format('en', key, TEAM_CATALOG[key], args)
}

/** Returns whether a key, such as one built from a stored code, has a message. */
export function isTeamMessage(key: string): key is TeamMessageKey {
  return Object.hasOwn(TEAM_CATALOG, key)
}

function format(language: Language, key: string, text: string | undefined, args: MessageArgs): string {
  if (text === undefined) throw new Error(`no message ${key} in ${language}`)
  if (!text.includes('{')) return text
  const cacheKey = `${language} ${key}`
  let messageFormat = messageCache.get(cacheKey)
  if (messageFormat === undefined) {
    messageFormat = new IntlMessageFormat(text, LOCALES[language], undefined, { ignoreTag: true })
    messageCache.set(cacheKey, messageFormat)
  }
  return String(messageFormat.format(args))
}
