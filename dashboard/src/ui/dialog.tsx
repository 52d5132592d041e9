import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { t } from '../messages/shared-text.ts'
import { IconButton } from './button.tsx'
import { focusPage } from './focus-page.ts'
import { type PendingActions, PendingActionsContext } from './keep-open.tsx'
import { getOpenerElement, rememberOpenerElement } from './opener.ts'
import { ScrollRegion } from './scroll-region.tsx'

interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  /**
   * How the dialog can be closed other than with its buttons. Forms use `cross` (or Escape), because a press outside
   * would lose the input; secrets shown once use `button`.
   */
  closesBy?: 'anything' | 'cross' | 'button'
  /**
   * Initial focus. Use `itself` if there is no field, or if accidentally pressing Enter twice could confirm the
   * action.
   */
  initialFocus?: 'first field' | 'itself'
  children: ReactNode
}

/**
 * A question or short form over the page or an open panel. It can't be closed while its action is running.
 */
export function Dialog({ onClose, ...props }: DialogProps) {
  const [pending] = useState<PendingActions>(() => new Set())
  return (
    <PendingActionsContext value={pending}>
      <Overlaid
        {...props}
        onClose={() => pending.size === 0 && onClose()}
        className="top-[calc((100dvh-var(--notice))/2)] left-1/2 max-h-[calc(100dvh-2rem-var(--notice))] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 rounded-2xl"
      />
    </PendingActionsContext>
  )
}

/** A panel with a row's details, next to its list; on a phone it covers the page. */
export function SidePanel(props: DialogProps) {
  return (
    <Overlaid
      initialFocus="itself"
      isPanel
      {...props}
      className="top-0 right-0 bottom-(--notice) w-full max-w-[30rem] animate-slide-in border-l sm:rounded-l-2xl"
    />
  )
}

function Overlaid({
  isOpen,
  onClose,
  title,
  description,
  closesBy = 'anything',
  initialFocus = 'first field',
  isPanel = false,
  children,
  className,
}: DialogProps & { isPanel?: boolean; className: string }) {
  const focus = useFocus(initialFocus)
  return (
    <Radix.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 bg-black/35 backdrop-blur-[1px] dark:bg-black/60" />
        <Radix.Content
          className={clsx('fixed z-50 flex flex-col bg-surface shadow-float outline-none', className)}
          data-panel={isPanel ? '' : undefined}
          {...focus}
          onPointerDownOutside={(event) => closesBy !== 'anything' && event.preventDefault()}
          onEscapeKeyDown={(event) => closesBy === 'button' && event.preventDefault()}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0">
              <Radix.Title className="font-semibold text-base tracking-tight">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-ink-3">{description}</Radix.Description>
              )}
            </div>
            {closesBy !== 'button' && (
              <Radix.Close asChild>
                <IconButton label={t('ui.close')} className="-mr-1.5">
                  <X />
                </IconButton>
              </Radix.Close>
            )}
          </header>
          <ScrollRegion label={title} className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
            {children}
          </ScrollRegion>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Radix only returns the focus to its own trigger, but our dialogs are opened from anywhere, mostly from a
 * row.
 */
function useFocus(initialFocus: 'first field' | 'itself') {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus(event: Event) {
      event.preventDefault()
      opener.current = getOpenerElement()
      rememberOpenerElement(opener.current)
      const { currentTarget: dialog } = event
      if (!(dialog instanceof HTMLElement)) return
      const field = initialFocus === 'itself' ? undefined : firstField(dialog)
      ;(field ?? dialog).focus({ preventScroll: true })
    },
    onCloseAutoFocus(event: Event) {
      event.preventDefault()
      restoreFocus(opener.current)
    },
    // Ignores key repeat, so that holding Enter to open a dialog doesn't submit it.
    onKeyDown(event: KeyboardEvent) {
      const isText = event.target instanceof HTMLTextAreaElement
      if (event.key === 'Enter' && event.repeat && !isText) event.preventDefault()
    },
  }
}

/** In a radio group, focuses the checked option. */
function firstField(dialog: HTMLElement): HTMLElement | undefined {
  const [first] = dialog.querySelectorAll<HTMLElement>(
    ':is(input, select, textarea):not(:disabled, [type=hidden], [tabindex="-1"], [form=""])',
  )
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first
  return dialog.querySelector<HTMLElement>(`[name="${first.name}"]:checked`) ?? first
}

/** The opener may no longer exist: the selection bar disappears with its action, for example. */
function restoreFocus(opener: Element | null) {
  // Another dialog has replaced this one and taken the focus.
  if (document.activeElement?.closest('[role="dialog"]')) return
  if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
  if (opener !== document.activeElement || opener === document.body) focusPage()
}

/** The buttons at the end of a form in a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
}
