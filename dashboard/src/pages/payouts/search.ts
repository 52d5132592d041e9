import type { PayoutFilters } from '../../api/money-queries.ts'
import type { Currency, PayoutStatus } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { CURRENCIES } from '../../format/money.ts'
import { type DialogSearch, readChoice, readDialog, readId } from '../../search/read-search.ts'
import { PAYOUT_STATUSES } from './payout-labels.ts'

export interface PayoutsSearch extends DialogSearch {
  view?: 'balances'
  /** Only balances that a payout created now would include. */
  show?: 'due'
  status?: PayoutStatus
  partner?: number
  currency?: Currency
  /** The payout whose panel is open. */
  open?: number
}

export function readPayoutsSearch(search: Record<string, unknown>): PayoutsSearch {
  const view = readChoice(search.view, ['balances'])
  const status = readChoice(search.status, enumValues(PAYOUT_STATUSES))
  const partner = readId(search.partner)
  const currency = readChoice(search.currency, CURRENCIES)
  const show = readChoice(search.show, ['due'])
  const open = readId(search.open)
  return {
    ...readDialog(search),
    ...(view === undefined ? {} : { view }),
    ...(show === undefined || view === undefined ? {} : { show }),
    ...(status === undefined || view !== undefined ? {} : { status }),
    ...(partner === undefined ? {} : { partner }),
    ...(currency === undefined ? {} : { currency }),
    ...(open === undefined ? {} : { open }),
  }
}

export function toPayoutFilters({ status, partner, currency }: PayoutsSearch): PayoutFilters {
  return { status, partnerId: partner, currency }
}
