import { type DialogSearch, readDialog, readId } from '../../search/read-search.ts'

export interface WebhooksSearch extends DialogSearch {
  /** The webhook whose deliveries are open. */
  open?: number
}

export function readWebhooksSearch(search: Record<string, unknown>): WebhooksSearch {
  const open = readId(search.open)
  return { ...readDialog(search), ...(open === undefined ? {} : { open }) }
}
