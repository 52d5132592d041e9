import type { RefusalEntry } from './explain.ts'

/** How the rule of sales says which window had expired; the test of this file holds both together. */
const EXPIRED = /^The attribution window of ([1-9]\d{0,5}) days? has expired/

/**
 * The days of the attribution window by which a sale was refused. A program keeps its window of now alone, so the answer
 * that the call got is what still says it.
 * @returns undefined where the answer says nothing of it
 */
export function windowThen({ code, message }: Pick<RefusalEntry, 'code' | 'message'>): number | undefined {
  const days = code === 'window_expired' ? EXPIRED.exec(message)?.[1] : undefined
  return days === undefined ? undefined : Number(days)
}
