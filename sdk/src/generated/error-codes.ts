// Generated from the API by `npm run api-types`. Do not edit.

/** The codes that the service answers with, and the status that each comes with. */
export interface ServiceErrors {
  /** A field or query parameter is invalid or unknown (see `details.field`). Fix the request before retrying. */
  invalid_request: 400
  /** Neither customer nor click is known here: nothing was recorded, and nobody earns by it. */
  no_attribution: 400
  /** This signup was recorded before. Nothing is left to do. */
  lead_already_settled: 400
  /** The program takes no new referrals; those of before go on. */
  closed_to_new_referrals: 400
  /** No credential, or one that is not known here, a key of a program that is not active, or a management key that does not work. */
  unauthorized: 401
  /** The key is retired: make a new one in the program’s settings. */
  api_key_rotation_required: 401
  /** The account or the management key may not do this here: ask an owner or admin of the workspace for another role or key. */
  forbidden: 403
  /** The workspace demands a second factor: switch it on for the account. */
  two_factor_required: 403
  /** The portal is looked at by the team: nothing of it can be changed this way. */
  read_only_view: 403
  /** The portal stands in a frame of another page, where this is not done: do it at /partner, signed in as yourself. */
  embedded_view: 403
  /** There is no such thing, or it belongs to another program. */
  not_found: 404
  /** No sale has this transaction id: record the sale first, then its refund. */
  sale_not_found: 404
  /** It clashes with what is there; the message says how. */
  conflict: 409
  /** The sale was recorded by an earlier call, `details.sale_id`. Do not send it again. */
  duplicate_transaction: 409
  /** The program is a sandbox, where this is not done: do it in a program that is none. */
  sandbox_program: 409
  /** The program is no sandbox, and its clock is the real one: make a sandbox for that. */
  not_a_sandbox: 409
  /** This `Idempotency-Key` was sent with another body or address before: take a new one for another call. */
  idempotency_key_reused: 409
  /** The first call with this `Idempotency-Key` is still under way: send it again in a moment, unchanged. */
  idempotency_key_in_use: 409
  /** The body is too large: send less at once. */
  payload_too_large: 413
  /** The body is not JSON: send `Content-Type: application/json`. */
  unsupported_media_type: 415
  /** The service does not take this currency; `details` lists those that it takes. */
  unsupported_currency: 422
  /** Too many calls: wait `retry_after_seconds`, then send it again. */
  rate_limited: 429
  /** It failed on our side: send it again later, and name the request id when you report it. */
  internal_error: 500
  /** The database does not answer, or more arrives than it takes: send it again after `Retry-After` seconds. */
  service_unavailable: 503
}
