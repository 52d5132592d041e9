import { type ErrorCode, getStatus } from './errors.http.ts'

/** The meaning of each code and how to handle it. */
const ERROR_MEANINGS: Record<ErrorCode, string> = {
  invalid_request:
    'A field or query parameter is invalid or unknown (see `details.field`). Fix the request before retrying.',
  no_attribution:
    'No known customer or click matches, so nothing was recorded and no commission was created.',
  lead_already_settled: 'This signup is already recorded. No action is needed.',
  closed_to_new_referrals:
    'The program no longer accepts new referrals. Existing customers continue to generate commissions.',
  unauthorized: 'The credential is missing, unknown or revoked, or its program is not active.',
  api_key_rotation_required: 'The API key is retired. Create a new one in the program’s settings.',
  forbidden:
    'The account or management key lacks permission. Ask a workspace owner or admin for another role or key.',
  two_factor_required: 'The workspace requires two-factor authentication. Enable it for this account.',
  read_only_view: 'This impersonation session is read-only.',
  embedded_view: 'This action is not available in an embedded portal. Sign in at /partner instead.',
  not_found: 'The object does not exist or belongs to another program.',
  sale_not_found: 'No sale has this transaction ID. Record the sale before its refund.',
  conflict: 'The request conflicts with the current state. See the message.',
  duplicate_transaction: 'The sale is already recorded as `details.sale_id`. Do not send it again.',
  sandbox_program: 'This action is not available in a sandbox program. Use a live program.',
  not_a_sandbox: 'Only a sandbox program’s clock can be changed. Create a sandbox first.',
  idempotency_key_reused:
    'This `Idempotency-Key` was already used with a different URL or body. Use a new key for each operation.',
  idempotency_key_in_use:
    'The first request with this `Idempotency-Key` is still in progress. Retry it unchanged in a moment.',
  payload_too_large: 'The body is too large. Send less data per request.',
  unsupported_media_type: 'The body is not JSON. Send `Content-Type: application/json`.',
  unsupported_currency: 'The currency is not supported. `details` lists the supported currencies.',
  rate_limited: 'Too many requests. Retry after `retry_after_seconds`.',
  internal_error: 'Something failed on our side. Retry later, and include the request ID if you report it.',
  service_unavailable:
    'The database is unavailable or the service is overloaded. Retry after `Retry-After` seconds.',
}

/** Returns every error code with its meaning, ordered by status. */
export function explainErrors(): { code: string; status: number; meaning: string }[] {
  const codes = Object.entries(ERROR_MEANINGS) as [ErrorCode, string][] // safe because these are its keys
  return codes.map(([code, meaning]) => ({ code, status: getStatus(code), meaning }))
}
