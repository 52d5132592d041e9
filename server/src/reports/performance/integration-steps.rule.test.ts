import { expect, test } from 'vitest'
import { type IntegrationState, integrationSteps } from './integration-steps.rule.ts'

const NOTHING: IntegrationState = {
  hasTestClicks: false,
  hasTestLeads: false,
  processorConnectionStatus: 'not_connected',
  paymentTrackingMode: 'processor_connect',
}

test('all steps of a new program are pending', () => {
  expect(integrationSteps(NOTHING)).toEqual({
    pageview: 'pending',
    referrals: 'pending',
    payments: 'pending',
  })
})

test.each<[string, Partial<IntegrationState>, 'pageview' | 'referrals' | 'payments']>([
  ['a test click', { hasTestClicks: true }, 'pageview'],
  ['a test lead', { hasTestLeads: true }, 'referrals'],
  ['a connected processor', { processorConnectionStatus: 'connected' }, 'payments'],
  ['server-to-server payment tracking', { paymentTrackingMode: 's2s' }, 'payments'],
])('%s completes only its own step', (_label, state, step) => {
  const pending = { pageview: 'pending', referrals: 'pending', payments: 'pending' }
  expect(integrationSteps({ ...NOTHING, ...state })).toEqual({ ...pending, [step]: 'complete' })
})

test.each(['pending', 'restricted', 'CONNECTED', 'disconnected', ''])(
  'a processor with status "%s" is not connected',
  (status) => {
    expect(integrationSteps({ ...NOTHING, processorConnectionStatus: status }).payments).toBe('pending')
  },
)
