import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../messages/shared-text.ts'
import { Card } from './card.tsx'
import { ExportButton } from './export-button.tsx'
import { PageHeader } from './page-header.tsx'
import { EmptyState } from './states.tsx'

/** Explains that the role can't see this page, and which roles can. */
export function NoAccess({ what, children }: { what: string; children: ReactNode }) {
  return (
    <Card>
      <EmptyState icon={LockKeyhole} title={t('ui.yourRoleCantViewWhat', { what })}>
        {children}
      </EmptyState>
    </Card>
  )
}

/** A list page: actions, export, filters, totals and rows. */
export function ListPage({
  title,
  description,
  actions,
  exported,
  locked,
  filters,
  sums,
  children,
}: {
  title: string
  description: ReactNode
  actions?: ReactNode
  /** URL of the CSV export. */
  exported?: { href: string; label: string }
  /** Replaces everything but the title if the role can't see the list. */
  locked?: ReactNode
  filters?: ReactNode
  sums?: ReactNode
  /** The list, and the dialogs and panels it opens. */
  children: ReactNode
}) {
  const isLocked = locked !== undefined && locked !== false
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        actions={
          !isLocked && (
            <>
              {exported !== undefined && <ExportButton {...exported} />}
              {actions}
            </>
          )
        }
      />
      {isLocked ? (
        locked
      ) : (
        <>
          {filters}
          {sums}
          {children}
        </>
      )}
    </>
  )
}
