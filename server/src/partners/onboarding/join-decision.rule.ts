import type { ApplicationStatus, JoinMode, PartnerStatus } from '../../core/enums.ts'

export interface JoinFacts {
  mode: JoinMode
  /** Of the application that this e-mail has sent before. */
  earlier: ApplicationStatus | undefined
  /** What the e-mail is in the program already. */
  partner: PartnerStatus | undefined
  /** Made for this e-mail, or for nobody in particular. */
  invitation: 'named' | 'unnamed' | undefined
}

/**
 * What an application comes to: who it is from is approved at once or waits for the team, or nothing changes but that it
 * is noted. A person who was rejected is let in by the team alone: by its decision, or an invitation in his name.
 */
export function decideJoining({
  mode,
  earlier,
  partner,
  invitation,
}: JoinFacts): 'approve' | 'wait' | 'note' {
  const wasRejected = earlier === 'rejected' || partner === 'rejected'
  if (invitation === 'named') return 'approve'
  if (invitation === 'unnamed' && !wasRejected) return 'approve'
  if (earlier !== undefined) return 'note'
  if (partner === 'approved') return 'approve'
  return mode === 'open' && !wasRejected ? 'approve' : 'wait'
}
