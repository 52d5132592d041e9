import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef } from 'react'
import { rememberOpener } from './opener.ts'

const ITEM =
  'flex min-h-8 pointer-coarse:min-h-10 cursor-pointer select-none items-center gap-2.5 rounded-md px-2 py-1.5 outline-none ' +
  'data-highlighted:bg-fill data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-3'

/** A menu under a button: `<Menu trigger={<Button>…</Button>}><MenuItem onSelect={…}>…</MenuItem></Menu>`. */
export function Menu({
  trigger,
  align = 'start',
  children,
}: {
  trigger: ReactNode
  align?: 'start' | 'end'
  children: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <DropdownMenu.Root onOpenChange={(isOpen) => isOpen && rememberOpener(button.current)}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-52 max-w-80 origin-(--radix-dropdown-menu-content-transform-origin) animate-appear overflow-y-auto rounded-xl border bg-surface p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

export function MenuItem({
  tone = 'neutral',
  className,
  ...props
}: ComponentProps<typeof DropdownMenu.Item> & { tone?: 'neutral' | 'bad' }) {
  return <DropdownMenu.Item className={clsx(ITEM, tone === 'bad' && 'text-bad', className)} {...props} />
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
    <DropdownMenu.RadioGroup
      aria-label={label}
      value={value}
      // safe because only the values of `choices` are offered
      onValueChange={(chosen) => onChoose(chosen as Value)}
    >
      {choices.map((choice) => (
        <DropdownMenu.RadioItem key={choice.value} value={choice.value} className={clsx(ITEM, 'pr-8')}>
          {choice.label}
          <DropdownMenu.ItemIndicator className="-mr-6 ml-auto">
            <Check aria-hidden="true" className="text-accent-text!" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
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
    <DropdownMenu.CheckboxItem
      checked={isChecked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={clsx(ITEM, 'pr-8')}
    >
      {children}
      <DropdownMenu.ItemIndicator className="-mr-6 ml-auto">
        <Check aria-hidden="true" className="text-accent-text!" />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.CheckboxItem>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2 py-1.5 text-ink-3 text-xs">{children}</DropdownMenu.Label>
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}
