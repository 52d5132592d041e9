import { Button } from './button.tsx'
import { CodeBlock } from './copy.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

/** A secret that is shown this once. */
export function SecretDialog({
  title,
  description,
  secret,
  what,
  onClose,
}: {
  title: string
  description: string
  secret: string
  /** What it is, for the button that copies it. */
  what: string
  onClose: () => void
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <CodeBlock code={secret} what={what} />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
