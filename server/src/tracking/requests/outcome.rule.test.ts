import { expect, it } from 'vitest'
import { CALL_BUCKETS, TRACK_CALLS } from '../../core/enums.ts'
import { statusOfCode } from '../../core/errors/errors.http.ts'
import { BUCKETS_OF, bucketOfCode, codesOfBucket, fieldAtFault, RECORDED } from './outcome.rule.ts'

it('every bucket is of some call, and none is named twice in one', () => {
  const all = TRACK_CALLS.flatMap((call) => BUCKETS_OF[call])
  expect(new Set(all)).toEqual(new Set(CALL_BUCKETS))
  for (const call of TRACK_CALLS) expect(new Set(BUCKETS_OF[call]).size).toBe(BUCKETS_OF[call].length)
})

it('what is recorded is a bucket of its call', () => {
  for (const call of TRACK_CALLS)
    expect(BUCKETS_OF[call]).toEqual(expect.arrayContaining([...RECORDED[call]]))
})

it('every failure of the service is failed, and nothing that the caller did', () => {
  for (const code of ['internal_error', 'service_unavailable', 'invalid_request', 'rate_limited'] as const) {
    expect(bucketOfCode(code) === 'failed').toBe(statusOfCode(code) >= 500)
  }
})

it('a code leads to the bucket that lists it, and an unknown one to refused', () => {
  for (const bucket of CALL_BUCKETS) {
    const found = codesOfBucket(bucket)
    if ('codes' in found) for (const code of found.codes) expect(bucketOfCode(code)).toBe(bucket)
    else expect(found.otherThan.map(bucketOfCode)).not.toContain('refused')
  }
  expect(bucketOfCode('something_new')).toBe('refused')
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
] as const)('a %s with %s, sent with the customer %s, is about %s', (call, code, customer_key, field) => {
  expect(fieldAtFault(call, code, { customer_key })).toBe(field)
})
