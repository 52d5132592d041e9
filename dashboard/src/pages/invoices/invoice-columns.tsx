import { Download, ExternalLink, Undo2 } from 'lucide-react'
import type { Invoice } from '../../api/types.ts'
import { formatMonth } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { Instant } from '../../lists/instant.tsx'
import type { ListColumn } from '../../lists/list-table.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

export const INVOICE_COLUMNS: readonly ListColumn<Invoice>[] = [
  {
    id: 'invoice',
    name: t('invoices.invoice'),
    className: 'font-medium sm:whitespace-nowrap',
    cell: (row) => (
      <>
        <InvoiceLink invoice={row} /> <InvoiceStatus invoice={row} />
      </>
    ),
  },
  {
    id: 'month',
    name: t('invoices.month'),
    className: 'whitespace-nowrap',
    card: 'detail',
    cell: ({ month }) => formatMonth(month),
  },
  {
    id: 'total',
    name: t('invoices.total'),
    align: 'right',
    className: 'whitespace-nowrap font-medium',
    card: 'detail',
    cell: ({ totalUsdCents }) => (
      <>
        {formatMoney(totalUsdCents, 'USD')}
        {totalUsdCents < 0 && (
          <span className="block font-normal text-ink-3 text-xs">{t('invoices.credit')}</span>
        )}
      </>
    ),
  },
  {
    id: 'lines',
    name: t('invoices.lines'),
    align: 'right',
    cell: ({ lines }) => formatCount(lines),
  },
  {
    id: 'issued',
    name: t('invoices.issued'),
    className: 'whitespace-nowrap text-ink-2',
    cell: ({ issuedAt }) => <Instant at={issuedAt} />,
  },
]

function useInvoiceAddress({ id }: Invoice): string {
  return `/api/programs/${useProgramId()}/invoices/${id}`
}

function InvoiceLink({ invoice }: { invoice: Invoice }) {
  return (
    <a
      href={`${useInvoiceAddress(invoice)}.html`}
      target="_blank"
      rel="noreferrer"
      className="hover:underline"
    >
      {invoice.number}
    </a>
  )
}

/** Marks credit notes and voided invoices. */
function InvoiceStatus({ invoice: { kind, voids, voidedAt } }: { invoice: Invoice }) {
  if (kind === 'credit_note') {
    return (
      <>
        <LabelBadge label={t('invoices.creditNote')} tone="neutral" />
        {voids !== null && (
          <span className="wrap-anywhere mt-0.5 block max-w-72 sm:min-w-40 whitespace-normal font-normal text-ink-3 text-xs">
            {t('invoices.cancelsNumberReason', { number: voids.number, reason: voids.reason })}
          </span>
        )}
      </>
    )
  }
  return voidedAt === null ? null : <LabelBadge label={t('invoices.voided')} tone="warn" />
}

/** An invoice's actions: open its page, download its file, void it. */
export function InvoiceActions({
  invoice,
  onVoid,
}: {
  invoice: Invoice
  /** Undefined if it can't be voided. */
  onVoid: (() => void) | undefined
}) {
  const address = useInvoiceAddress(invoice)
  return (
    <span className="flex justify-end gap-2 max-sm:flex-col max-sm:items-end">
      <Button asChild size="small">
        <a href={`${address}.html`} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" className="size-3.5" />
          {rich('invoices.openInvoiceNumber', {
            number: invoice.number,
            span: (children) => <span className="sr-only">{children}</span>,
          })}
        </a>
      </Button>
      <Button asChild size="small" look="quiet">
        <a href={`${address}/lines.csv`} download>
          <Download aria-hidden="true" className="size-3.5" />
          {rich('invoices.csvForInvoiceNumber', {
            number: invoice.number,
            span: (children) => <span className="sr-only">{children}</span>,
          })}
        </a>
      </Button>
      {onVoid !== undefined && (
        <Button size="small" look="quiet" onClick={onVoid}>
          <Undo2 aria-hidden="true" className="size-3.5" />
          {rich('invoices.voidInvoiceNumber', {
            number: invoice.number,
            span: (children) => <span className="sr-only">{children}</span>,
          })}
        </Button>
      )}
    </span>
  )
}
