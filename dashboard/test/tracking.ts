import { expect } from 'vitest'
import { send, type TestService } from '../../server/test/harness.ts'

/** Tells a service what a merchant's pages and server would. @returns `(call, body, key?) => the answer`, which was no refusal */
export function trackingOf({ app }: Pick<TestService, 'app'>) {
  return async (call: 'click' | 'lead' | 'sale', body: object, bearer?: string) => {
    const answer = await send(app, 'POST', `/api/v1/track/${call}`, { body, ...(bearer && { bearer }) })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
}
