import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, ExternalLink, Plus, ReceiptText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { invoicesQuery } from '../../api/money-queries.ts'
import { rowsOf } from '../../api/paged-query.ts'
import type { Invoice } from '../../api/types.ts'
import { formatInstant, formatMonth } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage, Locked } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { VoidDialog } from './void-dialog.tsx'

export function InvoicesPage() {
  const may = useMay()
  return (
    <ListPage
      title="Invoices"
      description="The platform fees of a month, in US dollars. What was refunded after an invoice comes back as a credit on the next one."
      actions={may('commission:manage') && <IssueInvoice />}
      locked={
        !may('billing:read') && (
          <Locked what="invoices">
            Owners, admins and members of this workspace see them. Ask one of them for another role.
          </Locked>
        )
      }
    >
      <Card>
        <InvoiceList />
      </Card>
    </ListPage>
  )
}

function IssueInvoice() {
  const [isIssuing, setIsIssuing] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setIsIssuing(true)}>
        <Plus aria-hidden="true" className="size-4" />
        Issue invoice
      </Button>
      {isIssuing && <IssueDialog onClose={() => setIsIssuing(false)} />}
    </>
  )
}

function InvoiceList() {
  const mayVoid = useMay()('commission:manage')
  const [voided, setVoided] = useState<Invoice>()
  const list = useInfiniteQuery(invoicesQuery(useProgramId()))
  // The newest stands first. The ones before the last that stands are built upon, so that only this one goes back.
  const last = rowsOf(list.data).find(stands)
  const empty = (
    <EmptyState icon={ReceiptText} title="No invoices yet">
      Once a month has ended, issue its invoice. It takes every platform fee that no invoice has yet, and
      never changes after that.
    </EmptyState>
  )
  return (
    <>
      <PagedRows list={list} loadingRows={4} empty={empty}>
        {(rows) => (
          <Table label="Invoices">
            <thead>
              <tr>
                <Th>Invoice</Th>
                <Th className="max-sm:hidden">Month</Th>
                <Th align="right">Total</Th>
                <Th align="right" className="max-sm:hidden">
                  Lines
                </Th>
                <Th className="max-sm:hidden">Issued</Th>
                <ThActions />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <InvoiceRow
                  key={row.id}
                  invoice={row}
                  onVoid={mayVoid && row.id === last?.id ? () => setVoided(row) : undefined}
                />
              ))}
            </tbody>
          </Table>
        )}
      </PagedRows>
      {voided !== undefined && <VoidDialog invoice={voided} onClose={() => setVoided(undefined)} />}
    </>
  )
}

function stands({ kind, voidedAt }: Invoice): boolean {
  return kind === 'invoice' && voidedAt === null
}

/** What sets an invoice apart from the others: it takes one back, or is taken back itself. */
function Standing({ invoice: { kind, voids, voidedAt } }: { invoice: Invoice }) {
  if (kind === 'credit_note') {
    return (
      <>
        <LabelBadge label="Credit note" tone="neutral" />
        {voids !== null && (
          <span className="wrap-anywhere mt-0.5 block max-w-72 sm:min-w-40 whitespace-normal font-normal text-ink-3 text-xs">
            Takes back {voids.number}: {voids.reason}
          </span>
        )}
      </>
    )
  }
  return voidedAt === null ? null : <LabelBadge label="Voided" tone="warn" />
}

function InvoiceRow({ invoice, onVoid }: { invoice: Invoice; onVoid: (() => void) | undefined }) {
  const { timeZone } = useProgram()
  const address = `/api/programs/${useProgramId()}/invoices/${invoice.id}`
  return (
    <tr>
      <Td className="font-medium sm:whitespace-nowrap">
        <a href={`${address}.html`} target="_blank" rel="noreferrer" className="hover:underline">
          {invoice.number}
        </a>{' '}
        <Standing invoice={invoice} />
        <span className="block font-normal text-ink-3 text-xs sm:hidden">{formatMonth(invoice.month)}</span>
      </Td>
      <Td className="whitespace-nowrap max-sm:hidden">{formatMonth(invoice.month)}</Td>
      <Td align="right" className="whitespace-nowrap font-medium">
        {formatMoney(invoice.totalUsdCents, 'USD')}
        {invoice.totalUsdCents < 0 && <span className="block font-normal text-ink-3 text-xs">a credit</span>}
      </Td>
      <Td align="right" className="max-sm:hidden">
        {formatCount(invoice.lines)}
      </Td>
      <Td className="whitespace-nowrap text-ink-2 max-sm:hidden">
        {formatInstant(invoice.issuedAt, timeZone)}
      </Td>
      <Td align="right">
        <span className="flex justify-end gap-2 max-sm:flex-col max-sm:items-end">
          <Button asChild size="small">
            <a href={`${address}.html`} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden="true" className="size-3.5" />
              Open<span className="sr-only"> invoice {invoice.number}</span>
            </a>
          </Button>
          <Button asChild size="small" look="quiet">
            <a href={`${address}/lines.csv`} download>
              <Download aria-hidden="true" className="size-3.5" />
              CSV<span className="sr-only"> of invoice {invoice.number}</span>
            </a>
          </Button>
          {onVoid !== undefined && (
            <Button size="small" look="quiet" onClick={onVoid}>
              <Undo2 aria-hidden="true" className="size-3.5" />
              Void<span className="sr-only"> invoice {invoice.number}</span>
            </Button>
          )}
        </span>
      </Td>
    </tr>
  )
}
