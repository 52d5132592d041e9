import { t } from '../messages/shared-text.ts'
import { LeavingQuestion } from './ask-before-leaving.tsx'
import { Button } from './button.tsx'
import { CodeBlock } from './copy.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

/** What is shown this once: a secret, or several that belong together. */
export function SecretDialog({
  title,
  description,
  secrets,
  what,
  onClose,
}: {
  title: string
  description: string
  secrets: readonly string[]
  /** What they are, for the button that copies it. */
  what: string
  onClose: () => void
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description} closesBy="button">
      <CodeBlock code={secrets.join('\n')} what={what} />
      <LeavingSecret />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('ui.iHaveCopiedHasCount', { hasCount: String(secrets.length > 1) })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** For a dialog that shows something once: by Back it would be thrown away as by a slip. */
export function LeavingSecret() {
  return <LeavingQuestion title={t('ui.leaveWithoutCopying')}>{t('ui.thisIsShownOnlyOnce')}</LeavingQuestion>
}
