import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { balanceQuery, type NextPayout, type OpenPayouts, type PortalProgram } from '../queries.ts'
import PayoutsPage from './payouts-page.tsx'

// safe because the page reads no other field of the program
const program = { id: 7, timeZone: 'UTC', clockAheadMs: 0 } as PortalProgram

function renderPage(
  nextPayouts: NextPayout[],
  openPayouts: OpenPayouts[] = [],
  hasPayoutDetails = true,
): string {
  const client = new QueryClient()
  const holds = { days: [], laterByCurrency: {} }
  const balance = { balances: [], payoutBlocker: null, hasPayoutDetails, openPayouts, nextPayouts, holds }
  client.setQueryData(balanceQuery(7).queryKey, balance)
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PayoutsPage program={program} />
    </QueryClientProvider>,
  )
}

function show(nextPayouts: NextPayout[]): string {
  const page = renderPage(nextPayouts)
  return page.slice(page.indexOf('aria-label="Next payout"'))
}

test('shows the next payout’s amount and what it is waiting for', () => {
  expect(show([])).toContain('No earnings yet. Your next payout will appear here')
  const blockers = [{ reason: 'below_minimum', missingCents: 500 }] as NextPayout['blockers']
  expect(show([{ currency: 'EUR', amountCents: 1_250, blockers }])).toMatch(
    /€12\.50.*€5\.00 below the minimum/s,
  )
})

test('says when the hold on all earnings ends', () => {
  const hold = (until: string): NextPayout['blockers'] => [
    { reason: 'on_hold', until },
    { reason: 'by_hand' },
  ]
  const shown = show([
    { currency: 'USD', amountCents: 0, blockers: hold('2026-04-20T12:00:00.000Z') },
    { currency: 'EUR', amountCents: 0, blockers: hold('2026-04-09T12:00:00.000Z') },
  ])
  expect(shown).toContain(
    'Nothing to pay yet: your earnings are on hold in case of refunds. The next hold ends on Apr 9, 2026, 12:00 PM.',
  )
})

test('lists shared payout blockers once and hides zero amounts', () => {
  const blockers: NextPayout['blockers'] = [{ reason: 'nothing_owed' }, { reason: 'by_hand' }]
  const shown = show(
    ['USD' as const, 'EUR' as const].map((currency) => ({ currency, amountCents: 0, blockers })),
  )
  expect(shown.match(/Nothing to pay yet\./g)).toHaveLength(1)
  expect(shown).not.toMatch(/0\.00/)
})

test('shows an unblocked amount once, without a list of reasons', () => {
  const blockers: NextPayout['blockers'] = [{ reason: 'by_hand' }]
  const page = renderPage([{ currency: 'USD', amountCents: 1_000, blockers }])
  expect(page.match(/Next payout/g)).toHaveLength(1)
  expect(page).toMatch(
    /Next payout.*\$10\.00.*The program creates payouts manually and has no fixed payout day\./s,
  )
})

test('shows each amount once, with a line per currency, if one of them is blocked', () => {
  const page = renderPage([
    { currency: 'USD', amountCents: 1_000, blockers: [{ reason: 'by_hand' }] },
    {
      currency: 'EUR',
      amountCents: 300,
      blockers: [{ reason: 'below_minimum', missingCents: 700 }, { reason: 'by_hand' }],
    },
    { currency: 'VND', amountCents: 0, blockers: [{ reason: 'nothing_owed' }, { reason: 'by_hand' }] },
  ])
  expect(page.match(/>Next payout</g)).toHaveLength(1)
  for (const amount of [/\$10\.00/g, /€3\.00/g]) expect(page.match(amount)).toHaveLength(1)
  expect(page).not.toMatch(/₫|Can’t be paid yet/)
  expect(page).toContain('€7.00 below the minimum payout.')
})

test('asks for payout details instead of announcing a payout', () => {
  const blockers: NextPayout['blockers'] = [{ reason: 'by_hand' }]
  const page = renderPage([{ currency: 'USD', amountCents: 1_000, blockers }], [], false)
  expect(page).toMatch(
    /Can’t be paid yet.*\$10\.00.*Add your payout details\. The program can’t pay you without them\..*payout-details/s,
  )
})

test('shows a created payout as on its way, without a next payout of zero beside it', () => {
  const blockers: NextPayout['blockers'] = [{ reason: 'payout_open' }, { reason: 'by_hand' }]
  const open: OpenPayouts = {
    currency: 'USD',
    amountCents: 51_650,
    payouts: 1,
    createdAt: '2026-03-01T09:00:00.000Z',
    methods: ['paypal'],
  }
  const page = renderPage([{ currency: 'USD', amountCents: 0, blockers }], [open])
  expect(page).toMatch(
    /On its way.*\$516\.50.*Payout created on Mar 1, 2026\. We’ll email you when it’s sent\. Method: PayPal\./s,
  )
  expect(page).not.toMatch(/\$0\.00|Approved/)
})

test('doesn’t claim that nothing is paid because of holds while a payout is open', () => {
  const until = '2026-04-20T12:00:00.000Z'
  const blockers: NextPayout['blockers'] = [{ reason: 'payout_open' }, { reason: 'on_hold', until }]
  const next = (more: NextPayout['blockers'] = []): NextPayout[] => [
    { currency: 'USD', amountCents: 0, blockers: [...more, ...blockers] },
  ]
  expect(renderPage(next())).not.toMatch(/Nothing to pay yet|Next payout/)
  const held = renderPage(next([{ reason: 'partner_held' }]))
  expect(held).toContain('The program has paused your payouts. Ask them why.')
  expect(held).not.toContain('Nothing to pay yet')
})
