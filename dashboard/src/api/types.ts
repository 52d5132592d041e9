import type { paths } from './schema.d.ts'

/** Names for the parts of the API's answers that several files speak of. All of them come from the schemas. */
type Body<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path][Method] extends {
  responses: { 200: { content: { 'application/json': infer Data } } }
}
  ? Data
  : never

export type Account = Body<'/api/account', 'get'>['data']
export type Permission = Account['workspaces'][number]['permissions'][number]
export type Role = Account['workspaces'][number]['role']
export type Program = Body<'/api/programs/{programId}', 'get'>['data']

export type Performance = Body<'/api/tracking/performance/{programId}', 'get'>
export type PerformanceDay = Performance['data'][number]
export type PerformanceMetrics = Performance['metrics']
export type CentsByCurrency = PerformanceMetrics['revenueByCurrency']
export type Trend = PerformanceMetrics['clicksTrend']
export type Currency = keyof CentsByCurrency

export type IntegrationStatus = Body<'/api/tracking/status/{programId}', 'get'>['data']
export type TrackedEvent = Body<'/api/tracking/events/{programId}', 'get'>['data'][number]
export type EventDetails = Body<'/api/tracking/events/{programId}/{type}/{eventId}', 'get'>['data']
export type EventType = TrackedEvent['type']

export type Partner = Body<'/api/programs/{programId}/partners', 'get'>['data'][number]
export type PartnerStatus = Partner['status']
export type PartnerLink = Partner['links'][number]
export type PartnerNumbers = Body<'/api/programs/{programId}/partner-numbers', 'get'>['data'][number]

export type Commission = Body<'/api/programs/{programId}/commissions', 'get'>['data'][number]
export type CommissionStatus = Commission['status']
export type CommissionSum = Body<'/api/programs/{programId}/commissions/sums', 'get'>['data'][number]
export type Customer = Body<'/api/programs/{programId}/customers', 'get'>['data'][number]
export type CustomerStatus = Customer['status']

export type ApiKey = Body<'/api/programs/{programId}/api-keys', 'get'>['data'][number]
export type CommissionPolicy = Body<'/api/programs/{programId}/commission-policies', 'get'>['data'][number]
export type Member = Body<'/api/workspaces/{workspaceId}/members', 'get'>['data'][number]
export type Invitation = Body<'/api/workspaces/{workspaceId}/invitations', 'get'>['data'][number]

export type CommissionChange = Body<
  '/api/programs/{programId}/commissions/{commissionId}/changes',
  'get'
>['data'][number]
export type Refund = EventDetails['refunds'][number]
export type PartnerBalance = Body<'/api/programs/{programId}/balances', 'get'>['data'][number]
export type Payout = Body<'/api/programs/{programId}/payouts', 'get'>['data'][number]
export type PayoutStatus = Payout['status']
export type Invoice = Body<'/api/programs/{programId}/invoices', 'get'>['data'][number]
export type Webhook = Body<'/api/programs/{programId}/webhooks', 'get'>['data'][number]
export type WebhookEventType =
  paths['/api/programs/{programId}/webhooks']['post']['requestBody']['content']['application/json']['eventTypes'][number]
export type WebhookDelivery = Body<
  '/api/programs/{programId}/webhooks/{webhookId}/deliveries',
  'get'
>['data'][number]
export type ProcessorConnection = Body<'/api/programs/{programId}/processor', 'get'>['data']
export type UnattributedPayment = Body<
  '/api/programs/{programId}/unattributed-payments',
  'get'
>['data'][number]
