import { hash } from 'node:crypto'

/**
 * What a retried click is recognized by (D65), as 32 hexadecimal digits. The link is part of it: an `event_id` that comes
 * with another link is another click, so that no partner loses a click to a caller who reuses an id.
 */
export function hashClickEvent(link: { program_id: number; link_id: number }, eventId: string): string {
  return hash('sha256', `${link.program_id} ${link.link_id} ${eventId}`, 'hex').slice(0, 32)
}
