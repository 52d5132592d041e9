import type { ReactNode } from 'react'
import { FormDialog } from './form-dialog.tsx'
import type { JobView } from './job.tsx'
import { useForm } from './use-form.ts'

/** Confirms an action that is hard to undo. Errors are shown in the dialog. */
export function ConfirmDialog({
  title,
  action,
  look = 'danger',
  job,
  onConfirm,
  onClose,
  children,
}: {
  title: string
  /** Button label: a verb and its object. */
  action: string
  look?: 'danger' | 'primary'
  job?: JobView | undefined
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const form = useForm({ readForm: () => true, save: onConfirm, onSaved: onClose })
  return (
    <FormDialog
      title={title}
      description={children}
      form={form}
      action={action}
      look={look}
      job={job}
      onClose={onClose}
    />
  )
}
