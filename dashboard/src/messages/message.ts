import { createElement, Fragment, type ReactNode } from 'react'

/** An ICU message, compiled at build time by `scripts/compile-messages.ts`: a text, or a list of parts. */
export type Message = string | readonly Part[]
export type Part =
  | string
  | readonly [argument: string, kind?: 'number']
  | readonly [argument: string, kind: 'tag', children: Message]
  | readonly [argument: string, kind: 'plural' | 'select', options: Readonly<Record<string, Message>>]

export type Catalog = Record<string, Message>

export type MessageArgs = Record<string, string | number | boolean | null | undefined>

/** Values for a message with elements: nodes, and a function for each tag that wraps its text. */
export type RichArgs = Record<string, ReactNode | ((children: ReactNode) => ReactNode)>

let language = 'en'
let messages: Catalog = {}
let numberFormat: Intl.NumberFormat | undefined
let pluralRules: Intl.PluralRules | undefined

/**
 * Sets the interface's language and messages. Called once before the app is imported; changing the
 * language reloads the page.
 */
export function setMessages(newLanguage: string, ...catalogs: Catalog[]): void {
  language = newLanguage
  messages = Object.assign({}, ...catalogs)
  numberFormat = undefined
  pluralRules = undefined
}

/** Returns the locale for numbers, dates, lists and names. */
export function interfaceLanguage(): string {
  return language
}

/**
 * Formats a message, given by its key or as inserted by the build. `t` of `team-text.ts`, `portal-text.ts`
 * and `shared-text.ts` is this function, typed by a catalog.
 */
export function formatText(key: string | Message, args: MessageArgs = {}): string {
  return formatParts(resolveMessage(key), args).join('')
}

/** Formats a message with elements: `<link>text</link>` calls `args.link` with the text. */
export function formatRich(key: string | Message, args: RichArgs = {}): ReactNode {
  return createElement(Fragment, null, ...formatParts(resolveMessage(key), args))
}

const resolveMessage = (key: string | Message): Message =>
  typeof key === 'string' ? (messages[key] ?? key) : key

/** Returns the formatted parts, with adjacent texts joined. */
function formatParts(message: Message, args: RichArgs): ReactNode[] {
  if (typeof message === 'string') return [message]
  const joined: ReactNode[] = []
  for (const node of message.flatMap((part) => formatPart(part, args))) {
    const last = joined.at(-1)
    if (typeof node === 'string' && typeof last === 'string') joined[joined.length - 1] = last + node
    else joined.push(node)
  }
  return joined
}

function formatPart(part: Part, args: RichArgs): ReactNode[] {
  if (typeof part === 'string') return [part]
  const [name, kind, inner] = part
  const value = args[name]
  if (!(name in args)) throw new Error(`The message has no value for "${name}"`)
  if (kind === 'number') return [formatNumber(Number(value))]
  if (kind === 'tag') {
    if (typeof value !== 'function') throw new Error(`The message needs a function for "${name}"`)
    return [value(createElement(Fragment, null, ...formatParts(inner, args)))]
  }
  if (kind === 'plural') {
    const option = inner[`=${String(value)}`] ?? inner[pluralRule(Number(value))]
    return formatParts(option ?? inner.other ?? '', args)
  }
  if (kind === 'select') return formatParts(inner[String(value)] ?? inner.other ?? '', args)
  if (typeof value === 'function') throw new Error(`The message has no tag "${name}"`)
  if (value === undefined || value === null || value === false) return ['']
  return [typeof value === 'number' ? String(value) : value]
}

function pluralRule(count: number): string {
  pluralRules ??= new Intl.PluralRules(language)
  return pluralRules.select(count)
}

function formatNumber(value: number): string {
  numberFormat ??= new Intl.NumberFormat(language)
  return numberFormat.format(value)
}
