import { toRequestOutcome } from '../requests/outcome.rule.ts'
import type { RequestNote } from '../requests/request-outcome.ts'
import type { SettledClick } from './click-groups.flow.ts'
import type { ClickLoss, ClickReason } from './decide-click.rule.ts'

/** The reason a click was not counted, as returned to the client. */
export const CLICK_MESSAGES: Record<ClickReason, string> = {
  unknown_link: 'No partner link has this code.',
  inactive_link: 'This partner link is not active.',
  bot: 'Clicks by bots are not counted.',
  program_paused: 'This link’s program is paused or closed to new referrals.',
}

const LOSS_MESSAGES: Record<ClickLoss, string> = {
  ...CLICK_MESSAGES,
  partner_not_approved: 'This link’s partner is not approved.',
}

/**
 * Adds a click's outcome to the request note. The response is `inactive_link` if the partner is not approved, but the
 * note contains the actual reason.
 */
export function annotateClick(note: RequestNote, outcome: SettledClick) {
  if (outcome.kind === 'unknown') return
  note.receivedAt = outcome.at
  if (outcome.code !== undefined) note.linkCode = outcome.code
  if (outcome.program_id !== undefined) note.programId = outcome.program_id
  if (outcome.kind === 'counted') {
    note.result = { kind: 'recorded', outcome: outcome.is_repeat ? 'repeat' : 'counted' }
    return
  }
  const { loss } = outcome
  const countedOutcome = toRequestOutcome(loss)
  note.rejection = { code: loss }
  note.result = { kind: 'not_counted', outcome: countedOutcome, code: loss, message: LOSS_MESSAGES[loss] }
}
