import type { Settings } from './settings.ts'

/** A benchmark: `npm run bench <name>`. It owns a section of README.md. */
export interface Part {
  name: string
  title: string
  /** Returns the Markdown below the section's title. */
  measure: (settings: Settings) => Promise<string>
}
