export {
  AffiliateClient,
  type CallOptions,
  type ClientOptions,
  type Currency,
  type LeadInput,
  type LeadResult,
  type RefundInput,
  type RefundResult,
  type SaleInput,
  type SaleResult,
} from './client.ts'
export { AffiliateError, type AffiliateErrorCode, RateLimitError } from './errors.ts'
export {
  type CommissionData,
  type LeadData,
  type PartnerData,
  type RefundedSaleData,
  type SaleData,
  verifyWebhook,
  type WebhookEvent,
  type WebhookInput,
  WebhookVerificationError,
} from './webhook.ts'
