import { type ReactNode, useState } from 'react'
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
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const confirm = async () => {
    setIsBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (failure) {
      setError(failure)
      setIsBusy(false)
    }
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} description={children}>
      <FormError error={error} />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button look={look} isBusy={isBusy} onClick={confirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
