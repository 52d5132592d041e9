export { AffiliateClient } from './client.ts'
export {
  AffiliateError,
  type AffiliateErrorCode,
  type AffiliateErrorOf,
  type ClientErrorCode,
  type ErrorDetails,
  isAffiliateError,
  RateLimitError,
  type ServiceErrorCode,
} from './errors.ts'
export type { Resources } from './generated/resources.ts'
export type * from './generated/types.ts'
export type { WithNumericIds } from './ids.ts'
export type { List, ListOptions, Page } from './list.ts'
export type { CallOptions, ClientOptions, RequestEvent, ResponseEvent, RetryEvent } from './options.ts'
export { type RateLimit, type ResponseInfo, withResponse } from './response.ts'
export type {
  ClickInput,
  ClickResult,
  LeadInput,
  LeadResult,
  RefundInput,
  RefundResult,
  SaleInput,
  SaleResult,
} from './track.ts'
export {
  type CommissionData,
  type LeadData,
  type PartnerData,
  type RefundedSaleData,
  type SaleData,
  type SignedWebhook,
  signWebhook,
  verifyWebhook,
  type WebhookEvent,
  type WebhookInput,
  type WebhookToSign,
  WebhookVerificationError,
} from './webhook.ts'
