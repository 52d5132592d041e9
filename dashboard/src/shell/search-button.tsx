import { Search } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { onDemand } from '../api/load-code.ts'
import { t } from '../messages/team-text.ts'
import { IconButton } from '../ui/button.tsx'

const [CommandPalette, preload] = onDemand(() => import('./palette/command-palette.tsx'), 'CommandPalette')

/** The command palette, opened by its buttons or Ctrl-K. */
export function useCommandPalette() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setIsOpen((wasOpen) => !wasOpen && !hasOpenDialog())
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return {
    onSearch: () => setIsOpen(true),
    palette: isOpen && (
      <Suspense>
        <CommandPalette onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  }
}

function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey && !repeat
}

/** Leaving a form or a secret by accident would lose it. Row panels have nothing to lose. */
function hasOpenDialog(): boolean {
  return document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-panel])') !== null
}

export function SearchButton({ onSearch }: { onSearch: () => void }) {
  return (
    <button
      type="button"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onSearch}
      onPointerEnter={preload}
      onFocus={preload}
      className="flex h-9 w-full min-w-0 items-center gap-2.5 rounded-lg border bg-surface px-2.5 text-left text-ink-3 transition-colors hover:bg-fill hover:text-ink"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{t('shell.search')}</span>
      <span aria-hidden="true" className="rounded-md bg-fill px-1.5 py-0.5 text-xs">
        {isMac() ? '⌘K' : 'Ctrl K'}
      </span>
    </button>
  )
}

export function SearchIconButton({ onSearch, className }: { onSearch: () => void; className: string }) {
  return (
    <IconButton label={t('shell.search')} onClick={onSearch} className={className}>
      <Search />
    </IconButton>
  )
}

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}
