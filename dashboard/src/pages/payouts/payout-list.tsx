import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Banknote } from 'lucide-react'
import { useState } from 'react'
import { type PayoutFilters, payoutsQuery } from '../../api/money-queries.ts'
import { flattenPages } from '../../api/paged-query.ts'
import type { Payout } from '../../api/types.ts'
import { DataTable } from '../../lists/data-table.tsx'
import type { SelectedRows } from '../../lists/list-table.ts'
import { NoMatches } from '../../lists/no-matches.tsx'
import { rich, t } from '../../messages/team-text.ts'
import { usePermissionCheck, useProgramId } from '../../session/use-program.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PagedRows } from '../../ui/paged-rows.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { MarkPaidDialog } from './mark-paid-dialog.tsx'
import { PAYOUT_COLUMNS } from './payout-columns.tsx'

/** The key of the stored columns and views. */
export const PAYOUT_LIST = 'payouts'

export function PayoutList({
  filters,
  onOpen,
  onClear,
}: {
  filters: PayoutFilters
  onOpen: (id: number) => void
  onClear: () => void
}) {
  const canPay = usePermissionCheck()('payout:manage')
  const [selected, setSelected] = useState<SelectedRows>({})
  const list = useInfiniteQuery(payoutsQuery(useProgramId(), filters))
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const rows = flattenPages(list.data).filter((row) => selected[row.id] && canBePaid(row))
  return (
    <div className="flex flex-col">
      <BulkPay rows={rows} onClear={() => setSelected({})} />
      <Card>
        <PagedRows
          list={list}
          loadingRows={6}
          empty={<NoPayouts isFiltered={isFiltered} onClear={onClear} />}
        >
          {(shown) => (
            <DataTable
              label={t('payouts.payouts')}
              list={PAYOUT_LIST}
              columns={PAYOUT_COLUMNS}
              rows={shown}
              getId={getId}
              selection={canPay ? { ...SELECTION, rows: selected, onChange: setSelected } : undefined}
              onOpen={({ id }) => onOpen(id)}
            />
          )}
        </PagedRows>
      </Card>
    </div>
  )
}

const getId = ({ id }: Payout) => String(id)
const SELECTION = {
  canBeSelected: canBePaid,
  getLabel: ({ id }: Payout) => t('payouts.selectPayoutId', { id }),
  all: t('payouts.selectAllPayoutsShown'),
}

/** Returns whether a payout is open and not blocked. */
function canBePaid({ status, payoutBlocker }: Payout): boolean {
  return status === 'open' && payoutBlocker === null
}

function BulkPay({ rows, onClear }: { rows: Payout[]; onClear: () => void }) {
  const [payoutsToPay, setPayoutsToPay] = useState<Payout[]>()
  return (
    <>
      <SelectionBar count={rows.length} onClear={onClear}>
        <Button size="small" look="primary" onClick={() => setPayoutsToPay(rows)}>
          {t('payouts.markAsPaid')}
        </Button>
      </SelectionBar>
      {payoutsToPay !== undefined && (
        <MarkPaidDialog payouts={payoutsToPay} onDone={onClear} onClose={() => setPayoutsToPay(undefined)} />
      )}
    </>
  )
}

function NoPayouts({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const programId = useProgramId()
  return isFiltered ? (
    <NoMatches icon={Banknote} title={t('payouts.noMatchingPayouts')} onClear={onClear} />
  ) : (
    <EmptyState icon={Banknote} title={t('payouts.noPayoutsYet')}>
      {rich('payouts.createPayoutsPayAllApproved', {
        link: (children) => (
          <Link
            to="/programs/$programId/payouts"
            params={{ programId }}
            search={{ view: 'balances' }}
            className="font-medium text-accent-text underline underline-offset-4"
          >
            {children}
          </Link>
        ),
      })}
    </EmptyState>
  )
}
