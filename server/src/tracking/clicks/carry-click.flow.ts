import type { Deps } from '../../core/deps.ts'
import { findCarriedClick } from './carried-click.sql.ts'
import type { SettledClick } from './click-groups.flow.ts'
import { formatClickId, newestClickId, parseClickId } from './click-id.rule.ts'

interface CarriedRequest {
  /** From the URL, without a link code: a link between two sites of a merchant carried it. */
  carriedClickId: string
  existingClickId: string | undefined
  programId: number | undefined
  at: Date
}

/**
 * Finds the click that a visitor brings from another site of the merchant. Nothing is counted, because it is already
 * recorded. The visitor keeps a newer click of this site.
 */
export async function carryClick(
  { database }: Pick<Deps, 'database'>,
  { carriedClickId, existingClickId, programId, at }: CarriedRequest,
): Promise<SettledClick> {
  const click = parseClickId(newestClickId(existingClickId, carriedClickId) ?? '')
  const isOfProgram = click !== undefined && (programId ?? click.programId) === click.programId
  const found = isOfProgram ? await findCarriedClick(database.run, click) : undefined
  if (click === undefined || found === undefined) {
    const reason = 'unknown_link'
    return { kind: 'not_counted', reason, loss: reason, code: undefined, program_id: programId, at }
  }
  const click_id = formatClickId(click.programId, click.uuid)
  return { kind: 'counted', ...found, click_id, program_id: click.programId, is_repeat: true, at }
}
