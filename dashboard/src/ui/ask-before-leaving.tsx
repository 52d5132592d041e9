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
import { ConfirmDialog } from './confirm.tsx'

type IsChanged = () => boolean

const Forms = createContext<Set<IsChanged>>(new Set())

/** Asks once for all forms inside it before the page is left while one of them holds what was not saved. */
export function AskBeforeLeaving({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<IsChanged>())
  const [{ isAnyChanged, shouldBlockFn }] = useState(() => blockFor(forms))
  const leaving = useBlocker({ shouldBlockFn, enableBeforeUnload: isAnyChanged, withResolver: true })
  return (
    <Forms value={forms}>
      {children}
      {leaving.status === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          action="Leave"
          onConfirm={async () => leaving.proceed()}
          onClose={leaving.reset}
        >
          What you changed here was not saved. It is lost when you leave this page.
        </ConfirmDialog>
      )}
    </Forms>
  )
}

interface Place {
  pathname: string
  search: unknown
}

function blockFor(forms: ReadonlySet<IsChanged>) {
  const isAnyChanged = () => [...forms].some((isChanged) => isChanged())
  const shouldBlockFn = ({ current, next }: { current: Place; next: Place }) => {
    const isHere =
      current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search)
    // Whose session has ended can save nothing any more.
    return !isHere && next.pathname !== '/sign-in' && isAnyChanged()
  }
  return { isAnyChanged, shouldBlockFn }
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
