import type { ShopSettings } from './mistakes.ts'
import { bannerHtml, createPages, headHtml, NEXT } from './pages.ts'

/**
 * A single-page app: one document, which navigates with the history API and submits with fetch. @returns the document
 * for a path
 */
export function spaSite(settings: ShopSettings, path: string): string | undefined {
  const pages = createPages(settings)
  if (pages[path] === undefined) return undefined
  const data = JSON.stringify({ pages, next: NEXT }).replaceAll('<', '\\u003c')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${headHtml(settings)}</head>
    <body><main id="app"></main>${bannerHtml(settings)}<script>
      const { pages, next } = ${data}
      const render = () => {
        const page = pages[location.pathname]
        document.title = page.title
        app.innerHTML = page.body
      }
      const go = (path) => { history.pushState(null, '', path); render() }
      addEventListener('popstate', render)
      addEventListener('click', (event) => {
        const path = event.target.closest?.('a')?.getAttribute('href')
        if (!path?.startsWith('/')) return
        event.preventDefault()
        go(path)
      })
      addEventListener('submit', async (event) => {
        const path = event.target.getAttribute('action')
        event.preventDefault()
        if (path === null) return
        await fetch(path, { method: 'POST', body: new URLSearchParams(new FormData(event.target)) })
        go(next[path])
      })
      render()
    </script></body></html>`
}
