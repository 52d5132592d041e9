import type { ReactNode } from 'react'
import { t } from '../messages/shared-text.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormError } from './form-error.tsx'
import { Hold, useHold } from './hold.tsx'
import { JobStatus, type JobView, Stopped } from './job.tsx'
import type { Form } from './use-form.ts'

/** Of a call that hangs: who goes must not take it as not done. */
function NoAnswerYet() {
  return (
    <p role="alert" className="rounded-lg bg-warn-soft px-3 py-2 text-warn">
      {t('ui.noResponseYetRequestMay')}
    </p>
  )
}

/** A short form over the page: its fields, what the service refused, and the way out or on. */
export function FormDialog({
  title,
  description,
  form: { onSubmit, isBusy, error },
  action,
  look = 'primary',
  noValidate = false,
  beginsAt = 'first field',
  job,
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
  /** `itself` where it could be sent as it stands, and that is no small thing. */
  beginsAt?: 'first field' | 'itself'
  /** Of an action that may take long: the dialog says how far it is, and stays until it has ended. */
  job?: JobView | undefined
  onClose: () => void
  children?: ReactNode
}) {
  const isJob = isBusy && job !== undefined
  const hold = useHold(isBusy)
  const isHeld = isJob || hold === 'held'
  return (
    <Dialog
      isOpen
      onClose={() => !isJob && onClose()}
      title={title}
      description={description}
      closesBy={children === undefined ? 'anything' : 'cross'}
      beginsAt={beginsAt}
    >
      <form onSubmit={onSubmit} noValidate={noValidate} className="flex flex-col gap-4">
        <Hold isBusy={isBusy} />
        {children}
        <FormError error={error instanceof Stopped ? undefined : error} />
        <JobStatus job={job} isUnderWay={isBusy} />
        {hold === 'overdue' && job === undefined && <NoAnswerYet />}
        <DialogActions>
          {isJob && job.onStop !== undefined ? (
            <Button onClick={job.onStop}>{t('ui.stop')}</Button>
          ) : (
            <Button onClick={onClose} disabled={isHeld}>
              {job?.goOn === undefined ? t('ui.cancel') : t('ui.close')}
            </Button>
          )}
          <Button type="submit" look={look} isBusy={isBusy}>
            {(!isBusy && job?.goOn) || action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
