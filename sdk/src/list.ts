import type { ResponseInfo } from './response.ts'

export interface ListOptions {
  /** How many to read at most, over all pages. Default: all there are. */
  limit?: number | undefined
  /** How many to ask the service for at a time, at most 200. Default 50. */
  pageSize?: number | undefined
  /** Where to go on: `meta.nextCursor` of a page that was read before. */
  cursor?: string | undefined
}

/** One answer of a list. */
export interface Page<Item> {
  data: Item[]
  meta: { nextCursor: string | null; [more: string]: unknown }
  response: ResponseInfo
}

type ReadPage<Item> = (position: { limit?: number; cursor?: string }) => Promise<Page<Item>>

const LARGEST_PAGE = 200

/**
 * The rows of a list, read as they are asked for: `for await (const partner of affiliate.partners.list())`. Nothing is
 * read before that, and walking it again reads it again.
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #options: ListOptions
  readonly #readPage: ReadPage<Item>

  /** Made by the methods of a client. */
  constructor(options: ListOptions, readPage: ReadPage<Item>) {
    checkCount('limit', options.limit)
    checkCount('pageSize', options.pageSize)
    this.#options = options
    this.#readPage = readPage
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  /** The same rows as the answers that brought them. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    const { limit = Number.POSITIVE_INFINITY, pageSize, cursor: first } = this.#options
    let left = limit
    let cursor = first
    while (left > 0) {
      const most = Math.min(left, pageSize ?? LARGEST_PAGE)
      const isSized = pageSize !== undefined || Number.isFinite(left)
      const page = await this.#readPage({
        ...(isSized ? { limit: most } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      })
      yield page.data.length > left ? { ...page, data: page.data.slice(0, left) } : page
      left -= page.data.length
      if (page.meta.nextCursor === null) return
      cursor = page.meta.nextCursor
    }
  }

  /** All rows at once: name a `limit` where there may be many. */
  async toArray(): Promise<Item[]> {
    const rows: Item[] = []
    for await (const row of this) rows.push(row)
    return rows
  }
}

function checkCount(name: string, count: number | undefined) {
  if (count === undefined || (Number.isInteger(count) && count >= 1)) return
  throw new TypeError(`${name} takes a whole number from 1 on.`)
}
