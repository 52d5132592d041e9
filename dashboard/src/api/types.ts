import type { components, operations } from './schema.d.ts'

/**
 * Names for the parts of the API's answers that several files speak of. All of them come from the schemas. Where
 * something stands is its status, also where a field of the API is called `state`.
 */
type Schemas = components['schemas']

export type Account = Schemas['Account']
export type Permission = Schemas['Permission']
export type Role = Schemas['Role']
export type Program = Schemas['Program']

export type Performance = Schemas['Performance']
export type CallHealth = Schemas['CallHealthReport']
export type CallsOfKind = Schemas['CallsOfKind']
export type CallSilence = Schemas['CallSilence']
export type CallBucket = Schemas['CallBucket']
export type TrackCall = Schemas['TrackCall']
export type Refusal = Schemas['Refusal']
export type PerformanceDay = Schemas['PerformanceDay']
export type PerformanceMetrics = Schemas['PerformanceMetrics']
export type CentsByCurrency = Schemas['CentsByCurrency']
export type Trend = Schemas['CountTrend']
export type Currency = Schemas['Currency']

export type IntegrationStatus = Schemas['IntegrationStatus']
export type TrackedEvent = Schemas['TrackedEvent']
export type EventDetails = Schemas['EventDetails']
export type EventType = TrackedEvent['type']
/** A sale whose amount is known, so that some of it can go back. */
export type RefundableSale = Extract<EventDetails['event'], { type: 'sale' }> & { amountCents: number }

export type Explanation = Schemas['Explanation']
export type StoryItem = Schemas['StoryItem']
export type Verdict = Schemas['Verdict']
export type VerdictReason = Schemas['VerdictReason']
export type VerdictStanding = Schemas['VerdictStanding']
export type StoryLink = Schemas['StoryLink']

export type Partner = Schemas['Partner']
export type PartnerStatus = Schemas['PartnerStatus']
export type PartnerLink = Schemas['Link']
export type PartnerNumbers = Schemas['PartnerNumbers']
export type PartnerReport = Schemas['PartnerReport']
export type PartnerOrder = NonNullable<
  NonNullable<operations['listPartnerReport']['parameters']['query']>['sort']
>

export type BreakdownRow = Schemas['BreakdownRow']
export type BreakdownCoverage = Schemas['BreakdownCoverage']
type BreakdownQuery = operations['readBreakdown']['parameters']['query']
export type Dimension = BreakdownQuery['by']
export type BreakdownOrder = NonNullable<BreakdownQuery['sort']>

export type Commission = Schemas['Commission']
export type CommissionStatus = Schemas['CommissionStatus']
export type CommissionSum = Schemas['CommissionSum']
export type Customer = Schemas['Customer']
export type CustomerStatus = Schemas['CustomerStatus']

export type ApiKey = Schemas['ApiKey']
export type ApiKeyStatus = ApiKey['state']
export type CommissionPolicy = Schemas['CommissionPolicy']
export type Member = Schemas['Member']
export type ManagementKey = Schemas['ManagementKey']
export type ManagementKeyStatus = ManagementKey['state']
export type Invitation = Schemas['Invitation']
export type NewInvitation = Schemas['NewInvitation']

export type Mail = Schemas['Mail']
export type MailKind = Schemas['MailKind']
export type MailSettings = Schemas['MailSettings']
export type MailStatus = Schemas['MailState']

export type CommissionChange = Schemas['CommissionChange']
export type Refund = EventDetails['refunds'][number]
export type PartnerBalance = Schemas['PartnerBalance']
export type Payout = Schemas['Payout']
export type PayoutBatch = Schemas['PayoutBatch']
export type PayoutSum = Schemas['PayoutSum']
export type PayoutBatchPreview = Schemas['PayoutBatchPreview']
export type PayoutStatus = Schemas['PayoutStatus']
export type PayoutWait = Schemas['PayoutWait']
export type Invoice = Schemas['Invoice']
export type PolicyPreview = Schemas['PolicyPreview']
export type InvoicePreview = Schemas['InvoicePreview']
export type Webhook = Schemas['Webhook']
export type WebhookEventType = Schemas['WebhookEventType']
export type WebhookDelivery = Schemas['WebhookDelivery']
export type DeliveryStatus = WebhookDelivery['state']
export type ProcessorConnection = Schemas['ProcessorConnection']
export type UnattributedPayment = Schemas['UnattributedPayment']
export type KeptEvent = Schemas['KeptEvent']
export type KeptEventStatus = Schemas['KeptEventState']
export type PaymentStatus = UnattributedPayment['state']
export type AuditEntry = Schemas['AuditEntry']
export type AuditAction = Schemas['AuditAction']
export type AuditTarget = Schemas['AuditTarget']
