import type { CallBucket, TrackCall } from '../../api/types.ts'

/** Buckets that leave a row in the list of refused calls. */
export function leavesRefusal(call: TrackCall, bucket: CallBucket): boolean {
  return !RECORDED.includes(bucket) && !(bucket === 'repeat' && call !== 'lead')
}

export const RECORDED: readonly CallBucket[] = [
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
  return field === 'authorization' ? 'Authorization header' : field
}
