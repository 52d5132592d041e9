import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Message, Part } from '../src/messages/message.ts'

/** Compiles a catalog of ICU messages, so that the browser doesn't need a parser. */
export function compileCatalog(catalog: Record<string, string>): Record<string, Message> {
  return Object.fromEntries(Object.entries(catalog).map(([key, text]) => [key, compileMessage(text)]))
}

/** Compiles an ICU message. Throws on syntax that `message.ts` doesn't format. */
export function compileMessage(text: string): Message {
  return compileParts(parse(text))
}

/** `counted` is the argument of the surrounding plural, which `#` shows. */
function compileParts(elements: readonly MessageFormatElement[], counted = ''): Message {
  const parts = elements.map((element) => compilePart(element, counted))
  const [first = ''] = parts
  return parts.length <= 1 && typeof first === 'string' ? first : parts
}

function compilePart(element: MessageFormatElement, counted: string): Part {
  if (element.type === TYPE.literal) return element.value
  if (element.type === TYPE.argument) return [element.value]
  if (element.type === TYPE.pound) return [counted, 'number']
  if (element.type === TYPE.number && element.style == null) return [element.value, 'number']
  if (element.type === TYPE.tag) return [element.value, 'tag', compileParts(element.children, counted)]
  if (element.type === TYPE.select) return [element.value, 'select', compileOptions(element.options, counted)]
  if (element.type === TYPE.plural && element.pluralType === 'cardinal' && element.offset === 0)
    return [element.value, 'plural', compileOptions(element.options, element.value)]
  throw new Error(`unsupported message syntax: ${JSON.stringify(element)}`)
}

function compileOptions(options: Record<string, { value: MessageFormatElement[] }>, counted: string) {
  return Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, compileParts(value, counted)]),
  )
}
