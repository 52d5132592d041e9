import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { FormError } from './states.tsx'

/** Asks before something that is not easily undone; a refusal stays in the dialog, in words. */
export function ConfirmDialog({
  title,
  action,
  look = 'danger',
  onConfirm,
  onClose,
  children,
}: {
  title: string
  /** What the button says: a verb and its object. */
  action: string
  look?: 'danger' | 'primary'
  onConfirm: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}) {
  const confirmed = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  return (
    <Dialog isOpen onClose={onClose} title={title} description={children}>
      <FormError error={confirmed.error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look={look} isBusy={confirmed.isPending} onClick={() => confirmed.mutate()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
