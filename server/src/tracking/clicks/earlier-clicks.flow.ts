import type { Run } from '../../core/database/database.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import { type ClickEvent, findRetriedClicks, loadEarlierClicks } from './click.sql.ts'
import type { EarlierClick } from './click.ts'
import { type ClickId, parseClickId } from './click-id.rule.ts'
import { isRecent } from './decide-click.rule.ts'
import { clickLimits } from './limits.ts'

/** A click with a known link and an earlier click in its cookie. */
interface ClickWithCookie {
  found: { link: { program_id: number } }
  request: { existing_click_id: string | undefined; received_at: Date }
}

/** Returns the live clicks in the visitors' cookies, by UUID. */
export async function findEarlierClicks(
  run: Run,
  clicks: readonly ClickWithCookie[],
): Promise<Map<string, EarlierClick>> {
  const requestsByProgram = groupBy(
    clicks.flatMap((click) => findRecentClick(click) ?? []),
    ({ programId }) => programId,
  )
  const found = await Promise.all(
    [...requestsByProgram].map(([programId, ids]) => loadEarlierClicks(run, programId, ids)),
  )
  return new Map(found.flat().map((click) => [click.click_uuid, click]))
}

/** Returns the click in the cookie, unless it belongs to another program or is too old to be repeated. */
export function findRecentClick({ found, request }: ClickWithCookie): ClickId | undefined {
  const { existing_click_id, received_at } = request
  const click = existing_click_id === undefined ? undefined : parseClickId(existing_click_id)
  if (click?.programId !== found.link.program_id) return undefined
  return isRecent(click.receivedAt, received_at, clickLimits.repeatClickMs) ? click : undefined
}

/** Returns the UUIDs of the clicks recorded for these `event_id` values, by hash. */
export async function findRetriedClickIds(
  run: Run,
  events: readonly (ClickEvent & { program_id: number })[],
): Promise<Map<string, string>> {
  const eventsByProgram = [...groupBy(events, ({ program_id }) => program_id)]
  const found = await Promise.all(
    eventsByProgram.map(([programId, requests]) => findRetriedClicks(run, programId, requests)),
  )
  return new Map(found.flat().map(({ event_hash, click_uuid }) => [event_hash, click_uuid]))
}
