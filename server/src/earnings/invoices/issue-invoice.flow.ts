import type { Transaction } from 'kysely'
import type { Queries } from '../../core/database/database.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Schema } from '../../core/database/schema.ts'
import { withTransaction } from '../../core/database/transaction.ts'
import { WriteConflictError } from '../../core/database/write-conflict.ts'
import type { Deps } from '../../core/deps.ts'
import type { Currency } from '../../core/money/currency.ts'
import { notifyMembers } from '../../notifications/mail/notify-members.flow.ts'
import { enrollmentLimits } from '../../partners/enrollments/limits.ts'
import { findWorkspaceName } from '../../workspace/accounts/workspaces.sql.ts'
import { hasExternalEffects } from '../../workspace/programs/external-effects.rule.ts'
import { lockProgram, type ProgramRow } from '../../workspace/programs/programs.sql.ts'
import { type CheckedRate, checkRates } from './check-rates.flow.ts'
import { type ExchangeRates, USD_RATE } from './exchange-rate.rule.ts'
import { invoiceLine } from './invoice-line.rule.ts'
import { type InvoiceMonth, invoiceNumber, parseInvoiceMonth } from './invoice-month.rule.ts'
import {
  type DueFee,
  findLastInvoice,
  insertInvoice,
  insertInvoiceLines,
  lockDueFees,
  type NewInvoiceLine,
  nextSequence,
  readDueFeePages,
  setInvoiceTotals,
  storeInvoiceSums,
} from './invoices.sql.ts'

export type IssueOutcome =
  | { kind: 'issued'; invoiceId: number }
  | { kind: 'nothing_due' }
  /** Sandbox programs are never charged. */
  | { kind: 'sandbox' }
  | { kind: 'month_taken'; lastMonth: string }
  | { kind: 'no_rate'; currency: Currency }
  | { kind: 'unconfirmed'; rate: CheckedRate }

export interface InvoiceRequest {
  month: InvoiceMonth
  rates: ExchangeRates
}

/**
 * Issues the invoice for a completed month, with one line for each platform fee that was charged before the month's end
 * and isn't fully invoiced. Locks the program so numbers have no gaps, and the fees so a concurrent refund becomes a
 * credit on the next invoice.
 */
export async function issueInvoice(
  deps: Deps,
  programId: number,
  {
    month: requested,
    rates,
    confirmed,
    actorId,
  }: InvoiceRequest & { confirmed: readonly Currency[]; actorId: string },
): Promise<IssueOutcome> {
  return withTransaction(deps, async (transaction) => {
    const program = await lockProgram(transaction, programId)
    if (program === undefined) throw new Error(`program ${programId} no longer exists`)
    if (!hasExternalEffects(program)) return { kind: 'sandbox' }
    // The program's time zone may have changed in the meantime.
    const month = parseInvoiceMonth(requested.month, program.time_zone)
    if (month === undefined || month.to > deps.clock.now()) return { kind: 'nothing_due' }
    await allowLongStatements(transaction, enrollmentLimits.moneyStatementTimeoutMs)
    const last = await findLastInvoice(transaction, programId)
    if (last !== undefined && last.month >= month.month) return { kind: 'month_taken', lastMonth: last.month }
    const { fees, charged } = await lockDueFees(transaction, programId, month.to)
    if (fees === 0) return { kind: 'nothing_due' }
    const currency = charged.find((one) => one !== 'USD' && !rates.has(one))
    if (currency !== undefined) return { kind: 'no_rate', currency }
    const checked = await checkRates(deps, transaction, programId, { charged, rates })
    const rate = checked.find((one) => one.unusual !== null && !confirmed.includes(one.currency))
    if (rate !== undefined) return { kind: 'unconfirmed', rate }

    const usedRates = charged.flatMap((one) => {
      const rate = rates.get(one)
      return rate === undefined || one === 'USD' ? [] : [[one, rate.text]]
    })
    const sequence = await nextSequence(transaction, programId)
    const invoiceId = await insertInvoice(transaction, {
      ...(await loadParties(deps, transaction, program)),
      program_id: programId,
      sequence,
      month: month.firstDay,
      period_from: month.from,
      period_to: month.to,
      time_zone: program.time_zone,
      exchange_rates: JSON.stringify(Object.fromEntries(usedRates)),
      issued_by: actorId,
      issued_at: deps.clock.now(),
    })
    const totals = await insertLines(transaction, programId, { invoiceId, before: month.to, rates })
    await setInvoiceTotals(transaction, programId, invoiceId, totals)
    await storeInvoiceSums(transaction, programId, invoiceId)
    await notifyMembers(deps, transaction, {
      program,
      permission: 'commission:manage',
      cause: `invoice_issued:${programId}:${invoiceId}`,
      notice: {
        kind: 'invoice_issued',
        data: {
          programId,
          programName: program.name,
          number: invoiceNumber(programId, sequence),
          month: month.month,
          totalUsdCents: totals.total_usd_cents,
          currency: 'USD',
        },
      },
    })
    return { kind: 'issued', invoiceId }
  })
}

/** Returns the current issuer and recipient. */
export async function loadParties(
  { config }: Pick<Deps, 'config'>,
  transaction: Queries,
  program: ProgramRow,
) {
  const workspace_name = await findWorkspaceName(transaction, program.workspace_id)
  if (workspace_name === undefined) throw new Error(`workspace ${program.workspace_id} no longer exists`)
  const { issuer, publicUrl } = config
  return {
    issuer: issuer.name ?? publicUrl,
    issuer_address: issuer.address ?? null,
    issuer_tax_id: issuer.taxId ?? null,
    program_name: program.name,
    workspace_name,
    billed_name: program.legal_name,
    billed_address: program.legal_address,
    billed_tax_id: program.tax_id,
  }
}

async function insertLines(
  transaction: Transaction<Schema>,
  programId: number,
  { invoiceId, before, rates }: { invoiceId: number; before: Date; rates: ExchangeRates },
): Promise<{ lines: number; total_usd_cents: string }> {
  let lines = 0
  let total = 0n
  for await (const fees of readDueFeePages(transaction, programId, before)) {
    const page = fees.map((fee) => toInvoiceLine(fee, rates))
    await insertInvoiceLines(transaction, programId, invoiceId, page)
    lines += page.length
    total = page.reduce((sum, { usd_cents }) => sum + BigInt(usd_cents), total)
  }
  return { lines, total_usd_cents: String(total) }
}

function toInvoiceLine(fee: DueFee, rates: ExchangeRates): NewInvoiceLine {
  const { currency } = fee
  const exchangeRate = currency === 'USD' ? { text: '1', rate: USD_RATE } : rates.get(currency)
  const line = invoiceLine({ ...fee, invoiced_usd_cents: BigInt(fee.invoiced_usd_cents) }, exchangeRate?.rate)
  // The fees are locked and their rates were checked, so this can happen only for a fee that was created in the
  // meantime.
  if (line === 'no_rate' || line === undefined) {
    throw new WriteConflictError(`fee ${fee.id} changed while its invoice was issued`)
  }
  return {
    fee_id: fee.id,
    sale_id: fee.sale_id,
    kind: line.kind,
    amount_cents: line.amount_cents,
    currency,
    exchange_rate: line.kind === 'fee' ? (exchangeRate?.text ?? null) : null,
    usd_cents: String(line.usd_cents),
    charged_at: fee.created_at,
    invoiced_cents: line.invoiced_cents,
    invoiced_usd_cents: String(line.invoiced_usd_cents),
  }
}
