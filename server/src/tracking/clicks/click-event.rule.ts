import { hash } from 'node:crypto'

/**
 * Hashes an `event_id` to 32 hexadecimal digits, to recognize a retried click (D65). The hash includes the link, so a
 * client that reuses an ID for another link doesn't cost a partner a click.
 */
export function hashClickEvent(link: { program_id: number; link_id: number }, eventId: string): string {
  return hash('sha256', `${link.program_id} ${link.link_id} ${eventId}`, 'hex').slice(0, 32)
}
