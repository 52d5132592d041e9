import type { Queries } from '../../core/database/database.ts'
import type { Deps } from '../../core/deps.ts'
import { idPseudonymizer } from '../../core/privacy/pseudonym.rule.ts'
import { groupBy } from '../../core/text/group-by.rule.ts'
import { comparePayment, compareRefund } from './compare-entry.rule.ts'
import type { Comparison, ListedEntry, RecordedPayment } from './reconciliation.ts'
import { listRecordedPayments, listRecordedRefunds, listReportedSales } from './recorded-entries.sql.ts'

export interface ComparedEntry extends Comparison {
  entry: ListedEntry
  /** The ID that the item is stored under: the payment's recorded ID, so two objects of one payment are one item. */
  reference: string
}

/** Compares listed facts with recorded ones. Facts that didn't move money are omitted. */
export async function compareEntries(
  { config }: Pick<Deps, 'config'>,
  queries: Queries,
  programId: number,
  entries: readonly ListedEntry[],
): Promise<ComparedEntry[]> {
  if (entries.length === 0) return []
  const erase = idPseudonymizer(programId, config.appSecret)
  const listReferences = ({ change }: ListedEntry) => change.references.flatMap((name) => [name, erase(name)])
  const names = [...new Set(entries.flatMap(listReferences))]
  const recorded = [
    ...(await listRecordedPayments(queries, programId, names)),
    ...(await listReportedSales(queries, programId, names)),
  ]
  const recordedByName = groupBy(recorded, ({ name }) => name)
  const findCandidates = (entry: ListedEntry): RecordedPayment[] => {
    const matches = listReferences(entry).flatMap((name) => recordedByName.get(name) ?? [])
    return matches.sort((a, b) => rank(a) - rank(b))
  }
  const isRefundEntry = ({ change: { kind } }: ListedEntry) => kind !== 'payment'
  const sales = entries.filter(isRefundEntry).flatMap((entry) => findCandidates(entry).slice(0, 1))
  const refunds =
    sales.length === 0
      ? []
      : await listRecordedRefunds(queries, programId, {
          paymentIds: sales.flatMap(({ payment_id }) => payment_id ?? []),
          saleIds: sales.flatMap(({ sale_id }) => sale_id ?? []),
        })
  return entries.flatMap((entry) => {
    const { change } = entry
    const candidates = findCandidates(entry)
    const [first] = candidates
    if (change.kind === 'payment') {
      const compared = comparePayment(change, candidates)
      const reference = compared?.recorded?.transaction_id ?? change.transaction_id
      return compared === undefined ? [] : [{ ...compared, entry, reference }]
    }
    const own = refunds.filter(
      ({ payment_id, sale_id }) =>
        (payment_id !== null && payment_id === first?.payment_id) ||
        (sale_id !== null && sale_id === first?.sale_id),
    )
    // An erased buyer's refunds have pseudonyms.
    const isErased = (id: string | null) =>
      id !== null && change.refund_id !== undefined && id === erase(change.refund_id)
    const namedSales = own.map((one) =>
      isErased(one.refund_id) ? { ...one, refund_id: change.refund_id ?? null } : one,
    )
    const compared = compareRefund(change, first, namedSales)
    const reference = change.refund_id ?? change.charge_id ?? change.references[0]
    return compared === undefined || reference === undefined ? [] : [{ ...compared, entry, reference }]
  })
}

/** Payments with a sale come first, then reported ones. */
function rank({ sale_id, amount_cents, payment_id }: RecordedPayment): number {
  return (sale_id === null ? 4 : 0) + (payment_id === null ? 2 : 0) + (amount_cents === null ? 1 : 0)
}
