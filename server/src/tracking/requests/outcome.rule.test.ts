import { expect, it } from 'vitest'
import { REQUEST_OUTCOMES, REQUEST_TYPES } from '../../core/enums.ts'
import { getStatus } from '../../core/errors/errors.http.ts'
import { failedField, listOutcomeCodes, OUTCOMES_OF, RECORDED, toRequestOutcome } from './outcome.rule.ts'

it('every outcome belongs to a request type and is listed once per type', () => {
  const all = REQUEST_TYPES.flatMap((type) => OUTCOMES_OF[type])
  expect(new Set(all)).toEqual(new Set(REQUEST_OUTCOMES))
  for (const type of REQUEST_TYPES) expect(new Set(OUTCOMES_OF[type]).size).toBe(OUTCOMES_OF[type].length)
})

it('every recorded outcome is an outcome of its request type', () => {
  for (const type of REQUEST_TYPES)
    expect(OUTCOMES_OF[type]).toEqual(expect.arrayContaining([...RECORDED[type]]))
})

it('only service errors have the outcome failed', () => {
  for (const code of ['internal_error', 'service_unavailable', 'invalid_request', 'rate_limited'] as const) {
    expect(toRequestOutcome(code) === 'failed').toBe(getStatus(code) >= 500)
  }
})

it('an error code has the outcome that lists it, and an unknown code is rejected', () => {
  for (const outcome of REQUEST_OUTCOMES) {
    const found = listOutcomeCodes(outcome)
    if ('codes' in found) for (const code of found.codes) expect(toRequestOutcome(code)).toBe(outcome)
    else expect(found.excludedCodes.map(toRequestOutcome)).not.toContain('rejected')
  }
  expect(toRequestOutcome('something_new')).toBe('rejected')
})

it.each([
  ['sale', 'no_attribution', 'cus-1', 'customer_key'],
  ['sale', 'no_attribution', null, 'click_id'],
  ['sale', 'window_expired', 'cus-1', 'customer_key'],
  ['lead', 'no_attribution', 'cus-1', 'click_id'],
  ['sale', 'unauthorized', null, 'authorization'],
  ['sale', 'duplicate_transaction', 'cus-1', 'transaction_id'],
  ['click', 'bot', null, 'user_agent'],
  ['click', 'program_paused', null, null],
] as const)(
  'a %s request rejected with %s and the customer_key %s names the field %s',
  (type, code, customer_key, field) => {
    expect(failedField(type, code, { customer_key })).toBe(field)
  },
)
