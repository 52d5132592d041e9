import type { InvoicePreview } from '../../api/types.ts'
import { formatInstant, formatMonth } from '../../format/date.ts'
import { enumValues } from '../../format/enums.ts'
import { byCurrency, formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { t } from '../../messages/team-text.ts'
import { useProgram } from '../../session/use-program.ts'
import { Table, Td, Th } from '../../ui/table.tsx'

const KINDS: Record<InvoicePreview['sums'][number]['kind'], string> = {
  fee: t('invoices.kinds.fee'),
  credit: t('invoices.kinds.credit'),
  void: t('invoices.kinds.void'),
}

/** The totals an invoice would have if issued now, or why it can't be issued. */
export function PreviewSums({ preview }: { preview: InvoicePreview }) {
  const { timeZone } = useProgram()
  const {
    month,
    sums,
    lines,
    totalUsdCents,
    lastInvoicedMonth: issuedMonth,
    periodTo,
    billedName,
    workspaceName,
  } = preview
  if (issuedMonth !== null) {
    return (
      <p role="status" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
        {t('invoices.monthHasAlreadyBeenInvoiced', { month: formatMonth(issuedMonth) })}
      </p>
    )
  }
  if (lines === 0) {
    return (
      <p role="status" className="rounded-lg bg-fill px-3 py-2 text-ink-2">
        {t('invoices.theresNothingInvoiceThroughEnd', { month: formatMonth(month) })}
      </p>
    )
  }
  return (
    <div className="rounded-xl border">
      <Table label={t('invoices.invoiceTotals')}>
        <thead>
          <tr>
            <Th>{t('invoices.lines')}</Th>
            <Th align="right">{t('invoices.amount')}</Th>
            <Th align="right">{t('invoices.inUSDollars')}</Th>
          </tr>
        </thead>
        <tbody>
          {sortSums(sums).map((sum) => (
            <tr key={`${sum.kind} ${sum.currency}`}>
              <Td>
                {KINDS[sum.kind]} <span className="text-ink-3">({formatCount(sum.lines)})</span>
              </Td>
              <Td align="right">{formatMoney(sum.amountCents, sum.currency)}</Td>
              <Td align="right">
                {sum.usdCents === undefined ? (
                  <span className="text-warn">{t('invoices.rateMissing')}</span>
                ) : (
                  formatMoney(sum.usdCents, 'USD')
                )}
              </Td>
            </tr>
          ))}
          <tr className="font-medium">
            <Td>{t('invoices.total')}</Td>
            <Td align="right">{t('invoices.lines2', { lines })}</Td>
            <Td align="right">{totalUsdCents === undefined ? '–' : formatMoney(totalUsdCents, 'USD')}</Td>
          </tr>
        </tbody>
      </Table>
      <p className="border-t px-4 py-2.5 text-[0.8125rem] text-ink-3 sm:px-5">
        {t('invoices.billedBilledNameForAllUninvoiced', {
          billedName: billedName ?? workspaceName,
          periodTo: formatInstant(periodTo, timeZone),
          replaceAll: timeZone.replaceAll('_', ' '),
          hasTotalUsdCents: String(totalUsdCents === undefined),
        })}
      </p>
    </div>
  )
}

/** Sorts fees before credits, each by currency. */
function sortSums(sums: InvoicePreview['sums']) {
  const kinds = enumValues(KINDS)
  return sums.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || byCurrency(a, b))
}

/** Explains why a rate should be checked. */
export function UnusualRates({ rates }: { rates: InvoicePreview['rates'] }) {
  return rates.map(({ currency, rate, lastRate, unusual }) => {
    if (unusual === null) return null
    const reason =
      unusual === 'far_from_last'
        ? t('invoices.isMoreThanThreeTimes', { lastRate })
        : t('invoices.isOutsideUsualRange')
    return (
      <p key={currency} className="text-warn">
        {t('invoices.rateUSDollarsPer1', { rate, currency, reason: reason })}
      </p>
    )
  })
}
