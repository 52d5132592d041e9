import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { ApiError } from '../api/client.ts'
import { t } from '../messages/shared-text.ts'
import { Button, IconButton } from './button.tsx'
import { focusPage } from './focus-page.ts'
import { describeError } from './states.tsx'

interface Message {
  id: number
  tone: 'good' | 'bad'
  text: string
  undo?: Undo | undefined
}

/** Undoes the change. Rejects if the change remains; can be called again unless the service rejected the request. */
export type Undo = () => Promise<unknown>

interface Toasts {
  /** Shows a success; with `undo`, it stays longer and offers to undo the change. */
  showSuccess: (text: string, undo?: Undo) => void
  /** Shows that an action had no effect, without an error: neutral tone. */
  showFailure: (text: string) => void
  /** Shows an error's message. */
  showError: (error: unknown) => void
}

const ToastContext = createContext<Toasts>({
  showSuccess: () => {},
  showFailure: () => {},
  showError: () => {},
})

/** Short messages at the edge of the page: `const { showSuccess, showError } = useToasts()`. */
export function useToasts(): Toasts {
  return useContext(ToastContext)
}

const MAX_SHOWN = 3
const SHOWN_MS = 5000
/** Long enough to read the text, reach the button by keyboard and decide. */
const UNDO_SHOWN_MS = 20_000

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([])
  const add = useCallback((tone: Message['tone'], text: string, undo?: Undo) => {
    setMessages((previous) => {
      const id = (previous.at(-1)?.id ?? 0) + 1
      return [...previous, { id, tone, text, undo }].slice(-MAX_SHOWN)
    })
  }, [])
  const showSuccess = useCallback((text: string, undo?: Undo) => add('good', text, undo), [add])
  const showFailure = useCallback((text: string) => add('bad', text), [add])
  const showError = useCallback((error: unknown) => add('bad', describeError(error).advice), [add])
  const replace = (id: number, error: unknown) =>
    setMessages((previous) =>
      previous.map((message) =>
        message.id === id ? { id, tone: 'bad', text: describeError(error).advice } : message,
      ),
    )
  const remove = (id: number) => setMessages((previous) => previous.filter((message) => message.id !== id))
  return (
    <ToastContext value={{ showSuccess, showFailure, showError }}>
      {children}
      <section
        aria-label={t('ui.messages')}
        aria-live="polite"
        // Keeps a press on a toast from closing the open dialog.
        onPointerDown={(event) => event.stopPropagation()}
        className="pointer-events-none fixed right-4 bottom-[calc(1rem+var(--notice))] z-60 w-[calc(100vw-2rem)] max-w-sm"
      >
        <ol className="flex flex-col gap-2">
          {messages.map((message) => (
            <Toast
              key={message.id}
              message={message}
              onEnd={() => remove(message.id)}
              onError={showError}
              onReject={(error) => replace(message.id, error)}
            />
          ))}
        </ol>
      </section>
    </ToastContext>
  )
}

/** Stays while hovered or focused. Ignores Escape, which closes the open dialog or menu. */
function Toast({
  message: { tone, text, undo },
  onEnd,
  onError,
  onReject,
}: {
  message: Message
  onEnd: () => void
  onError: (error: unknown) => void
  /** The change can no longer be undone. */
  onReject: (error: unknown) => void
}) {
  const [isHeld, setIsHeld] = useState(false)
  const [isUndoing, setIsUndoing] = useState(false)
  const hasUndo = undo !== undefined
  const end = useRef(onEnd)
  useEffect(() => {
    end.current = onEnd
  })
  useEffect(() => {
    if (isHeld || isUndoing) return
    let timer: ReturnType<typeof setTimeout>
    const wait = (ms: number) => {
      timer = setTimeout(() => (hasUndo && isCovered() ? wait(SHOWN_MS) : end.current()), ms)
    }
    wait(hasUndo ? UNDO_SHOWN_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, isUndoing, hasUndo])
  const startUndo = async () => {
    setIsUndoing(true)
    try {
      await undo?.()
      end.current()
      focusPage()
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) {
        onReject(error)
        focusPage()
      } else onError(error)
    } finally {
      setIsUndoing(false)
    }
  }
  const hold = () => setIsHeld(true)
  const release = () => setIsHeld(false)
  return (
    <li
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className="pointer-events-auto flex animate-appear items-center gap-2.5 rounded-xl border bg-surface py-2 pr-2 pl-3.5 shadow-float"
    >
      {tone === 'good' ? (
        <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
      ) : (
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
      )}
      <p role={tone === 'bad' ? 'alert' : undefined} className="min-w-0 flex-1">
        {text}
      </p>
      {hasUndo && (
        <Button size="small" isBusy={isUndoing} onClick={() => void startUndo()}>
          {t('ui.undo')}
        </Button>
      )}
      <IconButton label={t('ui.dismiss')} onClick={onEnd}>
        <X />
      </IconButton>
    </li>
  )
}

/** An open dialog or panel keeps the focus, so the keyboard can't reach a toast until it is closed. */
const isCovered = () => document.querySelector('[role="dialog"]') !== null
