import { describe, expect, it } from 'vitest'
import { leadSnippet, SERVER_STACKS, SITE_STACKS, saleSnippet, trackerSnippet } from './snippets.ts'

const PLACE = { origin: 'https://track.example.com', programId: '42' }

describe('snippets', () => {
  it.each(SITE_STACKS)('%s loads the service’s tracker for the program', (stack) => {
    const code = trackerSnippet(stack, PLACE)
    expect(code).toContain('https://track.example.com/js/tracker.js')
    expect(code).toMatch(/data-program-id(="|', ')42["']/)
  })

  it.each(SERVER_STACKS)('%s reads the key from the environment and has every required field', (stack) => {
    const [lead, sale] = [leadSnippet(stack, PLACE), saleSnippet(stack, PLACE)]
    for (const code of [lead, sale]) expect(code).toContain('AFFILIATE_API_KEY')
    expect(lead).toContain('https://track.example.com/api/v1/track/lead')
    for (const field of ['click_id', 'customer_key', 'email']) expect(lead).toContain(field)
    expect(sale).toContain('https://track.example.com/api/v1/track/sale')
    for (const field of ['transaction_id', 'amount_cents', 'currency', 'customer_key']) {
      expect(sale).toContain(field)
    }
  })
})
