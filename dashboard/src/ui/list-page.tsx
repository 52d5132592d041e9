import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../messages/shared-text.ts'
import { Card } from './card.tsx'
import { ExportButton } from './export-button.tsx'
import { PageHeader } from './page-header.tsx'
import { EmptyState } from './states.tsx'

/** Says what a role does not show, and who has one that does. */
export function Locked({ what, children }: { what: string; children: ReactNode }) {
  return (
    <Card>
      <EmptyState icon={LockKeyhole} title={t('ui.yourRoleCantViewWhat', { what })}>
        {children}
      </EmptyState>
    </Card>
  )
}

/** A page about one list: what can be done, the file of it, its filters, what it comes to, and the rows. */
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
  /** Where the whole list is downloaded. */
  exported?: { href: string; label: string }
  /** For who may not see the list; it takes the place of everything but the title. */
  locked?: ReactNode
  filters?: ReactNode
  sums?: ReactNode
  /** The list itself, and what opens over it. */
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
