import type { LucideIcon } from 'lucide-react'

/** What can be opened from the command palette. */
export interface PaletteItem {
  label: string
  /** Additional search words. */
  keywords?: string | undefined
  hint?: string | undefined
  icon: LucideIcon
  href: string
}

export interface PaletteGroup {
  name: string
  items: PaletteItem[]
}

/** Returns whether every word of the text is the beginning of a word in the label. */
export function matchesLabel(label: string, text: string): boolean {
  const words = splitWords(label)
  return splitWords(text).every((word) => words.some((one) => one.startsWith(word)))
}

function splitWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}
