import { useRouter } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { t } from '../../messages/team-text.ts'
import { rememberItem } from '../../session/recent-items.ts'
import { useAccount, useProgramId } from '../../session/use-program.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { focusPage } from '../../ui/focus-page.ts'
import type { PaletteItem } from './palette-item.ts'
import { optionId, PaletteList } from './palette-list.tsx'
import { usePaletteGroups } from './use-palette-groups.ts'

/** Finds pages, actions, partners, customers, orders and clicks. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const opener = useRef(document.activeElement)
  const hasOpened = useRef(false)
  const open = useOpenItem()
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 bg-black/35 backdrop-blur-[1px] dark:bg-black/60" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-2 left-1/2 z-50 flex max-h-[calc(100dvh-1rem-var(--notice))] w-[calc(100vw-1rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-2xl bg-surface shadow-float outline-none sm:top-[12vh] sm:max-h-[76vh]"
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            if (!hasOpened.current && opener.current instanceof HTMLElement) opener.current.focus()
          }}
        >
          <Dialog.Title className="sr-only">{t('palette.search')}</Dialog.Title>
          <PaletteSearch
            onOpen={(item) => {
              hasOpened.current = true
              onClose()
              open(item)
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function PaletteSearch({ onOpen }: { onOpen: (item: PaletteItem) => void }) {
  const [text, setText] = useState('')
  /** Set by arrow keys or the pointer; otherwise, the first option is selected as results arrive. */
  const [chosen, setChosen] = useState<string>()
  const listId = useId()
  const { groups, isSearching, error, onRetry } = usePaletteGroups(text)
  const items = groups.flatMap((group) => group.items)
  const selected = items.find(({ href }) => href === chosen) ?? items[0]
  const move = (to: number) => {
    const item = items[(to + items.length) % items.length]
    if (item === undefined) return
    setChosen(item.href)
    document.getElementById(optionId(listId, item))?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const place = selected === undefined ? -1 : items.indexOf(selected)
    if (event.key === 'ArrowDown') move(place + 1)
    else if (event.key === 'ArrowUp') move(place - 1)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && !event.repeat) {
      if (selected !== undefined) onOpen(selected)
    } else return
    event.preventDefault()
  }
  return (
    <>
      <div className="flex items-center gap-2.5 border-b px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog opens to type into it
          autoFocus
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={selected === undefined ? undefined : optionId(listId, selected)}
          aria-label={t('palette.search')}
          placeholder={t('palette.placeholder')}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
          className="h-12 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
        />
        <Dialog.Close asChild>
          <IconButton label={t('palette.close')} className="-mr-1.5">
            <X />
          </IconButton>
        </Dialog.Close>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <PaletteList
          id={listId}
          label={t('palette.results')}
          groups={groups}
          selected={selected}
          onSelect={(item) => setChosen(item.href)}
          onOpen={onOpen}
        />
        {error !== null && (
          <div role="alert" className="flex flex-wrap items-center gap-3 px-4 pb-3">
            <p className="text-bad">{t('palette.searchFailed', { message: error.message })}</p>
            <Button size="small" onClick={onRetry}>
              {t('palette.tryAgain')}
            </Button>
          </div>
        )}
      </div>
      <p role="status" className="border-t px-4 py-2 text-ink-3 text-xs empty:hidden">
        {text.trim() !== '' &&
          (isSearching ? t('palette.searching') : t('palette.resultCount', { count: items.length }))}
      </p>
    </>
  )
}

/** Returns a function that opens an item and remembers it. */
function useOpenItem() {
  const router = useRouter()
  const programId = useProgramId()
  const { user } = useAccount()
  return (item: PaletteItem) => {
    rememberItem(user.id, programId, item)
    void router.navigate({ href: item.href }).then(focusPage)
  }
}
