import type { ApplicationStatus } from '../../core/enums.ts'
import { isClosedAddress } from '../../notifications/mail/closed-address.rule.ts'

export const SKIP_REASONS = ['changed', 'closed', 'not_found'] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

interface Decidable {
  status: ApplicationStatus
  version: number
  email: string
}

export type BulkDecision<Application> =
  | { kind: 'decide'; application: Application }
  /** Already has the status that was requested. */
  | { kind: 'unchanged' }
  | { kind: 'skip'; reason: SkipReason }

/**
 * Decides what a bulk approval or rejection does with one application.
 * @param application its current state; undefined if it doesn't exist
 * @param version the version that was listed
 */
export function bulkDecision<Application extends Decidable>(
  application: Application | undefined,
  { version, decision }: { version: number; decision: 'approve' | 'reject' },
): BulkDecision<Application> {
  if (application === undefined) return { kind: 'skip', reason: 'not_found' }
  if (application.status === STATUS_AFTER[decision]) return { kind: 'unchanged' }
  if (application.version !== version) return { kind: 'skip', reason: 'changed' }
  if (isClosedAddress(application.email)) return { kind: 'skip', reason: 'closed' }
  return { kind: 'decide', application }
}

const STATUS_AFTER = { approve: 'approved', reject: 'rejected' } as const
