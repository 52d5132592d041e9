import { clsx } from 'clsx'
import { Check, Copy } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../messages/shared-text.ts'
import { Button, IconButton } from './button.tsx'
import { ScrollRegion } from './scroll-region.tsx'

const SHOWN_MS = 1800

function useCopy(text: string) {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    await navigator.clipboard.writeText(text).catch(() => copyBySelection(text))
    setIsCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), SHOWN_MS)
  }
  return { isCopied, copy }
}

/** Fallback for plain HTTP, where the Clipboard API isn't available. */
function copyBySelection(text: string) {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'fixed opacity-0'
  ;(document.querySelector('[role="dialog"]') ?? document.body).append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

/**
 * Copies `text`; `what` completes the button's accessible name: "Copy link". That name starts with the visible label.
 */
export function CopyButton({
  text,
  what,
  label = t('ui.copy'),
  ...button
}: { text: string; what: string; label?: string } & Pick<ComponentProps<typeof Button>, 'look' | 'size'>) {
  const { isCopied, copy } = useCopy(text)
  return (
    <Button
      size="small"
      {...button}
      onClick={copy}
      aria-label={isCopied ? t('ui.copiedWhat', { what }) : t('ui.copyWhat', { what })}
    >
      {isCopied ? (
        <Check aria-hidden="true" className={clsx('size-3.5', button.look !== 'primary' && 'text-good')} />
      ) : (
        <Copy aria-hidden="true" className="size-3.5" />
      )}
      <span className="grid *:[grid-area:1/1]">
        <span aria-live="polite">{isCopied ? t('ui.copied') : label}</span>
        {/* Reserves the width of the other label, so that nothing around the button moves. */}
        <span aria-hidden="true" className="invisible">
          {isCopied ? label : t('ui.copied')}
        </span>
      </span>
    </Button>
  )
}

export function CopyIconButton({
  text,
  what,
  className,
}: {
  text: string
  what: string
  className?: string
}) {
  const { isCopied, copy } = useCopy(text)
  return (
    <IconButton
      label={isCopied ? t('ui.copiedWhat', { what }) : t('ui.copyWhat', { what })}
      onClick={copy}
      {...(className === undefined ? {} : { className })}
    >
      {isCopied ? <Check className="text-good" /> : <Copy />}
    </IconButton>
  )
}

/** A block of text with a copy button. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  return (
    <Copyable text={code} what={what}>
      <ScrollRegion label={what} className="min-w-0 flex-1 overflow-x-auto rounded-lg">
        <pre className="w-max px-3.5 py-3 font-mono text-[0.8125rem] leading-relaxed">
          <code>{code}</code>
        </pre>
      </ScrollRegion>
    </Copyable>
  )
}

/** Text with a copy button, shown as an icon on phones. */
export function Copyable({ text, what, children }: { text: string; what: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-start rounded-lg border bg-canvas">
      {children}
      <div className="ml-auto shrink-0 p-1.5 max-sm:hidden">
        <CopyButton text={text} what={what} />
      </div>
      <div className="ml-auto shrink-0 p-1 sm:hidden">
        <CopyIconButton text={text} what={what} />
      </div>
    </div>
  )
}
