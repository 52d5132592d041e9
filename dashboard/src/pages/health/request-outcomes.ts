import type { RequestOutcome, RequestType } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** Returns whether requests with this outcome appear in the list of rejected requests. */
export function isListedAsRejected(type: RequestType, outcome: RequestOutcome): boolean {
  return !RECORDED.includes(outcome) && !(outcome === 'repeat' && type !== 'lead')
}

export const RECORDED: readonly RequestOutcome[] = [
  'counted',
  'settled',
  'provisional',
  'with_commission',
  'no_policy',
  'policy_ended',
  'applied',
]

/** Returns a readable name for an API field; `authorization` is the header. */
export function fieldLabel(field: string): string {
  return field === 'authorization' ? t('health.authorizationHeader') : field
}
