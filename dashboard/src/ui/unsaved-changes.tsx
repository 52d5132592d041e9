import { useBlocker } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '../messages/shared-text.ts'
import { ConfirmDialog } from './confirm.tsx'

type IsChanged = () => boolean

const Forms = createContext<Set<IsChanged>>(new Set())

/** Confirms before leaving the page while any form inside has unsaved changes. Asks once for all forms. */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<IsChanged>())
  return (
    <Forms value={forms}>
      {children}
      <LeaveConfirmation
        shouldBlock={() => [...forms].some((isChanged) => isChanged())}
        title={t('ui.leaveWithoutSaving')}
      >
        {t('ui.yourChangesArentSavedTheyre')}
      </LeaveConfirmation>
    </Forms>
  )
}

/** Confirms before leaving the page, including with the Back button, if something would be lost. */
export function LeaveConfirmation({
  shouldBlock = () => true,
  title,
  children,
}: {
  shouldBlock?: () => boolean
  title: string
  /** What would be lost. */
  children: ReactNode
}) {
  const [blocker] = useState(() => ({
    shouldBlockFn: (move: Move) => isLeavingPage(move) && shouldBlock(),
    enableBeforeUnload: shouldBlock,
  }))
  const leaving = useBlocker({ ...blocker, withResolver: true })
  if (leaving.status !== 'blocked') return null
  return (
    <ConfirmDialog
      title={title}
      action={t('ui.leave')}
      onConfirm={async () => leaving.proceed()}
      onClose={leaving.reset}
    >
      {children}
    </ConfirmDialog>
  )
}

interface Place {
  pathname: string
  search: unknown
}

interface Move {
  current: Place
  next: Place
  action: string
}

function isLeavingPage({ current, next, action }: Move): boolean {
  const isSameLocation =
    current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
  // After the session has ended, nothing can be saved, so the redirect isn't blocked.
  const hasEnded = next.pathname === '/sign-in' && action === 'PUSH'
  return !isSameLocation && !hasEnded
}

/**
 * Marks a form as unsaved if it changed since it was rendered or saved. A save in progress doesn't count.
 * @returns a function to call once the form is saved
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, isSaving: boolean): () => void {
  const forms = useContext(Forms)
  const savedContent = useRef<string>(undefined)
  // Runs once, before the user can type, so that a page that is shown again keeps its input.
  useLayoutEffect(() => {
    savedContent.current ??= serializeForm(form.current)
  }, [form])
  useEffect(() => {
    if (isSaving) return
    const isChanged = () => serializeForm(form.current) !== savedContent.current
    forms.add(isChanged)
    return () => void forms.delete(isChanged)
  }, [forms, form, isSaving])
  return () => {
    savedContent.current = serializeForm(form.current)
  }
}

function serializeForm(form: HTMLFormElement | null): string {
  return form === null ? '' : JSON.stringify([...new FormData(form)])
}
