import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { IconButton } from './button.tsx'
import { errorWords } from './states.tsx'

interface Message {
  id: number
  tone: 'good' | 'bad'
  text: string
}

interface Toasts {
  /** It worked, in a short sentence. */
  say: (text: string) => void
  /** It was done and did not work: no error of ours, and no success. */
  sayFailed: (text: string) => void
  /** It did not, in the words of the error. */
  sayError: (error: unknown) => void
}

const ToastContext = createContext<Toasts>({ say: () => {}, sayFailed: () => {}, sayError: () => {} })

/** Short messages at the edge of the page: `const { say, sayError } = useToasts()`. */
export function useToasts(): Toasts {
  return useContext(ToastContext)
}

const MOST_SHOWN = 3
const SHOWN_MS = 5000

export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([])
  const add = useCallback((tone: Message['tone'], text: string) => {
    setMessages((shown) => {
      const id = (shown.at(-1)?.id ?? 0) + 1
      return [...shown, { id, tone, text }].slice(-MOST_SHOWN)
    })
  }, [])
  const say = useCallback((text: string) => add('good', text), [add])
  const sayFailed = useCallback((text: string) => add('bad', text), [add])
  const sayError = useCallback((error: unknown) => add('bad', errorWords(error).advice), [add])
  const remove = (id: number) => setMessages((shown) => shown.filter((message) => message.id !== id))
  return (
    <ToastContext value={{ say, sayFailed, sayError }}>
      <Radix.Provider duration={SHOWN_MS} swipeDirection="right">
        {children}
        {messages.map(({ id, tone, text }) => (
          <Radix.Root
            key={id}
            type={tone === 'bad' ? 'foreground' : 'background'}
            onOpenChange={(isOpen) => !isOpen && remove(id)}
            className="flex animate-appear items-center gap-2.5 rounded-xl border bg-surface py-2 pr-2 pl-3.5 shadow-float"
          >
            {tone === 'good' ? (
              <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
            ) : (
              <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
            )}
            <Radix.Description className="min-w-0 flex-1">{text}</Radix.Description>
            <Radix.Close asChild>
              <IconButton label="Dismiss">
                <X />
              </IconButton>
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className="fixed right-4 bottom-4 z-60 flex w-[calc(100vw-2rem)] max-w-sm flex-col gap-2 outline-none" />
      </Radix.Provider>
    </ToastContext>
  )
}
