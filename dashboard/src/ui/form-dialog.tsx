import type { ReactNode } from 'react'
import { t } from '../messages/shared-text.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormError } from './form-error.tsx'
import { JobStatus, JobStoppedError, type JobView } from './job.tsx'
import { KeepOpen, useKeepOpen } from './keep-open.tsx'
import type { Form } from './use-form.ts'

/** Warns that a pending request may still succeed after the dialog is closed. */
function OverdueNote() {
  return (
    <p role="alert" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
      {t('ui.noResponseYetRequestMay')}
    </p>
  )
}

/** A short form over the page: fields, error and buttons. */
export function FormDialog({
  title,
  description,
  form: { onSubmit, isBusy, error },
  action,
  look = 'primary',
  noValidate = false,
  initialFocus = 'first field',
  job,
  onClose,
  children,
}: {
  title: string
  description?: ReactNode
  form: Pick<Form, 'onSubmit' | 'isBusy' | 'error'>
  /** Button label: a verb and its object. */
  action: string
  look?: 'danger' | 'primary'
  /** The form validates its own fields. */
  noValidate?: boolean
  /** Use `itself` if the form could be submitted as is and has consequences. */
  initialFocus?: 'first field' | 'itself'
  /** For long actions: the dialog shows progress and stays open until it has finished. */
  job?: JobView | undefined
  onClose: () => void
  children?: ReactNode
}) {
  const isJob = isBusy && job !== undefined
  const hold = useKeepOpen(isBusy)
  const isHeld = isJob || hold === 'held'
  return (
    <Dialog
      isOpen
      onClose={() => !isJob && onClose()}
      title={title}
      description={description}
      closesBy={children === undefined ? 'anything' : 'cross'}
      initialFocus={initialFocus}
    >
      <form onSubmit={onSubmit} noValidate={noValidate} className="flex flex-col gap-4">
        <KeepOpen isBusy={isBusy} />
        {children}
        <FormError error={error instanceof JobStoppedError ? undefined : error} />
        <JobStatus job={job} isRunning={isBusy} />
        {hold === 'overdue' && job === undefined && <OverdueNote />}
        <DialogActions>
          {isJob && job.onStop !== undefined ? (
            <Button onClick={job.onStop}>{t('ui.stop')}</Button>
          ) : (
            <Button onClick={onClose} disabled={isHeld}>
              {job?.resumeLabel === undefined ? t('ui.cancel') : t('ui.close')}
            </Button>
          )}
          <Button type="submit" look={look} isBusy={isBusy}>
            {(!isBusy && job?.resumeLabel) || action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
