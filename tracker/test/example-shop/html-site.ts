import type { ShopSettings } from './mistakes.ts'
import { bannerHtml, createPages, headHtml } from './pages.ts'

/** A site with separate documents, with forms that the browser submits. @returns the document for a path */
export function htmlSite(settings: ShopSettings, path: string): string | undefined {
  const page = createPages(settings)[path]
  if (page === undefined) return undefined
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${page.title}</title>${headHtml(settings)}</head>
    <body>${page.body}${bannerHtml(settings)}</body></html>`
}
