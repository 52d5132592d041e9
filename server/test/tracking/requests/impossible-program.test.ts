import { expect, it } from 'vitest'
import { startTestService } from '../../harness.ts'
import { openShop } from '../../merchant.ts'
import { listRejectedRequests, readRequestCounts, saved, track } from './request-helpers.ts'

/**
 * A click can name any program, even an id beyond the database's range. Outcomes of other requests are saved together
 * with its outcome, once a second.
 */
const service = await startTestService()

it.each([2 ** 53, 2 ** 63, 1e300])(
  'a click with the impossible program_id %d doesn’t block the counts for other requests',
  async (program_id) => {
    const shop = await openShop(service)
    const before = shop.program.id
    const affiliate_url = `https://shop.example/?aff=nobody-${program_id}`

    expect((await track(service, 'click', { affiliate_url, program_id })).status).toBe(200)
    expect((await track(service, 'click', { affiliate_url, program_id: before })).status).toBe(200)

    await expect(saved(service)).resolves.toBeUndefined()
    expect(await readRequestCounts(service, before)).toMatchObject({ 'click unknown_link': 1 })
    expect(await listRejectedRequests(service, before)).toMatchObject([
      { type: 'click', is_authenticated: false },
    ])
  },
)
