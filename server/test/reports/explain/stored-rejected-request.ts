import { expect } from 'vitest'
import type { RejectedRequest } from '../../../src/tracking/requests/request-outcome.ts'
import { saveRejectedRequests } from '../../../src/tracking/requests/save-outcomes.sql.ts'
import { send, type TestProgram, type TestService } from '../../harness.ts'
import { CLICK, LEAD, SALE } from '../../merchant.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'

const URLS = { click: CLICK, lead: LEAD, sale: SALE, refund: '/api/v1/track/refund' } as const

/** A rejected tracking request (D51). */
export async function refuse(
  service: TestService,
  shop: { program: TestProgram },
  {
    type,
    body,
    bearer = shop.program.liveKey,
  }: { type: keyof typeof URLS; body: Record<string, unknown>; bearer?: string | null },
): Promise<{ code: string; message: string }> {
  const response = await send(service.app, 'POST', URLS[type], bearer === null ? { body } : { body, bearer })
  const { error, reason, message, sale_id, success } = response.body
  const isExpired = success === true && sale_id === null
  const code = isExpired ? 'window_expired' : (error?.code ?? reason)
  expect(code, response.text).toEqual(expect.any(String))
  await saved(service)
  return { code, message: error?.message ?? message }
}

/** Stores a rejected request that no test request could produce. */
export async function storeRejectedRequest(
  { database, clock }: TestService,
  { program }: { program: TestProgram },
  rejectedRequest: Partial<RejectedRequest> & Pick<RejectedRequest, 'type' | 'code'>,
): Promise<void> {
  const row: RejectedRequest = {
    is_test: false,
    message: 'It was refused.',
    field: null,
    transaction_id: null,
    customer_key: null,
    browser: null,
    landing_page: null,
    click_id: null,
    link_code: null,
    decision_code: null,
    decision_facts: null,
    amount: null,
    currency: null,
    coupon_code: null,
    key_id: null,
    is_authenticated: true,
    request_id: 'r-1',
    count: 1,
    first_at: clock.now(),
    last_at: clock.now(),
    ...rejectedRequest,
  }
  await saveRejectedRequests(database.run, program.id, [row])
}
