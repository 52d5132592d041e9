import type { RequestOutcome, RequestType } from '../../core/enums.ts'

/** Outcomes by request type. Every live request with a program has exactly one. */
export const OUTCOMES_OF: Readonly<Record<RequestType, readonly RequestOutcome[]>> = {
  click: [
    'counted',
    'repeat',
    'bot',
    'unknown_link',
    'inactive_link',
    'partner_not_approved',
    'program_closed',
    'unauthorized',
    'rejected',
    'failed',
  ],
  lead: [
    'settled',
    'provisional',
    'repeat',
    'no_attribution',
    'program_closed',
    'unauthorized',
    'rejected',
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
    'rejected',
    'failed',
  ],
  refund: ['applied', 'repeat', 'sale_not_found', 'unauthorized', 'rejected', 'failed'],
}

/** Outcomes that recorded an event. */
export const RECORDED: Readonly<Record<RequestType, readonly RequestOutcome[]>> = {
  click: ['counted'],
  lead: ['settled', 'provisional'],
  sale: ['with_commission', 'no_policy', 'policy_ended'],
  refund: ['applied'],
}

/** Outcomes by API error code, or by the reason of an uncounted click or sale. Any other code is `rejected`. */
const OUTCOME_OF_CODE: Readonly<Record<string, RequestOutcome>> = {
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

export function toRequestOutcome(code: string): RequestOutcome {
  return OUTCOME_OF_CODE[code] ?? 'rejected'
}

/** Returns an outcome's codes. `rejected` covers every code without another outcome. */
export function listOutcomeCodes(outcome: RequestOutcome): { codes: string[] } | { excludedCodes: string[] } {
  const knownCodes = Object.keys(OUTCOME_OF_CODE)
  if (outcome === 'rejected') return { excludedCodes: knownCodes }
  return { codes: knownCodes.filter((code) => OUTCOME_OF_CODE[code] === outcome) }
}

/** Returns the field to check for a rejection whose error contains no field. */
export function failedField(
  type: RequestType,
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
      return type === 'sale' && sent.customer_key !== null ? 'customer_key' : 'click_id'
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
