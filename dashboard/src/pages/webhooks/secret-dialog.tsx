import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** A signing secret, which is shown this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="The signing secret"
      description="Copy it now and keep it where your server reads its secrets: with it your server checks that a message is ours. It is shown this once."
    >
      <CodeBlock code={secret} what="signing secret" />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          I have copied it
        </Button>
      </DialogActions>
    </Dialog>
  )
}
