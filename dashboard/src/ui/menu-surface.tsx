import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { Menu as Radix } from 'radix-ui/internal'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'

const ITEM =
  'flex min-h-8 pointer-coarse:min-h-10 cursor-pointer select-none items-center gap-2.5 rounded-md px-2 py-1.5 outline-none ' +
  'data-highlighted:bg-fill data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

/** The open part of a `Menu`. Closing it returns the focus to its button. */
export function MenuSurface({
  trigger,
  labelledBy,
  align,
  focusesFirst,
  onClose,
  children,
}: {
  trigger: RefObject<HTMLButtonElement | null>
  labelledBy: string
  align: 'start' | 'end'
  /** Focuses the first item, for the keyboard. */
  focusesFirst: boolean
  onClose: () => void
  children: ReactNode
}) {
  // Radix only handles keys pressed after the menu was loaded.
  const isEntry = useRef(focusesFirst)
  return (
    // A modal menu would hide the page from screen readers while its controls can still be focused.
    <Radix.Root open modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Anchor virtualRef={trigger} />
      {/* A press outside only closes the menu. */}
      <Radix.Portal>
        <div className="fixed inset-0 z-50" />
      </Radix.Portal>
      <Radix.Portal>
        <Radix.Content
          aria-labelledby={labelledBy}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onEntryFocus={(event) => {
            const { currentTarget: menu } = event
            if (!isEntry.current || !(menu instanceof HTMLElement)) return
            isEntry.current = false
            event.preventDefault()
            const item = menu.querySelector<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')
            item?.focus({ preventScroll: true })
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            trigger.current?.focus()
          }}
          className="z-50 max-h-(--radix-popper-available-height) min-w-52 max-w-80 origin-(--radix-popper-transform-origin) animate-appear overflow-y-auto rounded-xl border bg-surface p-1 shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export function MenuItem({
  tone = 'neutral',
  className,
  ...props
}: ComponentProps<typeof Radix.Item> & { tone?: 'neutral' | 'bad' }) {
  return <Radix.Item className={clsx(ITEM, tone === 'bad' && 'text-bad', className)} {...props} />
}

/** A menu of options with a check mark at the selected one. */
export function MenuChoice<Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string
  value: Value
  choices: readonly { value: Value; label: ReactNode }[]
  onChoose: (value: Value) => void
}) {
  return (
    <Radix.RadioGroup
      aria-label={label}
      value={value}
      // safe because only the values of `choices` are offered
      onValueChange={(chosen) => onChoose(chosen as Value)}
    >
      {choices.map((choice) => (
        <Radix.RadioItem key={choice.value} value={choice.value} className={clsx(ITEM, 'pr-8')}>
          {choice.label}
          <Radix.ItemIndicator className="-mr-6 ml-auto">
            <Check aria-hidden="true" className="text-accent-text!" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** An option to switch on or off. The menu stays open. */
export function MenuCheck({
  isChecked,
  onChange,
  children,
}: {
  isChecked: boolean
  onChange: (isChecked: boolean) => void
  children: ReactNode
}) {
  return (
    <Radix.CheckboxItem
      checked={isChecked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={clsx(ITEM, 'pr-8')}
    >
      {children}
      <Radix.ItemIndicator className="-mr-6 ml-auto">
        <Check aria-hidden="true" className="text-accent-text!" />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2 py-1.5 text-ink-3 text-xs">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}
