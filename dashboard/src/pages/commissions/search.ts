import type { CommissionFilters } from '../../api/record-queries.ts'
import type { Commission, CommissionStatus, Currency, HoldReason } from '../../api/types.ts'
import { enumValues } from '../../format/enums.ts'
import { CURRENCIES } from '../../format/money.ts'
import { readChoice, readDayRange, readId, readText } from '../../search/read-search.ts'
import { COMMISSION_KINDS, COMMISSION_STATUSES, HOLD_REASONS } from './commission-labels.ts'

export interface CommissionsSearch {
  status?: CommissionStatus
  kind?: Commission['kind']
  partner?: number
  currency?: Currency
  /** Filters by hold reason. */
  hold?: HoldReason
  /** Only those awaiting a member's decision. */
  review?: 'waiting'
  from?: string
  to?: string
  search?: string
  /** The commission whose panel is open. */
  open?: number
}

export function readCommissionsSearch(search: Record<string, unknown>): CommissionsSearch {
  const status = readChoice(search.status, enumValues(COMMISSION_STATUSES))
  const kind = readChoice(search.kind, enumValues(COMMISSION_KINDS))
  const partner = readId(search.partner)
  const currency = readChoice(search.currency, CURRENCIES)
  const hold = readChoice(search.hold, enumValues(HOLD_REASONS))
  const review = readChoice(search.review, ['waiting'])
  const open = readId(search.open)
  const text = readText(search.search)
  return {
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : { kind }),
    ...(partner === undefined ? {} : { partner }),
    ...(currency === undefined ? {} : { currency }),
    ...(hold === undefined ? {} : { hold }),
    ...(review === undefined ? {} : { review }),
    ...readDayRange(search),
    ...(text === undefined ? {} : { search: text }),
    ...(open === undefined ? {} : { open }),
  }
}

export function toCommissionFilters({
  partner,
  hold,
  review,
  open: _,
  ...search
}: CommissionsSearch): CommissionFilters {
  return {
    ...search,
    partnerId: partner,
    holdReason: hold,
    awaitingReview: review === undefined ? undefined : true,
  }
}
