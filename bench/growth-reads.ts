/** A read in the API document: its path, and the query it is measured with. */
export interface Read {
  path: string
  query: string
}

/** Part of an OpenAPI document. */
export interface ApiDocument {
  paths: Record<string, { get?: unknown }>
}

/** Reads that can't be called repeatedly, or whose cost doesn't depend on data. The table shows the reason. */
const NOT_CALLED: Readonly<Record<string, string>> = {
  '/api/processor/{processor}/callback': 'a redirect from a processor, which connects an account',
  '/api/programs/{programId}/webhook-listeners/{listenerId}': 'needs a running `affiliate listen`',
}

const LISTS = '/api/programs/{programId}'
const OWN = '/api/partner/programs/{programId}'

/**
 * Queries by path; a path that isn't listed is called without one. Names in braces are replaced by each program's
 * IDs. Exports are limited to the same number of rows in both programs: `recent` is the time of the newest 1,000
 * commissions.
 */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  '/api/tracking/health/{programId}': ['period=30d'],
  '/api/tracking/performance/{programId}': ['period=30d', 'period=all'],
  '/api/tracking/events/{programId}': [
    '',
    'type=click',
    'type=lead',
    'type=sale',
    'type=sale&sales=refunded',
    'search=order-1234',
    'search=buyer-1234',
    'search=link-7',
    'search=nothing-like-it',
  ],
  '/api/tracking/breakdown/{programId}': [
    'by=partner&period=30d&limit=10',
    'by=link&period=30d&limit=10',
    'by=group&period=30d&limit=10',
    'by=landingPage&period=30d&limit=10',
    'by=product&period=30d&limit=10',
  ],
  '/api/tracking/breakdown/{programId}/file.csv': ['by=group&period=30d'],
  '/api/workspaces/{workspaceId}/audit': ['', 'action=partner.approve'],
  '/api/workspaces/{workspaceId}/mails': ['', 'state=failed'],
  [`${LISTS}/rejected-requests`]: ['', 'code=invalid_request', 'text=rejected-77', 'outcome=rejected'],
  [`${LISTS}/rejected-requests.csv`]: ['text=rejected-77'],
  [`${LISTS}/webhooks/{webhookId}/deliveries`]: ['', 'state=failed'],
  [`${LISTS}/partners`]: [
    'limit=20',
    'limit=20&status=closed',
    'limit=20&status=pending',
    'limit=5&group={groupId}',
    'limit=5&tag=tag%202',
    'limit=10&search=partner',
    'limit=10&search=partner-17%40',
    'limit=10&search=nothing-like-it',
  ],
  [`${LISTS}/links`]: ['limit=20', 'partnerId={partnerId}', 'limit=20&status=inactive'],
  [`${LISTS}/applications`]: ['limit=10', 'limit=10&status=pending', 'limit=10&search=applicant-17%40'],
  [`${LISTS}/applications/selection`]: ['status=pending', 'search=applicant-17%40'],
  [`${LISTS}/partner-invitations`]: ['limit=20'],
  [`${LISTS}/partner-report`]: [
    'limit=20&period=30d',
    'limit=20&period=30d&sort=name',
    'limit=20&period=30d&sort=revenue',
    'limit=10&period=30d&search=partner-17%40',
  ],
  [`${LISTS}/partner-metrics`]: ['partnerIds={partnerId}&period=30d'],
  [`${LISTS}/commissions`]: [
    '',
    'status=pending',
    'status=reversed',
    'currency=EUR',
    'holdReason=possible_duplicate&limit=5',
    'partnerId={partnerId}',
    'search=order-1234',
    'search=partner%201',
    'search=nothing-like-it',
  ],
  [`${LISTS}/commissions/sums`]: [
    '',
    'status=pending',
    'partnerId={partnerId}',
    'search=order-1234',
    'from={recent}',
  ],
  [`${LISTS}/commissions/selection`]: ['from={recent}', 'search=order-1234'],
  [`${LISTS}/commissions.csv`]: ['from={recent}'],
  [`${LISTS}/balances`]: ['limit=20', 'limit=20&due=true', 'partnerId={partnerId}'],
  [`${LISTS}/payouts/preview`]: ['', 'partnerId={partnerId}'],
  [`${LISTS}/payouts`]: [
    'limit=20',
    'limit=20&status=open',
    'limit=20&status=canceled',
    'partnerId={partnerId}',
  ],
  [`${LISTS}/payouts/export.csv`]: ['partnerId={partnerId}'],
  [`${LISTS}/payout-files`]: ['batchId={batchId}&format=paypal&currency=USD'],
  [`${LISTS}/invoices/preview`]: ['month={month}&EUR=1.1'],
  [`${LISTS}/coupon-codes`]: [
    'limit=20',
    'limit=1&code=CODE17',
    'limit=20&status=archived',
    'partnerId={partnerId}',
  ],
  [`${LISTS}/coupon-codes.csv`]: ['partnerId={partnerId}'],
  [`${LISTS}/unattributed-payments`]: ['', 'state=unattributed', 'state=dismissed'],
  [`${LISTS}/events-for-review`]: ['', 'state=resolved'],
  [`${LISTS}/search`]: ['query=partner-17', 'query=order-1234', 'query=buyer-1234', 'query=nothing-like-it'],
  [`${LISTS}/customers`]: [
    '',
    'status=lead',
    'partnerId={partnerId}',
    'search=buyer-1234',
    'search=nothing-like-it',
  ],
  [`${LISTS}/customers/sums`]: ['', 'status=lead', 'search=buyer-1234', 'from={recent}'],
  [`${LISTS}/customers.csv`]: ['from={recent}'],
  [`${LISTS}/sales`]: [
    '',
    'status=refunded',
    'currency=EUR',
    'partnerId={partnerId}',
    'customerId={customerId}',
  ],
  [`${LISTS}/coupon-report`]: ['period=7d'],
  [`${LISTS}/capture-report`]: ['period=7d'],
  [`${LISTS}/explain`]: ['transactionId=order-1234', 'customerKey=buyer-600', 'saleId={saleId}'],
  [`${LISTS}/reconciliations/{reconciliationId}/differences`]: ['limit=10'],
  [`${LISTS}/claims`]: ['', 'state=open&limit=20', 'partnerId={partnerId}'],
  [`${LISTS}/data-subject`]: ['customerKey=buyer-600'],
  [`${OWN}/overview`]: ['period=30d'],
  [`${OWN}/links`]: ['period=30d'],
  [`${OWN}/earnings`]: ['', 'status=pending'],
  [`${OWN}/earnings.csv`]: ['from={recent}'],
  [`${OWN}/statement.html`]: ['month={month}'],
  [`${OWN}/statement.csv`]: ['month={month}'],
}

/** Returns every GET operation in the document, so that no new one is forgotten. */
export function listReads(document: ApiDocument): Read[] {
  const paths = Object.keys(document.paths).filter((path) => document.paths[path]?.get !== undefined)
  const unknown = Object.keys(QUERIES).find((path) => !paths.includes(path))
  if (unknown !== undefined) throw new Error(`the API document has no GET ${unknown}`)
  return paths.flatMap((path) => (QUERIES[path] ?? ['']).map((query) => ({ path, query })))
}

/** Returns the reason a read isn't called; undefined if it is called. */
export function skipReason({ path }: Read): string | undefined {
  return NOT_CALLED[path]
}
