import type { Deps } from '../../core/deps.ts'
import { findCarriedClick } from './carried-click.sql.ts'
import type { SettledClick } from './click-groups.flow.ts'
import { formatClickId, parseClickId } from './click-id.rule.ts'
import { normalizeCode } from './match-code.rule.ts'

interface CarriedRequest {
  /** A click ID in a URL without a link code, carried over by a link between two of a merchant's sites. */
  carriedClickId: string
  existingClickId: string | undefined
  programId: number | undefined
  at: Date
}

/**
 * Finds the click that a visitor brings from another of the merchant's sites. Nothing is counted, because the click is
 * already recorded. A newer click on this site takes precedence.
 */
export async function carryClick(
  { database }: Pick<Deps, 'database'>,
  { carriedClickId, existingClickId, programId, at }: CarriedRequest,
): Promise<SettledClick> {
  const carried = parseClickId(carriedClickId)
  const existing = existingClickId === undefined ? undefined : parseClickId(existingClickId)
  const newestFirst = [existing, carried]
    .filter((click) => click !== undefined)
    // Another program's click doesn't count here, and can't hide one that does.
    .filter((click) => click.programId === (programId ?? carried?.programId))
    .sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime())
  for (const click of newestFirst) {
    const carriedClick = await findCarriedClick(database.run, click)
    if (carriedClick === undefined) continue
    const click_id = formatClickId(click.programId, click.uuid)
    return { kind: 'counted', ...carriedClick, click_id, program_id: click.programId, is_repeat: true, at }
  }
  const reason = 'unknown_link'
  return { kind: 'not_counted', reason, loss: reason, code: undefined, program_id: programId, at }
}

/**
 * Puts the code of the click named in the URL first. A redirect link appends its code and click ID to the page's URL,
 * which may already contain other links' codes.
 */
export async function preferCarriedCode(
  { database }: Pick<Deps, 'database'>,
  codes: readonly string[],
  carriedClickId: string,
): Promise<readonly string[]> {
  const carried = parseClickId(carriedClickId)
  if (carried === undefined || codes.length < 2) return codes
  const click = await findCarriedClick(database.run, carried)
  if (click === undefined) return codes
  const carriedCode = normalizeCode(click.code)
  const isCarried = (code: string) => normalizeCode(code) === carriedCode
  return [...codes.filter(isCarried), ...codes.filter((code) => !isCarried(code))]
}
