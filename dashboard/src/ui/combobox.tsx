import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { t } from '../messages/shared-text.ts'
import { type ControlProps, Input } from './field.tsx'

const MAX_SHOWN = 50

interface ComboboxProps {
  choices: readonly string[]
  defaultValue: string
  getLabel?: (choice: string) => string
}

/**
 * A text field that filters options while typing. Arrow keys move, Enter selects, Escape restores the
 * previous option. Unmatched text stays visible and submits an empty value, so that the form rejects it
 * instead of saving the old option.
 */
export function Combobox({
  control,
  name,
  ...props
}: ComboboxProps & { control: ControlProps; name: string }) {
  const listId = useId()
  const list = useChoiceList(listId, props)
  const { getLabel = identityLabel } = props
  const { isOpen, typed, chosen, matches, active } = list
  return (
    <div className="relative">
      <input type="hidden" name={name} value={isOpen || typed === undefined ? chosen : ''} />
      <Input
        {...control}
        className="pr-8"
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && matches[active] !== undefined ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? getLabel(chosen)}
        onChange={(event) => list.type(event.target.value)}
        onClick={() => !isOpen && list.type(typed ?? '')}
        onBlur={list.leave}
        onKeyDown={list.onKeyDown}
        placeholder={isOpen ? getLabel(chosen) : undefined}
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
      {isOpen && (
        <OptionList
          id={listId}
          matches={matches}
          chosen={chosen}
          active={active}
          getLabel={getLabel}
          onTake={list.take}
        />
      )}
    </div>
  )
}

/** Selection, typed text and keyboard handling. */
function useChoiceList(listId: string, { choices, defaultValue, getLabel = identityLabel }: ComboboxProps) {
  const [chosen, setChosen] = useState(defaultValue)
  /** Text that matches no option, or is still being typed. */
  const [typed, setTyped] = useState<string>()
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(0)
  const matches = isOpen ? findChoices(choices, typed ?? '', getLabel) : []

  const choose = (choice: string) => {
    setChosen(choice)
    setTyped(undefined)
    setIsOpen(false)
  }
  const type = (text: string) => {
    setTyped(text)
    setIsOpen(true)
    setActive(0)
  }
  const leave = () => {
    const choice =
      typed === undefined || normalizeText(typed) === '' ? chosen : findExactChoice(typed, choices, getLabel)
    if (choice !== undefined) choose(choice)
    setIsOpen(false)
  }
  const move = (step: number) => {
    const next = Math.min(Math.max(active + step, 0), Math.max(matches.length - 1, 0))
    setActive(next)
    document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1)
      else type(typed ?? '')
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      const choice = matches[active]
      if (choice === undefined) leave()
      else choose(choice)
    } else if (event.key === 'Escape' && typed !== undefined) {
      event.stopPropagation()
      choose(chosen)
    }
  }
  return { isOpen, chosen, typed, matches, active, take: choose, type, leave, onKeyDown }
}

function OptionList({
  id,
  matches,
  chosen,
  active,
  getLabel,
  onTake,
}: {
  id: string
  matches: string[]
  chosen: string
  /** Index of the option that Enter selects. */
  active: number
  getLabel: (choice: string) => string
  onTake: (choice: string) => void
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('ui.options')}
      tabIndex={-1}
      className="absolute top-full right-0 left-0 z-20 mt-1 max-h-64 overflow-y-auto rounded-xl border bg-surface p-1 shadow-float"
      // Keeps the focus in the field, so that pressing an option doesn't blur it.
      onPointerDown={(event) => event.preventDefault()}
    >
      {matches.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points at it instead
        <div
          key={choice}
          id={`${id}-${index}`}
          role="option"
          aria-selected={choice === chosen}
          onClick={() => onTake(choice)}
          className={clsx(
            'cursor-pointer rounded-md px-2 py-1.5 hover:bg-fill',
            index === active && 'bg-fill',
            choice === chosen && 'font-medium text-accent-text',
          )}
        >
          {getLabel(choice)}
        </div>
      ))}
      {matches.length === 0 && <p className="px-2 py-1.5 text-ink-3">{t('ui.noMatches')}</p>}
    </div>
  )
}

function identityLabel(choice: string): string {
  return choice
}

/** Finds the option that equals the typed text, ignoring case and whitespace. */
function findExactChoice(
  typed: string,
  choices: readonly string[],
  getLabel: (choice: string) => string,
): string | undefined {
  return choices.find((choice) =>
    [choice, getLabel(choice)].some((name) => normalizeText(name) === normalizeText(typed)),
  )
}

function normalizeText(text: string): string {
  return text.trim().replaceAll('_', ' ').toLowerCase()
}

function findChoices(
  choices: readonly string[],
  typed: string,
  getLabel: (choice: string) => string,
): string[] {
  const parts = typed
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter((part) => part !== '')
  const matches = (choice: string) => {
    const label = getLabel(choice).toLowerCase()
    return parts.every((part) => label.includes(part))
  }
  return choices.filter(matches).slice(0, parts.length === 0 ? choices.length : MAX_SHOWN)
}
