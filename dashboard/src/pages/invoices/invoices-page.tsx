import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, ReceiptText } from 'lucide-react'
import { useCallback, useState } from 'react'
import { invoicesQuery } from '../../api/money-queries.ts'
import { flattenPages } from '../../api/paged-query.ts'
import type { Invoice } from '../../api/types.ts'
import { DataTable } from '../../lists/data-table.tsx'
import { ListMenus } from '../../lists/list-menus.tsx'
import { t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgram, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ListPage, NoAccess } from '../../ui/list-page.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { SettingsFrame } from '../settings/settings-frame.tsx'
import { INVOICE_COLUMNS, InvoiceActions } from './invoice-columns.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { VoidDialog } from './void-dialog.tsx'

/** The key of the stored columns and views. */
const LIST = 'invoices'
const getId = ({ id }: Invoice) => String(id)

export function InvoicesPage() {
  const can = usePermissionCheck()
  return (
    <SettingsFrame current="invoices">
      <ListPage
        title={t('invoices.invoices')}
        description={t('invoices.monthlyPlatformFeesInUS')}
        actions={can('commission:manage') && <IssueInvoice />}
        locked={
          !can('billing:read') && (
            <NoAccess what="invoices">{t('invoices.ownersAdminsAndMembersThis')}</NoAccess>
          )
        }
        filters={
          <div className="mb-3 flex">
            <ListMenus list={LIST} columns={INVOICE_COLUMNS} />
          </div>
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
  const canVoid = usePermissionCheck()('commission:manage')
  const [voided, setVoided] = useState<Invoice>()
  const list = useInfiniteQuery(invoicesQuery(useProgramId()))
  const { platformFeeBps } = useProgram()
  // Invoices build on earlier ones, so only the newest valid one can be voided.
  const last = flattenPages(list.data).find(isValid)
  const voidableId = canVoid ? last?.id : undefined
  const actions = useCallback(
    (row: Invoice) => (
      <InvoiceActions invoice={row} onVoid={row.id === voidableId ? () => setVoided(row) : undefined} />
    ),
    [voidableId],
  )
  const empty = (
    <EmptyState icon={ReceiptText} title={t('invoices.noInvoicesYet')}>
      {platformFeeBps === 0 ? t('invoices.thisProgramHasNoFee') : t('invoices.onceMonthHasEndedIssue')}
    </EmptyState>
  )
  return (
    <>
      <PagedRows list={list} loadingRows={4} empty={empty}>
        {(rows) => (
          <DataTable
            label={t('invoices.invoices')}
            list={LIST}
            columns={INVOICE_COLUMNS}
            rows={rows}
            getId={getId}
            actions={actions}
          />
        )}
      </PagedRows>
      {voided !== undefined && <VoidDialog invoice={voided} onClose={() => setVoided(undefined)} />}
    </>
  )
}

function isValid({ kind, voidedAt }: Invoice): boolean {
  return kind === 'invoice' && voidedAt === null
}
