import type { Transaction } from 'kysely'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { InvoiceLineKind } from '../../core/enums.ts'
import type { Currency } from '../../core/money/currency.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { type CheckedRate, checkRates } from './check-rates.flow.ts'
import { type ExchangeRates, USD_RATE } from './exchange-rate.rule.ts'
import { invoiceLine } from './invoice-line.rule.ts'
import { type DueFee, findLastInvoice, readDueFeePages } from './invoices.sql.ts'
import { type InvoiceRequest, loadParties } from './issue-invoice.flow.ts'

/** Totals for the lines of one kind and currency. `usd_cents` is missing if there is no rate. */
export interface PreviewSum {
  kind: InvoiceLineKind
  currency: Currency
  lines: number
  amount_cents: bigint
  usd_cents: bigint | null
}

export interface InvoicePreview {
  parties: Awaited<ReturnType<typeof loadParties>>
  sums: PreviewSum[]
  rates: CheckedRate[]
  /** The month of the latest valid invoice, if the requested month is not after it. */
  lastInvoicedMonth: string | null
}

/** Returns the invoice for a month as if it were issued now. Reads one snapshot and writes nothing. */
export async function previewInvoice(
  deps: Deps,
  program: ProgramRow,
  { month, rates }: InvoiceRequest,
): Promise<InvoicePreview> {
  return deps.database.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
      const last = await findLastInvoice(transaction, program.id)
      const sums = await sumDueFees(transaction, program.id, { before: month.to, rates })
      const charged = sums.filter(({ kind }) => kind === 'fee').map(({ currency }) => currency)
      return {
        parties: await loadParties(deps, transaction, program),
        sums,
        rates: await checkRates(deps, transaction, program.id, { charged, rates }),
        lastInvoicedMonth: last !== undefined && last.month >= month.month ? last.month : null,
      }
    })
}

async function sumDueFees(
  transaction: Transaction<Schema>,
  programId: number,
  { before, rates }: { before: Date; rates: ExchangeRates },
): Promise<PreviewSum[]> {
  const sums = new Map<string, PreviewSum>()
  for await (const fees of readDueFeePages(transaction, programId, before)) {
    for (const fee of fees) addLine(sums, fee, rates)
  }
  // An issued invoice's totals have the same order.
  return [...sums.values()].sort(
    (a, b) => b.kind.localeCompare(a.kind) || b.currency.localeCompare(a.currency),
  )
}

function addLine(sums: Map<string, PreviewSum>, fee: DueFee, rates: ExchangeRates): void {
  const { currency } = fee
  const rate = currency === 'USD' ? USD_RATE : rates.get(currency)?.rate
  const line = invoiceLine({ ...fee, invoiced_usd_cents: BigInt(fee.invoiced_usd_cents) }, rate)
  if (line === undefined) return
  const left_cents = fee.amount_cents - fee.reversed_cents - fee.invoiced_cents
  const { kind, amount_cents, usd_cents } =
    line === 'no_rate' ? { kind: 'fee' as const, amount_cents: left_cents, usd_cents: null } : line
  const key = `${kind} ${currency}`
  const sum = sums.get(key) ?? { kind, currency, lines: 0, amount_cents: 0n, usd_cents: 0n }
  sums.set(key, {
    ...sum,
    lines: sum.lines + 1,
    amount_cents: sum.amount_cents + BigInt(amount_cents),
    usd_cents: sum.usd_cents === null || usd_cents === null ? null : sum.usd_cents + usd_cents,
  })
}
