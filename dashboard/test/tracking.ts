import { expect } from 'vitest'
import { send, type TestService } from '../../server/test/harness.ts'

/**
 * Sends tracking requests as a merchant's pages and server would.
 * @returns `(call, body, key?) => response`, which must be a success
 */
export function createTracker({ app }: Pick<TestService, 'app'>) {
  return async (call: 'click' | 'lead' | 'sale', body: object, bearer?: string) => {
    const response = await send(app, 'POST', `/api/v1/track/${call}`, { body, ...(bearer && { bearer }) })
    expect(response.status, JSON.stringify(response.body)).toBeLessThan(300)
    return response.body
  }
}
