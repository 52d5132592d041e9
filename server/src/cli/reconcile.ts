import { type Command, InvalidArgumentError } from 'commander'
import { isCurrency } from '../core/money/currency.ts'
import { groupedAmount } from '../core/money/decimal-amount.rule.ts'
import { RECONCILE_MONTH, type ReconciledMonth } from '../tracking/reconciliation/reconcile-command.flow.ts'
import type { ExplainTerminal } from './explain.ts'
import { addCommand, FAILED } from './terminal.ts'

/** Adds `affiliate reconcile` (docs/processor.md). */
export function addReconcile(
  program: Command,
  { print, fail, doWork, parseProgramId }: ExplainTerminal,
): void {
  addCommand(
    program,
    'reconcile',
    'Compare a month’s payments with the payment processor. Exits 1 if there are open differences.',
  )
    .requiredOption('--program <id>', 'Program', parseProgramId)
    .option('--month <yyyy-mm>', 'Month; the previous one by default', parseMonth)
    .action(async ({ program: programId, month }: { program: number; month?: string }) => {
      const input = month === undefined ? { programId } : { programId, month }
      const reconciled = await doWork(RECONCILE_MONTH, input)
      const { isClosed, failure, differences } = reconciled
      if (failure !== null || (!isClosed && differences.length > 0)) fail(FAILED)
      print(reconciled, reconciledText(reconciled))
    })
}

function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('Must be a month such as 2026-10.')
}

/** Formats the counts, and the differences as a table. */
export function reconciledText(reconciled: ReconciledMonth): string {
  const { month, processor, isClosed, failure, matched, unattributed, differences, isCut } = reconciled
  const title = `${month}, ${processor}${isClosed ? ' (closed)' : ''}`
  if (failure !== null) return `${title}: the comparison failed: ${failure}.`
  const reasons = Object.entries(reconciled.unattributedReasons).map(
    ([reason, count]) => `${reason} ${count}`,
  )
  const lines = [
    `${title}: ${matched} matched, ${unattributed} not attributed${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}.`,
  ]
  if (differences.length === 0) return [...lines, 'No differences.'].join('\n')
  const rows = differences.map((one) => [
    one.state,
    one.kind,
    one.reference,
    amountText(one.amountCents, one.currency),
    one.recordedCents === null ? '' : amountText(one.recordedCents, one.recordedCurrency),
    one.occurredAt.slice(0, 10),
    one.note ?? '',
  ])
  const table = [['STATE', 'KIND', 'ID', 'PROCESSOR', 'RECORDED', 'DAY', 'NOTE'], ...rows]
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  const lineOf = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    ...lines,
    '',
    ...table.map(lineOf),
    ...(isCut ? ['More differences are on the reconciliation page.'] : []),
  ].join('\n')
}

function amountText(cents: number, currency: string | null): string {
  if (currency === null || !isCurrency(currency)) return String(cents)
  return `${groupedAmount(cents, currency)} ${currency}`
}
