import { describe, expect, it } from 'vitest'
import { type SetupData, type SetupStep, setupSteps } from './setup-steps.rule.ts'

const NEW: SetupData = {
  siteUrl: null,
  hasOwnPolicy: false,
  hasClick: false,
  hasApprovedPartner: false,
  hasSale: false,
}

describe('setup steps', () => {
  it.each<[string, Partial<SetupData>, SetupStep[]]>([
    ['no steps for a new program', {}, []],
    ['a site', { siteUrl: 'https://acme.test/' }, ['site']],
    ['a saved or additional policy', { hasOwnPolicy: true }, ['commission']],
    ['a click', { hasClick: true }, ['click']],
    ['an approved partner', { hasApprovedPartner: true }, ['partner']],
    ['a sale, which the policy has paid for', { hasSale: true }, ['commission', 'sale']],
    [
      'all',
      { siteUrl: 'https://acme.test/', hasClick: true, hasApprovedPartner: true, hasSale: true },
      ['site', 'commission', 'click', 'partner', 'sale'],
    ],
  ])('%s', (_label, data, complete) => {
    const steps = Object.entries(setupSteps({ ...NEW, ...data }))
    expect(steps.filter(([, status]) => status === 'complete').map(([step]) => step)).toEqual(complete)
  })
})
