import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { balanceQuery, type NextPayout, type PortalProgram } from '../queries.ts'
import PayoutsPage from './payouts-page.tsx'

// safe because the page reads no other field of the program
const program = { id: 7, timeZone: 'UTC', clockAheadMs: 0 } as PortalProgram

function show(nextPayouts: NextPayout[]): string {
  const client = new QueryClient()
  // safe because the page reads no other field of the balance
  client.setQueryData(balanceQuery(7).queryKey, { balances: [], nextPayouts } as never)
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PayoutsPage program={program} />
    </QueryClientProvider>,
  )
  return page.slice(page.indexOf('aria-label="Next payout"'))
}

test('shows the amount of the next payout and what it waits for', () => {
  expect(show([])).toContain('No earnings yet. Your next payout appears here')
  const blockers = [{ reason: 'below_minimum', missingCents: 500 }] as NextPayout['blockers']
  expect(show([{ currency: 'EUR', amountCents: 1_250, blockers }])).toMatch(
    /Payout in EUR.*12\.50.*€5\.00 below the minimum/s,
  )
})

test('lists common conditions once and hides zero amounts', () => {
  const blockers: NextPayout['blockers'] = [{ reason: 'nothing_owed' }, { reason: 'by_hand' }]
  const shown = show(
    ['USD' as const, 'EUR' as const].map((currency) => ({ currency, amountCents: 0, blockers })),
  )
  expect(shown.match(/Nothing to pay yet\./g)).toHaveLength(1)
  expect(shown).not.toMatch(/0\.00|Payout in/)
})
