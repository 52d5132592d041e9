import { formatText, type MessageArgs } from './message.ts'
import type english from './shared.en.json'

type Key = keyof typeof english

export const t: (key: Key, args?: MessageArgs) => string = formatText
