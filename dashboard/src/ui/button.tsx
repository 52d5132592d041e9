import { clsx } from 'clsx'
import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

const LOOKS: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent shadow-card hover:bg-accent-hover',
  secondary: 'border bg-surface text-ink shadow-card hover:bg-fill',
  quiet: 'text-ink-2 hover:bg-fill hover:text-ink',
  danger: 'bg-bad-solid text-white shadow-card hover:bg-bad-solid-hover',
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  size?: 'small' | 'medium'
  /**
   * Shows a spinner and ignores presses. The label stays so that nothing moves, and unlike a disabled button
   * it keeps the focus.
   */
  isBusy?: boolean
  /** Renders its only child (a link) in the style of a button. */
  asChild?: boolean
}

export function Button({
  look = 'secondary',
  size = 'medium',
  isBusy = false,
  asChild = false,
  className,
  disabled,
  children,
  ...props
}: ButtonProps) {
  const classes = clsx(
    // With large text on a phone, labels wrap; in tables they don't, because tables scroll.
    'inline-flex max-w-full shrink-0 items-center justify-center gap-2 rounded-lg py-1 text-center font-medium transition-colors in-[table]:whitespace-nowrap',
    'disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55',
    size === 'medium' ? 'min-h-9 px-3.5' : 'min-h-8 px-2.5 text-[0.8125rem]',
    'pointer-coarse:min-h-10',
    LOOKS[look],
    className,
  )
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled === true && !isBusy}
      {...props}
      {...(isBusy && { 'aria-busy': true, 'aria-disabled': true, onClick: preventClick })}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

/** Also keeps Enter in a field from submitting the form. */
function preventClick(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** A square icon button; `label` is its accessible name and tooltip. */
export function IconButton({
  label,
  className,
  children,
  ...props
}: ComponentProps<'button'> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'inline-grid size-8 pointer-coarse:size-10 shrink-0 place-items-center rounded-lg text-ink-3 transition-colors hover:bg-fill hover:text-ink',
        'disabled:pointer-events-none disabled:opacity-55 [&_svg]:size-4',
        className,
      )}
      {...props}
    >
      {children}
    </button>
  )
}

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block size-3.5 animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
}
