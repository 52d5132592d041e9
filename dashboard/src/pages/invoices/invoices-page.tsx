import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, ExternalLink, LockKeyhole, Plus, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { invoicesQuery } from '../../api/money-queries.ts'
import type { Invoice } from '../../api/types.ts'
import { formatInstant, formatMonth } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { useMay, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { IssueDialog } from './issue-dialog.tsx'

export function InvoicesPage() {
  const may = useMay()
  const [isIssuing, setIsIssuing] = useState(false)
  return (
    <>
      <PageHeader
        title="Invoices"
        description="The platform fees of a month, in US dollars. What was refunded after an invoice comes back as a credit on the next one."
        actions={
          may('commission:manage') && (
            <Button look="primary" onClick={() => setIsIssuing(true)}>
              <Plus aria-hidden="true" className="size-4" />
              Issue invoice
            </Button>
          )
        }
      />
      <Card>
        {may('billing:read') ? (
          <InvoiceList />
        ) : (
          <EmptyState icon={LockKeyhole} title="Your role does not show invoices">
            Owners, admins and members of this workspace see them. Ask one of them for another role.
          </EmptyState>
        )}
      </Card>
      {isIssuing && <IssueDialog onClose={() => setIsIssuing(false)} />}
    </>
  )
}

function InvoiceList() {
  const list = useInfiniteQuery(invoicesQuery(useProgramId()))
  if (list.isPending) return <SkeletonRows rows={4} />
  if (list.isError && list.data === undefined)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  const rows = list.data.pages.flatMap((page) => page.data)
  if (rows.length === 0) {
    return (
      <EmptyState icon={ReceiptText} title="No invoices yet">
        Once a month has ended, issue its invoice. It takes every platform fee that no invoice has yet, and
        never changes after that.
      </EmptyState>
    )
  }
  return (
    <>
      <Table label="Invoices">
        <thead>
          <tr>
            <Th>Invoice</Th>
            <Th>Month</Th>
            <Th align="right">Total</Th>
            <Th align="right">Lines</Th>
            <Th>Issued</Th>
            <Th>
              <span className="sr-only">Actions</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <InvoiceRow key={row.id} invoice={row} />
          ))}
        </tbody>
      </Table>
      <LoadMore
        hasMore={list.hasNextPage}
        isBusy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { timeZone } = useProgram()
  const address = `/api/programs/${useProgramId()}/invoices/${invoice.id}`
  return (
    <tr>
      <Td className="whitespace-nowrap font-medium">
        <a href={`${address}.html`} target="_blank" rel="noreferrer" className="hover:underline">
          {invoice.number}
        </a>
      </Td>
      <Td className="whitespace-nowrap">{formatMonth(invoice.month)}</Td>
      <Td align="right" className="whitespace-nowrap font-medium">
        {formatMoney(invoice.totalUsdCents, 'USD')}
        {invoice.totalUsdCents < 0 && <span className="block font-normal text-ink-3 text-xs">a credit</span>}
      </Td>
      <Td align="right">{formatCount(invoice.lines)}</Td>
      <Td className="whitespace-nowrap text-ink-2">{formatInstant(invoice.issuedAt, timeZone)}</Td>
      <Td align="right">
        <span className="flex justify-end gap-2">
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
        </span>
      </Td>
    </tr>
  )
}
