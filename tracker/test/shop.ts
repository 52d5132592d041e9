import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** A merchant's site with one page at every URL and hostname; `/frame` may differ. */
export interface Shop {
  port: number
  /** The content of the page's head. */
  head: string
  /** The content of the page's body. */
  body: string
  /** The head of `/frame`, if it differs. */
  frameHead: string | undefined
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(404).end()
    const isFrame = request.url?.startsWith('/frame') && shop.frameHead !== undefined
    const page = isFrame ? pageHtml(shop.frameHead ?? '', '') : pageHtml(shop.head, shop.body)
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  const shop: Shop = {
    port: await listen(server, 0),
    head: '',
    body: '',
    frameHead: undefined,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return shop
}

function pageHtml(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><h1>Shop</h1>${body}</body></html>`
}
