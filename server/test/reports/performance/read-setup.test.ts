import { beforeAll, describe, expect, test } from 'vitest'
import {
  createTestKey,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestService,
} from '../../harness.ts'
import { saved } from '../../tracking/requests/request-helpers.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

describe('GET /api/programs/:programId/setup', () => {
  test.each([{ sandbox: false }, { sandbox: true }])(
    'completes each step with its record, and only with that one (%j)',
    async ({ sandbox }) => {
      const { app } = service
      const bearer = await signInMember(service, await createTestProgram(service))
      const created = await send(app, 'POST', '/api/programs', { bearer, body: { name: 'P', sandbox } })
      const { id } = created.body.data
      const complete = async () => {
        const { body } = await send(app, 'GET', `/api/programs/${id}/setup`, { bearer })
        return Object.keys(body.data.steps).filter((step) => body.data.steps[step] === 'complete')
      }
      const change = async (method: 'POST' | 'PATCH', path: string, body: object) => {
        const answer = await send(app, method, `/api/programs/${id}${path}`, { bearer, body })
        expect(answer.status).toBeLessThan(300)
        return answer.body.data
      }
      const track = async (event: string, body: object, key?: string) => {
        const using = key === undefined ? {} : { bearer: key }
        return (await send(app, 'POST', `/api/v1/track/${event}`, { ...using, body })).body
      }
      expect(await complete()).toEqual([])

      // A test event doesn't complete any step.
      await track('click', { additional_data: { test_mode: true, program_id: id } })
      expect(await complete()).toEqual([])

      await change('PATCH', '', { siteUrl: 'https://shop.test' })
      expect(await complete()).toEqual(['site'])

      // Saving the same terms again confirms them.
      await change('POST', '/commission-policies', { type: 'percent', rateBps: 2000 })
      expect(await complete()).toEqual(['site', 'commission'])

      const partner = { name: 'Maya', email: `maya-${id}@example.test`, approved: true }
      const { links } = await change('POST', '/partners', partner)
      expect(await complete()).toEqual(['site', 'commission', 'partner'])

      const { click_id } = await track('click', { affiliate_url: `https://shop.test/?aff=${links[0].code}` })
      expect(await complete()).toEqual(['site', 'commission', 'click', 'partner'])

      const key = await createTestKey(service, id, sandbox ? 'test' : 'live')
      await track('lead', { click_id, customer_key: 'cus-1' }, key)
      await track('sale', { transaction_id: 'order-1', amount_cents: 4900, customer_key: 'cus-1' }, key)
      expect(await complete()).toEqual(['site', 'commission', 'click', 'partner', 'sale'])
    },
  )

  test.each([
    ['a code that no partner has', 'nobody-has-this', {}],
    ['a bot', undefined, { 'user-agent': 'HeadlessChrome/140.0' }],
  ])('a click that isn’t counted completes the click step: %s', async (_reason, unknownCode, headers) => {
    const { app } = service
    const program = await createTestProgram(service)
    const bearer = await signInMember(service, program)
    const partner = { name: 'Maya', email: `maya-${program.id}@example.test`, approved: true }
    const added = await send(app, 'POST', `/api/programs/${program.id}/partners`, { bearer, body: partner })
    const code = unknownCode ?? added.body.data.links[0].code
    const body = { affiliate_url: `https://shop.test/?aff=${code}`, program_id: program.id }
    const { body: clicked } = await send(app, 'POST', '/api/v1/track/click', { headers, body })
    expect(clicked.click_id ?? null).toBeNull()
    await saved(service)
    const { body: setup } = await send(app, 'GET', `/api/programs/${program.id}/setup`, { bearer })
    expect(setup.data.steps.click).toBe('complete')
  })
})
