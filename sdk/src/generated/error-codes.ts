// Generated from the API by `npm run api-types`. Do not edit.

/** The service's error codes with their HTTP statuses. */
export interface ServiceErrors {
  /** A field or query parameter is invalid or unknown (see `details.field`). Fix the request before retrying. */
  invalid_request: 400
  /** No known customer or click matches, so nothing was recorded and no commission was created. */
  no_attribution: 400
  /** This signup is already recorded. No action is needed. */
  lead_already_settled: 400
  /** The program no longer accepts new referrals. Existing customers continue to generate commissions. */
  closed_to_new_referrals: 400
  /** The credential is missing, unknown or revoked, or its program is not active. */
  unauthorized: 401
  /** The API key is retired. Create a new one in the program’s settings. */
  api_key_rotation_required: 401
  /** The account or management key lacks permission. Ask a workspace owner or admin for another role or key. */
  forbidden: 403
  /** The workspace requires two-factor authentication. Enable it for this account. */
  two_factor_required: 403
  /** This impersonation session is read-only. */
  read_only_view: 403
  /** This action is not available in an embedded portal. Sign in at /partner instead. */
  embedded_view: 403
  /** The object does not exist or belongs to another program. */
  not_found: 404
  /** No sale has this transaction ID. Record the sale before its refund. */
  sale_not_found: 404
  /** The request conflicts with the current state. See the message. */
  conflict: 409
  /** The sale is already recorded as `details.sale_id`. Do not send it again. */
  duplicate_transaction: 409
  /** This action is not available in a sandbox program. Use a live program. */
  sandbox_program: 409
  /** Only a sandbox program’s clock can be changed. Create a sandbox first. */
  not_a_sandbox: 409
  /** This `Idempotency-Key` was already used with a different URL or body. Use a new key for each operation. */
  idempotency_key_reused: 409
  /** The first request with this `Idempotency-Key` is still in progress. Retry it unchanged in a moment. */
  idempotency_key_in_use: 409
  /** The body is too large. Send less data per request. */
  payload_too_large: 413
  /** The body is not JSON. Send `Content-Type: application/json`. */
  unsupported_media_type: 415
  /** The currency is not supported. `details` lists the supported currencies. */
  unsupported_currency: 422
  /** Too many requests. Retry after `retry_after_seconds`. */
  rate_limited: 429
  /** Something failed on our side. Retry later, and include the request ID if you report it. */
  internal_error: 500
  /** The database is unavailable or the service is overloaded. Retry after `Retry-After` seconds. */
  service_unavailable: 503
}
