import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'

/** A message, already parsed in production builds. */
type Message = ConstructorParameters<typeof IntlMessageFormat>[0]
export type Catalog = Record<string, Message>

export type MessageArgs = Record<string, string | number | boolean | null | undefined>

/** Values of a message with elements: nodes, and for each tag a function that wraps its text. */
export type RichArgs = Record<string, ReactNode | ((children: ReactNode) => ReactNode)>

let language = 'en'
let messages: Catalog = {}
const parsed = new Map<string, IntlMessageFormat>()

/**
 * Sets the language and messages of the interface. Called once before the app is imported; changing the
 * language reloads the page.
 */
export function setMessages(newLanguage: string, ...catalogs: Catalog[]): void {
  language = newLanguage
  messages = Object.assign({}, ...catalogs)
  parsed.clear()
}

/**
 * Adds a module's messages. Calls are inserted by `compileMessages` in `vite.config.ts`.
 * @public
 */
export function addMessages(catalog: Catalog): void {
  Object.assign(messages, catalog)
}

/** Returns the locale for numbers, dates, lists and names. */
export function interfaceLanguage(): string {
  return language
}

/**
 * Formats a message. `t` of `team-text.ts`, `portal-text.ts` and `shared-text.ts` is this function, typed by
 * a catalog.
 */
export function formatText(key: string, args?: MessageArgs): string {
  const message = messages[key] ?? key
  return isPlain(message) ? message : String(parse(key, message).format(args))
}

/** Formats a message with elements: `<link>text</link>` calls `args.link` with the text. */
export function formatRich(key: string, args: RichArgs = {}): ReactNode {
  const values = Object.entries(args).map(([name, value]) => [
    name,
    typeof value === 'function' ? inElement(value) : value,
  ])
  const parts = parse(key, messages[key] ?? key).format<ReactNode>(Object.fromEntries(values))
  return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
}

function inElement(element: (children: ReactNode) => ReactNode) {
  return (parts: ReactNode[]) => element(createElement(Fragment, null, ...parts))
}

/** Skips parsing, because most messages have no arguments or quoting. */
function isPlain(message: Message): message is string {
  return typeof message === 'string' && !/[{}<']/.test(message)
}

function parse(key: string, message: Message): IntlMessageFormat {
  let format = parsed.get(key)
  if (format === undefined) {
    format = new IntlMessageFormat(message, language)
    parsed.set(key, format)
  }
  return format
}
