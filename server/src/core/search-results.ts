/** Search results in a program, which filter its lists. */
export interface SearchResults {
  /** Matched by transaction_id. */
  saleIds: readonly number[]
  /** Customers of those sales. */
  customerIdsOfSales: readonly number[]
  /** Matched by key, email or click. */
  customerIds: readonly number[]
  /** The matching click, and those of matching customers. */
  clicks: readonly { click_uuid: string; received_at: Date }[]
  /** Matched by name, email or link code. */
  partnerIds: readonly number[]
  /** There are more matches than included. */
  isCut: boolean
}

/** Runs a search; undefined if the text is empty. */
export type FindSearchResults = (
  program: { id: number; workspace_id: string },
  search: { text: string | undefined; isTest: boolean },
) => Promise<SearchResults | undefined>
