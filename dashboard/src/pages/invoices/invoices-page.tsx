import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, ExternalLink, Plus, ReceiptText, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { invoicesQuery } from '../../api/money-queries.ts'
import { rowsOf } from '../../api/paged-query.ts'
import type { Invoice } from '../../api/types.ts'
import { formatInstant, formatMonth } from '../../format/date.ts'
import { formatMoney } from '../../format/money.ts'
import { formatCount } from '../../format/number.ts'
import { rich, t } from '../../messages/team-text.ts'
import { useCan, useProgram, useProgramId } from '../../session/use-program.ts'
import { LabelBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage, Locked } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Table, Td, Th, ThActions } from '../../ui/table.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { VoidDialog } from './void-dialog.tsx'

export function InvoicesPage() {
  const can = useCan()
  return (
    <SettingsFrame current="invoices">
      <ListPage
        title={t('invoices.invoices')}
        description={t('invoices.monthlyPlatformFeesInUS')}
        actions={can('commission:manage') && <IssueInvoice />}
        locked={
          !can('billing:read') && <Locked what="invoices">{t('invoices.ownersAdminsAndMembersThis')}</Locked>
        }
      >
        <Card>
          <InvoiceList />
        </Card>
      </ListPage>
    </SettingsFrame>
  )
}

function IssueInvoice() {
  const [isIssuing, setIsIssuing] = useState(false)
  return (
    <>
      <Button look="primary" onClick={() => setIsIssuing(true)}>
        <Plus aria-hidden="true" className="size-4" />
        {t('invoices.issueInvoice')}
      </Button>
      {isIssuing && <IssueDialog onClose={() => setIsIssuing(false)} />}
    </>
  )
}

function InvoiceList() {
  const canVoid = useCan()('commission:manage')
  const [voided, setVoided] = useState<Invoice>()
  const list = useInfiniteQuery(invoicesQuery(useProgramId()))
  // Invoices build on earlier ones, so only the newest valid one can be voided.
  const last = rowsOf(list.data).find(isValid)
  const empty = (
    <EmptyState icon={ReceiptText} title={t('invoices.noInvoicesYet')}>
      {t('invoices.onceMonthHasEndedIssue')}
    </EmptyState>
  )
  return (
    <>
      <PagedRows list={list} loadingRows={4} empty={empty}>
        {(rows) => (
          <Table label={t('invoices.invoices')}>
            <thead>
              <tr>
                <Th>{t('invoices.invoice')}</Th>
                <Th className="max-sm:hidden">{t('invoices.month')}</Th>
                <Th align="right">{t('invoices.total')}</Th>
                <Th align="right" className="max-sm:hidden">
                  {t('invoices.lines')}
                </Th>
                <Th className="max-sm:hidden">{t('invoices.issued')}</Th>
                <ThActions />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <InvoiceRow
                  key={row.id}
                  invoice={row}
                  onVoid={canVoid && row.id === last?.id ? () => setVoided(row) : undefined}
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

function isValid({ kind, voidedAt }: Invoice): boolean {
  return kind === 'invoice' && voidedAt === null
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

function InvoiceRow({ invoice, onVoid }: { invoice: Invoice; onVoid: (() => void) | undefined }) {
  const { timeZone } = useProgram()
  const address = `/api/programs/${useProgramId()}/invoices/${invoice.id}`
  return (
    <tr>
      <Td className="font-medium sm:whitespace-nowrap">
        <a href={`${address}.html`} target="_blank" rel="noreferrer" className="hover:underline">
          {invoice.number}
        </a>{' '}
        <InvoiceStatus invoice={invoice} />
        <span className="block font-normal text-ink-3 text-xs sm:hidden">{formatMonth(invoice.month)}</span>
      </Td>
      <Td className="whitespace-nowrap max-sm:hidden">{formatMonth(invoice.month)}</Td>
      <Td align="right" className="whitespace-nowrap font-medium">
        {formatMoney(invoice.totalUsdCents, 'USD')}
        {invoice.totalUsdCents < 0 && (
          <span className="block font-normal text-ink-3 text-xs">{t('invoices.credit')}</span>
        )}
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
      </Td>
    </tr>
  )
}
