import { type ErrorCode, statusOfCode } from './errors.http.ts'

/** What each code means, and what who gets it does next. */
const MEANINGS: Record<ErrorCode, string> = {
  invalid_request:
    'A field or query parameter is invalid or unknown (see `details.field`). Fix the request before retrying.',
  no_attribution: 'Neither customer nor click is known here: nothing was recorded, and nobody earns by it.',
  lead_already_settled: 'This signup was recorded before. Nothing is left to do.',
  closed_to_new_referrals: 'The program takes no new referrals; those of before go on.',
  unauthorized:
    'No credential, or one that is not known here, a key of a program that is not active, or a management key that does not work.',
  api_key_rotation_required: 'The key is retired: make a new one in the program’s settings.',
  forbidden:
    'The account or the management key may not do this here: ask an owner or admin of the workspace for another role or key.',
  two_factor_required: 'The workspace demands a second factor: switch it on for the account.',
  read_only_view: 'The portal is looked at by the team: nothing of it can be changed this way.',
  embedded_view:
    'The portal stands in a frame of another page, where this is not done: do it at /partner, signed in as yourself.',
  not_found: 'There is no such thing, or it belongs to another program.',
  sale_not_found: 'No sale has this transaction id: record the sale first, then its refund.',
  conflict: 'It clashes with what is there; the message says how.',
  duplicate_transaction: 'The sale was recorded by an earlier call, `details.sale_id`. Do not send it again.',
  sandbox_program: 'The program is a sandbox, where this is not done: do it in a program that is none.',
  not_a_sandbox: 'The program is no sandbox, and its clock is the real one: make a sandbox for that.',
  idempotency_key_reused:
    'This `Idempotency-Key` was sent with another body or address before: take a new one for another call.',
  idempotency_key_in_use:
    'The first call with this `Idempotency-Key` is still under way: send it again in a moment, unchanged.',
  payload_too_large: 'The body is too large: send less at once.',
  unsupported_media_type: 'The body is not JSON: send `Content-Type: application/json`.',
  unsupported_currency: 'The service does not take this currency; `details` lists those that it takes.',
  rate_limited: 'Too many calls: wait `retry_after_seconds`, then send it again.',
  internal_error: 'It failed on our side: send it again later, and name the request id when you report it.',
  service_unavailable:
    'The database does not answer, or more arrives than it takes: send it again after `Retry-After` seconds.',
}

/** Every code of the API's errors, by status. */
export function explainErrors(): { code: string; status: number; meaning: string }[] {
  const codes = Object.entries(MEANINGS) as [ErrorCode, string][] // safe because these are its keys
  return codes.map(([code, meaning]) => ({ code, status: statusOfCode(code), meaning }))
}
