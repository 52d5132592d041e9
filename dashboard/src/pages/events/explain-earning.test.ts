import { expect, test } from 'vitest'
import type { EventDetails } from '../../api/types.ts'
import { explainEarning } from './explain-earning.ts'

const lead = (source: 'server' | 'browser') =>
  // safe because explainEarning reads only these fields for a provisional lead
  ({
    commissionReason: 'provisional_lead',
    event: { type: 'lead', state: 'provisional', source },
  }) as EventDetails

test('says that a lead created by a coupon code has no signup, and that only a lead from a browser is waiting for confirmation', () => {
  expect(explainEarning(lead('server'))).toContain('no signup was sent for them')
  expect(explainEarning(lead('browser'))).toBe(
    'This lead is provisional. It counts and earns once your server or a payment confirms it.',
  )
})
