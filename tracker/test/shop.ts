import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** A merchant's site: one page, at every address and under every name; the address `/frame` may differ. */
export interface Shop {
  port: number
  /** What the page has in its head from now on. */
  head: string
  /** What the page has in its body from now on. */
  body: string
  /** What the page at `/frame` has in its head, when it is not that of the others. */
  frameHead: string | undefined
  close(): Promise<void>
}

export async function openShop(): Promise<Shop> {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') return response.writeHead(404).end()
    const isFrame = request.url?.startsWith('/frame') && shop.frameHead !== undefined
    const page = isFrame ? pageOf(shop.frameHead ?? '', '') : pageOf(shop.head, shop.body)
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

function pageOf(head: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>Shop</title>${head}</head><body><h1>Shop</h1>${body}</body></html>`
}
