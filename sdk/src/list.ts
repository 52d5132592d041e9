import type { ResponseInfo } from './response.ts'

export interface ListOptions {
  /** Maximum number of rows across all pages. Default: all. */
  limit?: number | undefined
  /** Rows per request, at most 200. Default 50. */
  pageSize?: number | undefined
  /** The cursor to continue from: `meta.nextCursor` from an earlier page. */
  cursor?: string | undefined
}

/** One page of a list. */
export interface Page<Item> {
  data: Item[]
  meta: { nextCursor: string | null; [more: string]: unknown }
  response: ResponseInfo
}

type ReadPage<Item> = (position: { limit?: number; cursor?: string }) => Promise<Page<Item>>

const MAX_PAGE_SIZE = 200

/**
 * A list that is fetched lazily, page by page: `for await (const partner of affiliate.partners.list())`.
 * Iterating again fetches it again.
 */
export class List<Item> implements AsyncIterable<Item> {
  readonly #options: ListOptions
  readonly #readPage: ReadPage<Item>

  /** Lists are created by a client's methods. */
  constructor(options: ListOptions, readPage: ReadPage<Item>) {
    checkCount('limit', options.limit)
    checkCount('pageSize', options.pageSize)
    this.#options = options
    this.#readPage = readPage
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data
  }

  /** Iterates over the pages instead of the rows. */
  async *pages(): AsyncGenerator<Page<Item>, void, undefined> {
    const { limit = Number.POSITIVE_INFINITY, pageSize, cursor: first } = this.#options
    let remaining = limit
    let cursor = first
    while (remaining > 0) {
      const most = Math.min(remaining, pageSize ?? MAX_PAGE_SIZE)
      const isSized = pageSize !== undefined || Number.isFinite(remaining)
      const page = await this.#readPage({
        ...(isSized ? { limit: most } : {}),
        ...(cursor === undefined ? {} : { cursor }),
      })
      yield page.data.length > remaining ? { ...page, data: page.data.slice(0, remaining) } : page
      remaining -= page.data.length
      if (page.meta.nextCursor === null) return
      cursor = page.meta.nextCursor
    }
  }

  /** Returns all rows in an array. Set a `limit` if there may be many. */
  async toArray(): Promise<Item[]> {
    const rows: Item[] = []
    for await (const row of this) rows.push(row)
    return rows
  }
}

function checkCount(name: string, count: number | undefined) {
  if (count === undefined || (Number.isInteger(count) && count >= 1)) return
  throw new TypeError(`${name} must be a positive integer.`)
}
