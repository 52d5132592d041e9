import type { InvoicePreview } from '../../api/types.ts'
import { formatInstant, formatMonth } from '../../format/date.ts'
import { byCurrency, formatMoney } from '../../format/money.ts'
import { formatCount, formatCountOf } from '../../format/number.ts'
import { labelOf } from '../../format/words.ts'
import { useProgram } from '../../session/use-program.ts'
import { Table, Td, Th } from '../../ui/table.tsx'

const KINDS: Record<InvoicePreview['sums'][number]['kind'], string> = {
  fee: 'Fees',
  credit: 'Credits',
  void: 'Voided',
}

/** What an invoice would say if it were issued now: its sums, or why there would be none. */
export function PreviewSums({ preview }: { preview: InvoicePreview }) {
  const { timeZone } = useProgram()
  const { month, sums, lines, totalUsdCents, takenMonth, periodTo, billedName, workspaceName } = preview
  if (takenMonth !== null) {
    return (
      <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
        {formatMonth(takenMonth)} is invoiced already: choose a later month, or void its invoice first.
      </p>
    )
  }
  if (lines === 0) {
    return (
      <p role="status" className="rounded-lg bg-fill px-3 py-2 text-ink-2">
        There is nothing to invoice up to the end of {formatMonth(month)}.
      </p>
    )
  }
  return (
    <div className="rounded-xl border">
      <Table label="Sums of the invoice">
        <thead>
          <tr>
            <Th>Lines</Th>
            <Th align="right">Amount</Th>
            <Th align="right">In US dollars</Th>
          </tr>
        </thead>
        <tbody>
          {inOrder(sums).map((sum) => (
            <tr key={`${sum.kind} ${sum.currency}`}>
              <Td>
                {KINDS[sum.kind]} <span className="text-ink-3">({formatCount(sum.lines)})</span>
              </Td>
              <Td align="right">{formatMoney(sum.amountCents, sum.currency)}</Td>
              <Td align="right">
                {sum.usdCents === undefined ? (
                  <span className="text-warn">rate missing</span>
                ) : (
                  formatMoney(sum.usdCents, 'USD')
                )}
              </Td>
            </tr>
          ))}
          <tr className="font-medium">
            <Td>Total</Td>
            <Td align="right">{formatCountOf(lines, 'line')}</Td>
            <Td align="right">{totalUsdCents === undefined ? '–' : formatMoney(totalUsdCents, 'USD')}</Td>
          </tr>
        </tbody>
      </Table>
      <p className="border-t px-4 py-2.5 text-[0.8125rem] text-ink-3 sm:px-5">
        To {billedName ?? workspaceName}, for everything before {formatInstant(periodTo, timeZone)} (
        {timeZone.replaceAll('_', ' ')}) that no invoice has yet.
        {totalUsdCents === undefined && ' Fill in the missing rates above to see the total.'}
      </p>
    </div>
  )
}

/** Fees before credits, each in the order of the currencies. */
function inOrder(sums: InvoicePreview['sums']) {
  const kinds = labelOf(KINDS)
  return sums.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || byCurrency(a, b))
}

/** Why a rate needs a second look. */
export function UnusualRates({ rates }: { rates: InvoicePreview['rates'] }) {
  return rates.map(({ currency, rate, lastRate, unusual }) => {
    if (unusual === null) return null
    const words =
      unusual === 'far_from_last'
        ? `is far from the last rate used, ${lastRate}: more than three times it, or less than a third`
        : 'is outside of the usual range'
    return (
      <p key={currency} className="text-warn">
        {rate} US dollars for 1 {currency} {words}.
      </p>
    )
  })
}
