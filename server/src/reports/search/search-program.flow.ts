import type { Deps } from '../../core/deps.ts'
import { hashEmail } from '../../core/privacy/email-hash.rule.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { canonicalEmail } from '../../core/text/email-address.rule.ts'
import { couponKey } from '../../tracking/coupons/coupon-code.rule.ts'
import { findMatches, type MatchRow } from './find-matches.sql.ts'
import { searchLimits } from './limits.ts'
import {
  type ClickMatch,
  type CouponMatch,
  type CustomerMatch,
  findCouponMatches,
  findPaymentMatch,
  findRejectedSale,
  findSaleIds,
  type PartnerMatch,
  type PaymentMatch,
  readClickMatch,
  readCustomerMatches,
  readPartnerMatches,
  readSaleMatches,
  type SaleMatch,
} from './read-matches.sql.ts'
import { readTypedSearch } from './read-search.rule.ts'

export interface ProgramSearch {
  text: string
  isTest: boolean
  /** Whether to include processor payments without a sale. */
  includesPayments: boolean
}

export type OrderMatch =
  | { source: 'sale'; sale: SaleMatch }
  | { source: 'payment'; payment: PaymentMatch }
  | { source: 'rejected_request'; transactionId: string; lastAt: Date }

export interface ProgramMatches {
  partners: PartnerMatch[]
  customers: CustomerMatch[]
  orders: OrderMatch[]
  clicks: (ClickMatch & { uuid: string })[]
  couponCodes: CouponMatch[]
}

/**
 * Returns the first few matches of each kind, exact ones first. Every lookup uses an index and is limited, so the cost
 * doesn't depend on the program's size.
 */
export async function searchProgram(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  program: { id: number; workspace_id: string },
  search: ProgramSearch,
): Promise<ProgramMatches> {
  const { kysely } = database
  const { text, isTest } = search
  const typed = readTypedSearch(text, program.id)
  const rows = await findMatches(database.run, {
    programId: program.id,
    workspaceId: program.workspace_id,
    isTest,
    text,
    partnerEmail: canonicalEmail(text) ?? text,
    erasedText: idPseudonymizer(program.id, config.appSecret)(text),
    emailHash: typed.email === undefined ? undefined : hashEmail(typed.email, config.appSecret),
    clickUuid: typed.click?.uuid,
    most: searchLimits.results,
    maxPartners: searchLimits.results,
  })
  const partnerIds = firstIds(rows, 'partner')
  const customerIds = firstIds(rows, 'customer')
  const partners = partnerIds.length === 0 ? [] : await readPartnerMatches(kysely, program.id, partnerIds)
  const customers = customerIds.length === 0 ? [] : await readCustomerMatches(kysely, program.id, customerIds)
  const { click } = typed
  const clickMatch =
    click === undefined ? undefined : await readClickMatch(kysely, program.id, { ...click, isTest })
  return {
    partners: sortByIds(partnerIds, partners),
    customers: sortByIds(customerIds, customers),
    orders: await findOrders(database, program.id, search, firstIds(rows, 'sale')),
    clicks: click === undefined || clickMatch === undefined ? [] : [{ ...clickMatch, uuid: click.uuid }],
    couponCodes: await findCouponMatches(kysely, program.id, {
      key: couponKey(text),
      rows: searchLimits.results,
    }),
  }
}

/** Finds sales with this ID, and requests and payments with this ID that have no sale. */
async function findOrders(
  { kysely }: Deps['database'],
  programId: number,
  { text, isTest, includesPayments }: ProgramSearch,
  namedIds: readonly number[],
): Promise<OrderMatch[]> {
  const rows = searchLimits.results
  const matchingIds = await findSaleIds(kysely, programId, { saleId: parseSaleId(text), text, isTest, rows })
  const payment = isTest ? undefined : await findPaymentMatch(kysely, programId, text)
  const ids = [
    ...new Set([...namedIds, ...(payment?.sale_id == null ? [] : [payment.sale_id]), ...matchingIds]),
  ]
  const shownIds = ids.slice(0, rows)
  const sales = shownIds.length === 0 ? [] : await readSaleMatches(kysely, programId, shownIds)
  const orders: OrderMatch[] = sortByIds(shownIds, sales).map((sale) => ({ source: 'sale', sale }))
  if (includesPayments && payment !== undefined && payment.sale_id === null) {
    orders.unshift({ source: 'payment', payment })
  }
  if (sales.every(({ transaction_id }) => transaction_id !== text)) {
    const lastAt = await findRejectedSale(kysely, programId, {
      transactionId: text,
      isTest,
      rows: searchLimits.rejectedRequests,
    })
    if (lastAt !== undefined) orders.unshift({ source: 'rejected_request', transactionId: text, lastAt })
  }
  return orders.slice(0, rows)
}

/** Returns the `sale_id` that the sale endpoint returned, if the text is one. */
function parseSaleId(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

function firstIds(rows: readonly MatchRow[], kind: MatchRow['kind']): number[] {
  const kindRows = rows.filter((row) => row.kind === kind)
  const exactFirst = [
    ...kindRows.filter(({ is_exact }) => is_exact),
    ...kindRows.filter((row) => !row.is_exact),
  ]
  return [...new Set(exactFirst.map(({ id }) => id))].slice(0, searchLimits.results)
}

function sortByIds<Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => rowsById.get(id) ?? [])
}
