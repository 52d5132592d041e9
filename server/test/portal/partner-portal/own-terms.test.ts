import { expect, test } from 'vitest'
import { startTestService } from '../../harness.ts'
import { newApplicant, openOnboarding } from '../../partners/onboarding/join-helpers.ts'
import { signInAs } from '../../partners/portal-access/partner.ts'

const service = await startTestService()

test('a partner reads the terms they accepted, not a later version, and what applies to their group', async () => {
  const onboarding = await openOnboarding(service, {
    mode: 'open',
    terms: '# Ads\n\nNo <b>brand</b> bidding.',
  })
  const { call, program } = onboarding
  const email = newApplicant()
  expect((await onboarding.apply({ email, terms: 'accepted' })).statusCode).toBe(303)
  await onboarding.save({ terms: 'Second version.' })
  const policy = { type: 'percent', rateBps: 1_500, duration: 'months', durationMonths: 12 }
  await call('POST', '/commission-policies', { ...policy, productId: 'pro' })
  const group = (await call('POST', '/partner-groups', { name: 'Creators' })).body.data
  await call('POST', '/commission-policies', { ...policy, rateBps: 4_000, groupId: group.id, holdDays: 60 })
  await call('PATCH', '/payout-settings', {
    payDay: 15,
    minimums: [{ currency: 'USD', minimumCents: 5_000 }],
  })
  const partners = (await call('GET', `/partners?search=${email}`)).body.data
  const partnerId = Number(partners[0].id)
  const partner = await signInAs(service, partnerId)
  const own = (path: string) => partner.call('GET', `/programs/${program.id}${path}`)
  const terms = (await own('/terms')).body.data
  expect(terms).toMatchObject({
    commissions: [
      'You earn 20% of each sale to a customer you refer, for as long as they buy.',
      'Pro: You earn 15% of each sale to a customer you refer, for 12 months from their first sale.',
    ],
    holdDays: [30],
    commissionApproval: 'automatic',
    payDay: 15,
    nextPayDay: expect.stringMatching(/-15$/),
    minimums: [{ currency: 'USD', minimumCents: 5_000 }],
    text: { version: 1, acceptedAt: expect.any(String), newerVersion: 2 },
  })
  const page = await own('/terms.html')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.text).toContain('No &lt;b&gt;brand&lt;/b&gt; bidding.')
  expect(page.text).toContain('Version 1, accepted on ')

  await call('PUT', `/partners/${partnerId}/group`, { groupId: group.id })
  expect((await own('/terms')).body.data).toMatchObject({
    commissions: ['You earn 40% of each sale to a customer you refer, for 12 months from their first sale.'],
    holdDays: [60],
  })

  // A partner added by the team has accepted nothing, and sees the current version.
  const added = await signInAs(service, program.partnerId)
  const current = (await added.call('GET', `/programs/${program.id}/terms`)).body.data
  expect(current.text).toEqual({ version: 2, acceptedAt: null, newerVersion: null })
})
