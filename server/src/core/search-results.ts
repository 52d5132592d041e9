/** What a search found in a program, by which its lists choose their rows. */
export interface Sought {
  /** By their transaction_id. */
  saleIds: readonly number[]
  /** Whose those sales are. */
  customerIdsOfSales: readonly number[]
  /** By their key, their e-mail or their click. */
  customerIds: readonly number[]
  /** The click that was named, and those of the customers who were. */
  clicks: readonly { click_uuid: string; received_at: Date }[]
  /** By their name, their e-mail or a code of theirs. */
  partnerIds: readonly number[]
  /** More begins with the text than is looked at. */
  isCut: boolean
}

/** Looks up what was typed; undefined where nothing was. */
export type FindSearchResults = (
  program: { id: number; workspace_id: string },
  search: { text: string | undefined; isTest: boolean },
) => Promise<Sought | undefined>
