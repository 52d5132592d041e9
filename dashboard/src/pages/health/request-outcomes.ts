import type { RequestOutcome, RequestType } from '../../api/types.ts'
import { t } from '../../messages/team-text.ts'

/** Buckets that leave a row in the list of refused calls. */
export function leavesRejection(type: RequestType, outcome: RequestOutcome): boolean {
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

/** The fields of the API as people know them; `authorization` is the header. */
export function fieldWords(field: string): string {
  return field === 'authorization' ? t('health.authorizationHeader') : field
}
