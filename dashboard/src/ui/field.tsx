import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

const CONTROL =
  'h-9 pointer-coarse:h-10 w-full rounded-lg border border-line-strong bg-surface px-3 text-ink shadow-card placeholder:text-ink-3 ' +
  'focus-visible:outline-offset-0 disabled:bg-fill disabled:text-ink-3 aria-invalid:border-bad'

/** Props that connect a control to its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  /** One sentence on what the field does. */
  hint?: ReactNode
  error?: string | undefined
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A label, its control, a hint and an error: `<Field label="Name">{(control) => <Input {...control} />}</Field>`. */
export function Field({ label, hint, error, className, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [hint === undefined ? '' : hintId, error === undefined ? '' : errorId].join(' ').trim()
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined && (
        <p id={errorId} className="text-bad">
          {error}
        </p>
      )}
      {hint !== undefined && (
        <p id={hintId} className="text-[0.8125rem] text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={clsx(CONTROL, className)} {...props} />
}

export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={clsx(CONTROL, 'h-auto! py-2', className)} {...props} />
}

/** An input for amounts and percentages, with decimals. */
export function DecimalInput(props: ComponentProps<'input'>) {
  return <Input inputMode="decimal" autoComplete="off" {...props} />
}

/** An input for days or months: a whole number of up to three digits. */
export function CountInput(props: ComponentProps<'input'>) {
  return <Input inputMode="numeric" maxLength={3} autoComplete="off" {...props} />
}

/** A native select, for accessibility and phones. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <span className={clsx('relative inline-flex min-w-0', className)}>
      <select className={clsx(CONTROL, 'appearance-none truncate pr-8')} {...props}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
    </span>
  )
}
