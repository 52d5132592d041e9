import type { CallBucket, TrackCall } from '../../core/enums.ts'

/** The buckets of each call: every live call that names a program ends in exactly one of them. */
export const BUCKETS_OF: Readonly<Record<TrackCall, readonly CallBucket[]>> = {
  click: [
    'counted',
    'repeat',
    'bot',
    'unknown_link',
    'inactive_link',
    'partner_not_approved',
    'program_closed',
    'unauthorized',
    'refused',
    'failed',
  ],
  lead: [
    'settled',
    'provisional',
    'repeat',
    'no_attribution',
    'program_closed',
    'unauthorized',
    'refused',
    'failed',
  ],
  sale: [
    'with_commission',
    'no_policy',
    'policy_ended',
    'duplicate',
    'no_attribution',
    'window_expired',
    'unsupported_currency',
    'unauthorized',
    'refused',
    'failed',
  ],
  refund: ['applied', 'repeat', 'sale_not_found', 'unauthorized', 'refused', 'failed'],
}

/** Those that say that the call made what it told of. */
export const RECORDED: Readonly<Record<TrackCall, readonly CallBucket[]>> = {
  click: ['counted'],
  lead: ['settled', 'provisional'],
  sale: ['with_commission', 'no_policy', 'policy_ended'],
  refund: ['applied'],
}

/** By the API's error code, or the reason of a click or sale that was not counted. Any other code is `refused`. */
const BUCKET_OF_CODE: Readonly<Record<string, CallBucket>> = {
  bot: 'bot',
  unknown_link: 'unknown_link',
  inactive_link: 'inactive_link',
  partner_not_approved: 'partner_not_approved',
  program_paused: 'program_closed',
  closed_to_new_referrals: 'program_closed',
  lead_already_settled: 'repeat',
  no_attribution: 'no_attribution',
  window_expired: 'window_expired',
  duplicate_transaction: 'duplicate',
  unsupported_currency: 'unsupported_currency',
  sale_not_found: 'sale_not_found',
  unauthorized: 'unauthorized',
  api_key_rotation_required: 'unauthorized',
  internal_error: 'failed',
  service_unavailable: 'failed',
}

export function bucketOfCode(code: string): CallBucket {
  return BUCKET_OF_CODE[code] ?? 'refused'
}

/** The codes that lead to a bucket; `refused` is every code that leads to none of the others. */
export function codesOfBucket(bucket: CallBucket): { codes: string[] } | { otherThan: string[] } {
  const known = Object.keys(BUCKET_OF_CODE)
  if (bucket === 'refused') return { otherThan: known }
  return { codes: known.filter((code) => BUCKET_OF_CODE[code] === bucket) }
}

/** The field of the call that a refusal is about, where its error names none: what somebody has to look at. */
export function fieldAtFault(
  call: TrackCall,
  code: string,
  sent: { customer_key: string | null },
): string | null {
  switch (code) {
    case 'unauthorized':
    case 'api_key_rotation_required':
      return 'authorization'
    case 'duplicate_transaction':
      return 'transaction_id'
    case 'no_attribution':
    case 'window_expired':
      return call === 'sale' && sent.customer_key !== null ? 'customer_key' : 'click_id'
    case 'unknown_link':
    case 'inactive_link':
    case 'partner_not_approved':
      return 'affiliate_url'
    case 'bot':
      return 'user_agent'
    default:
      return null
  }
}
