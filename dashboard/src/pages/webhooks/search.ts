import { readId } from '../../search/read-search.ts'

export interface WebhooksSearch {
  /** The webhook whose deliveries are open. */
  open?: number
}

export function readWebhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  const open = readId(search.open)
  return open === undefined ? {} : { open }
}
