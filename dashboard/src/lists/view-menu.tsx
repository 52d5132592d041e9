import { useNavigate, useSearch } from '@tanstack/react-router'
import { Bookmark, Check } from 'lucide-react'
import { useState } from 'react'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'
import { Menu } from '../ui/menu.tsx'
import { MenuItem, MenuLabel, MenuSeparator } from '../ui/menu-surface.tsx'
import { useToasts } from '../ui/toast.tsx'
import { useColumnChoice } from './column-choice.ts'
import { isViewShown, MAX_VIEWS, type SavedView, toViewSearch, useSavedViews } from './saved-views.ts'
import { ManageViewsDialog, SaveViewDialog } from './view-dialogs.tsx'

/** Shows, saves and manages a list's views: named sets of filters, order and columns. */
export function ViewMenu({ list }: { list: string }) {
  const [views, changeViews] = useSavedViews(list)
  const [columns, chooseColumns] = useColumnChoice(list)
  const search = toViewSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const { showSuccess } = useToasts()
  const [dialog, setDialog] = useState<'save' | 'manage'>()
  const show = (view: SavedView) => {
    chooseColumns(view.columns)
    // safe because every list's reader drops parameters it doesn't know
    void navigate({ to: '.', search: () => view.search as Record<string, never> })
  }
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button>
            <Bookmark aria-hidden="true" className="size-4" />
            {t('lists.views')}
          </Button>
        }
      >
        <MenuLabel>{views.length === 0 ? t('lists.viewsKeepFilters') : t('lists.yourViews')}</MenuLabel>
        {views.map((view) => (
          <MenuItem key={view.name} onSelect={() => show(view)}>
            <span className="wrap-anywhere min-w-0">{view.name}</span>
            {isViewShown(view, search, columns) && (
              <span className="ml-auto">
                <Check aria-hidden="true" className="text-accent-text!" />
                <span className="sr-only">{t('lists.shown')}</span>
              </span>
            )}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem disabled={views.length >= MAX_VIEWS} onSelect={() => setDialog('save')}>
          {t('lists.saveCurrentView')}
        </MenuItem>
        <MenuItem disabled={views.length === 0} onSelect={() => setDialog('manage')}>
          {t('lists.manageViews')}
        </MenuItem>
      </Menu>
      {dialog === 'save' && (
        <SaveViewDialog
          views={views}
          onSave={(name) => {
            changeViews([...views, { name, search, columns }])
            showSuccess(t('lists.viewSaved', { name }))
          }}
          onClose={close}
        />
      )}
      {dialog === 'manage' && <ManageViewsDialog views={views} onChange={changeViews} onClose={close} />}
    </>
  )
}
