import type { LucideIcon } from 'lucide-react'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states.tsx'

/** Shown when a list's filters hide everything. */
export function NoMatches({
  icon,
  title,
  onClear,
}: {
  icon: LucideIcon
  title: string
  onClear: () => void
}) {
  return (
    <EmptyState
      icon={icon}
      title={title}
      action={<Button onClick={onClear}>{t('search.clearFilters')}</Button>}
    >
      {t('lists.removeFilterOrSearch')}
    </EmptyState>
  )
}
