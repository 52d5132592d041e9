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

/** Asks once for all forms inside it before the page is left while one of them holds what was not saved. */
export function AskBeforeLeaving({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<IsChanged>())
  return (
    <Forms value={forms}>
      {children}
      <LeavingQuestion
        isAtStake={() => [...forms].some((isChanged) => isChanged())}
        title={t('ui.leaveWithoutSaving')}
      >
        {t('ui.yourChangesArentSavedTheyre')}
      </LeavingQuestion>
    </Forms>
  )
}

/** Asks before the page is left, also by Back, while something on it would be lost. */
export function LeavingQuestion({
  isAtStake = () => true,
  title,
  children,
}: {
  isAtStake?: () => boolean
  title: string
  /** What would be lost. */
  children: ReactNode
}) {
  const [blocker] = useState(() => ({
    shouldBlockFn: (move: Move) => leadsAway(move) && isAtStake(),
    enableBeforeUnload: isAtStake,
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

function leadsAway({ current, next, action }: Move): boolean {
  const isHere =
    current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
  // Whose session has ended is led there, and can save nothing any more.
  const hasEnded = next.pathname === '/sign-in' && action === 'PUSH'
  return !isHere && !hasEnded
}

/**
 * Tells whether a form was changed since it was drawn or saved; what is being saved goes on by itself.
 * @returns what to call once it is saved
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, isSaving: boolean): () => void {
  const forms = useContext(Forms)
  const kept = useRef<string>(undefined)
  // Before anybody can type, and once: a page that is shown again keeps what was typed.
  useLayoutEffect(() => {
    kept.current ??= contentOf(form.current)
  }, [form])
  useEffect(() => {
    if (isSaving) return
    const isChanged = () => contentOf(form.current) !== kept.current
    forms.add(isChanged)
    return () => void forms.delete(isChanged)
  }, [forms, form, isSaving])
  return () => {
    kept.current = contentOf(form.current)
  }
}

function contentOf(form: HTMLFormElement | null): string {
  return form === null ? '' : JSON.stringify([...new FormData(form)])
}
