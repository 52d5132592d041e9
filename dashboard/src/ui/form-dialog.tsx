import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormError } from './states.tsx'
import type { Form } from './use-form.ts'

/** A short form over the page: its fields, what the service refused, and the way out or on. */
export function FormDialog({
  title,
  description,
  form: { onSubmit, isBusy, error },
  action,
  look = 'primary',
  noValidate = false,
  onClose,
  children,
}: {
  title: string
  description?: ReactNode
  form: Pick<Form, 'onSubmit' | 'isBusy' | 'error'>
  /** What the button says: a verb and its object. */
  action: string
  look?: 'danger' | 'primary'
  /** The form checks its fields itself, with words of its own. */
  noValidate?: boolean
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <form onSubmit={onSubmit} noValidate={noValidate} className="flex flex-col gap-4">
        {children}
        <FormError error={error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} isBusy={isBusy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
