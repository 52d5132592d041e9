import { t } from '../messages/shared-text.ts'
import { Button } from './button.tsx'
import { CodeBlock } from './copy.tsx'
import { Dialog, DialogActions } from './dialog.tsx'
import { LeaveConfirmation } from './unsaved-changes.tsx'

/** Shows one or more secrets that can't be shown again. */
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
  /** Completes the copy button's accessible name. */
  what: string
  onClose: () => void
}) {
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description} closesBy="button">
      <CodeBlock code={secrets.join('\n')} what={what} />
      <ConfirmLeavingSecret />
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          {t('ui.iHaveCopiedHasCount', { hasCount: String(secrets.length > 1) })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Asks for confirmation before going back, which would lose a secret that is shown only once. */
export function ConfirmLeavingSecret() {
  return (
    <LeaveConfirmation title={t('ui.leaveWithoutCopying')}>{t('ui.thisIsShownOnlyOnce')}</LeaveConfirmation>
  )
}
