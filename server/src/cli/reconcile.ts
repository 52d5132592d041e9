import { type Command, InvalidArgumentError } from 'commander'
import { isCurrency } from '../core/money/currency.ts'
import { groupedAmount } from '../core/money/decimal-amount.rule.ts'
import type { ReconciledMonth } from '../tracking/reconciliation/reconcile-command.flow.ts'
import { addCommand, DIFFERENCES, FAILED, parseProgramId, type Terminal } from './terminal.ts'
import { doWork } from './work.ts'

/** Adds `affiliate reconcile` (docs/processor.md). */
export function addReconcile(program: Command, { environment, print, fail }: Terminal): void {
  addCommand(
    program,
    'reconcile',
    'Compare a month’s payments with the payment processor. Exits 3 if there are open differences.',
  )
    .requiredOption('--program <id>', 'Program', parseProgramId)
    .option('--month <yyyy-mm>', 'Month; the previous one by default', parseMonth)
    .action(async ({ program: programId, month }: { program: number; month?: string }) => {
      const input = month === undefined ? { programId } : { programId, month }
      const reconciled = await doWork(environment, 'reconcile', input)
      const exitCode = getExitCode(reconciled)
      if (exitCode !== 0) fail(exitCode)
      print(reconciled, reconciledText(reconciled))
    })
}

function parseMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('Must be a month such as 2026-10.')
}

/** Returns the exit code: open differences have their own, so that a script can tell them from a failed comparison. */
export function getExitCode({ isClosed, failure, differences }: ReconciledMonth): number {
  if (failure !== null) return FAILED
  return !isClosed && differences.length > 0 ? DIFFERENCES : 0
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
    `${title}: ${matched} matched, ${unattributed} unattributed${reasons.length === 0 ? '' : ` (${reasons.join(', ')})`}.`,
  ]
  return [...lines, ...differencesText(differences, isCut), ...unattributedText(reconciled)].join('\n')
}

function differencesText(differences: ReconciledMonth['differences'], isCut: boolean): string[] {
  if (differences.length === 0) return ['No differences.']
  const rows = differences.map((one) => [
    one.state,
    one.kind,
    one.reference,
    amountText(one.amountCents, one.currency),
    one.recordedCents === null ? '' : amountText(one.recordedCents, one.recordedCurrency),
    one.occurredAt.slice(0, 10),
    one.note ?? '',
  ])
  return [
    '',
    ...formatTable([['STATE', 'KIND', 'ID', 'PROCESSOR', 'RECORDED', 'DAY', 'NOTE'], ...rows]),
    ...(isCut ? ['More differences are on the reconciliation page.'] : []),
  ]
}

function unattributedText({ unattributedEntries, isUnattributedCut }: ReconciledMonth): string[] {
  if (unattributedEntries.length === 0) return []
  const rows = unattributedEntries.map((one) => [
    one.reason,
    one.kind,
    one.reference,
    amountText(one.amountCents, one.currency),
    one.occurredAt.slice(0, 10),
  ])
  return [
    '',
    'Unattributed:',
    ...formatTable([['REASON', 'KIND', 'ID', 'PROCESSOR', 'DAY'], ...rows]),
    ...(isUnattributedCut ? ['More of them are on the reconciliation page.'] : []),
  ]
}

/** Formats rows with aligned columns; the first row has the titles. */
function formatTable(table: string[][]): string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function amountText(cents: number, currency: string | null): string {
  if (currency === null || !isCurrency(currency)) return String(cents)
  return `${groupedAmount(cents, currency)} ${currency}`
}
