/** Search results within a program, used to filter its lists. */
export interface SearchResults {
  /** Sales matched by transaction_id. */
  saleIds: readonly number[]
  /** Customers of those sales. */
  saleCustomerIds: readonly number[]
  /** Customers matched by key, email or click. */
  customerIds: readonly number[]
  /** The matching click, and the clicks of matching customers. */
  clicks: readonly { click_uuid: string; received_at: Date }[]
  /** Partners matched by name, email or link code. */
  partnerIds: readonly number[]
  /** Whether there are more matches than those included. */
  isCut: boolean
}

/** Runs a search. Returns undefined if the text is empty. */
export type FindSearchResults = (
  program: { id: number; workspace_id: string },
  search: { text: string | undefined; isTest: boolean },
) => Promise<SearchResults | undefined>
