import { useState } from 'react'
import { t } from '../messages/team-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field, Input } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FieldErrors, readText, useForm } from '../ui/use-form.ts'
import { findView, MAX_NAME_CHARS, type SavedView } from './saved-views.ts'

/** Saves the list's current view under a new name. */
export function SaveViewDialog({
  views,
  onSave,
  onClose,
}: {
  views: readonly SavedView[]
  onSave: (name: string) => void
  onClose: () => void
}) {
  return (
    <NameDialog
      title={t('lists.saveView')}
      description={t('lists.viewsAreKeptInBrowser')}
      action={t('lists.saveView')}
      existingViews={views}
      onName={onSave}
      onClose={onClose}
    />
  )
}

/** Renames and deletes views. */
export function ManageViewsDialog({
  views,
  onChange,
  onClose,
}: {
  views: readonly SavedView[]
  onChange: (views: readonly SavedView[]) => void
  onClose: () => void
}) {
  const [renamed, setRenamed] = useState<SavedView>()
  if (renamed !== undefined) {
    return (
      <NameDialog
        title={t('lists.renameView')}
        action={t('lists.renameView')}
        name={renamed.name}
        existingViews={views.filter((view) => view !== renamed)}
        onName={(name) => onChange(views.map((view) => (view === renamed ? { ...view, name } : view)))}
        onClose={() => setRenamed(undefined)}
      />
    )
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('lists.yourViews')}>
      {views.length === 0 ? (
        <p className="text-ink-3">{t('lists.noViewsLeft')}</p>
      ) : (
        <ul className="divide-y rounded-lg border">
          {views.map((view) => (
            <li key={view.name} className="flex flex-wrap items-center gap-2 p-3">
              <span className="wrap-anywhere min-w-0 flex-1 font-medium">{view.name}</span>
              <Button
                size="small"
                aria-label={t('lists.renameName', { name: view.name })}
                onClick={() => setRenamed(view)}
              >
                {t('lists.rename')}
              </Button>
              <Button
                size="small"
                aria-label={t('lists.deleteName', { name: view.name })}
                onClick={() => onChange(views.filter((one) => one !== view))}
              >
                {t('lists.delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('lists.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function NameDialog({
  title,
  description,
  action,
  name,
  existingViews,
  onName,
  onClose,
}: {
  title: string
  description?: string
  action: string
  /** The current name. */
  name?: string
  existingViews: readonly SavedView[]
  onName: (name: string) => void
  onClose: () => void
}) {
  const form = useForm({
    fields: ['name'],
    readForm(typed) {
      const entered = readText(typed, 'name')
      if (entered === '') return new FieldErrors({ name: t('lists.enterName') })
      if (findView(existingViews, entered) !== undefined)
        return new FieldErrors({ name: t('lists.nameIsTaken') })
      return entered
    },
    save: async (entered) => onName(entered),
    onSaved: onClose,
  })
  return (
    <FormDialog
      title={title}
      description={description}
      form={form}
      action={action}
      noValidate
      onClose={onClose}
    >
      <Field label={t('lists.viewName')} error={form.getError('name')}>
        {(control) => (
          <Input
            {...control}
            name="name"
            required
            maxLength={MAX_NAME_CHARS}
            defaultValue={name}
            autoComplete="off"
          />
        )}
      </Field>
    </FormDialog>
  )
}
