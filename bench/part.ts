import type { Settings } from './settings.ts'

/** A part of the measurements: `npm run bench <name>`. It has a section of README.md, which it alone writes. */
export interface Part {
  name: string
  title: string
  /** What its section says below the title, in Markdown. */
  measure: (settings: Settings) => Promise<string>
}
