import type { ReactNode } from 'react'
import { formatRich, formatText, type MessageArgs, type RichArgs } from './message.ts'
import type english from './team.en.json'

type Key = keyof typeof english

export const t: (key: Key, args?: MessageArgs) => string = formatText
export const rich: (key: Key, args?: RichArgs) => ReactNode = formatRich
