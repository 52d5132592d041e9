import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { RefObject } from 'react'
import { t } from '../messages/team-text.ts'
import { IconButton } from '../ui/button.tsx'
import { Navigation } from './navigation.tsx'

/** The navigation on a phone, over the page. Closing it returns the focus to its button. */
export function PhoneNavigationPanel({
  trigger,
  onClose,
}: {
  trigger: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/35 dark:bg-black/60" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            trigger.current?.focus()
          }}
          className="fixed top-0 bottom-(--notice) left-0 z-50 w-72 max-w-[85vw] overflow-y-auto bg-surface p-3 shadow-float outline-none"
        >
          <div className="mb-3 flex items-center justify-between pl-2.5">
            <Dialog.Title className="font-semibold">{t('shell.navigation')}</Dialog.Title>
            <Dialog.Close asChild>
              <IconButton label={t('shell.closeNavigation')}>
                <X />
              </IconButton>
            </Dialog.Close>
          </div>
          <Navigation onNavigate={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
