import { Outlet, useMatches } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { onDemand, preloadWhenIdle } from '../api/load-code.ts'
import { t } from '../messages/team-text.ts'
import { useProgram } from '../session/use-program.ts'
import { IconButton } from '../ui/button.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Navigation } from './navigation.tsx'
import { ProgramSwitcher } from './program-switcher.tsx'
import { SearchButton, SearchIconButton, useCommandPalette } from './search-button.tsx'
import { TimeZoneNote } from './time-zone-note.tsx'

/** Loaded only for sandboxes, to keep it out of the first load. */
const SandboxBar = lazy(async () => ({ default: (await import('./sandbox-bar.tsx')).SandboxBar }))
const [PhoneNavigationPanel, preload] = onDemand(
  () => import('./phone-navigation-panel.tsx'),
  'PhoneNavigationPanel',
)

/** Leaves room for the program name at large text sizes. */
const PHONE_BUTTON = 'h-10! w-[min(2.5rem,12vw)]! [&_svg]:size-[min(1.25rem,9vw)]'

/** The frame of every program page: navigation at the side, or behind a button on a phone. */
export function AppShell() {
  const program = useProgram()
  const { status, closedToNewReferrals, clock } = program
  const hasDates = useMatches({
    select: (matches) => matches.every(({ staticData }) => staticData.hasDates !== 'in some parts'),
  })
  const { onSearch, palette } = useCommandPalette()
  useEffect(preloadWhenIdle, [])
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-70 rounded-lg bg-accent px-3 py-2 font-medium text-white focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {t('shell.skipContent')}
      </a>
      <aside className="sticky top-0 hidden h-[calc(100dvh-var(--notice))] flex-col gap-4 border-r p-3 md:flex">
        <div className="@container">
          <ProgramSwitcher />
        </div>
        <SearchButton onSearch={onSearch} />
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Navigation />
        </div>
        <AccountMenu />
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-1 border-b bg-canvas/90 px-2 backdrop-blur md:hidden">
        <PhoneNavigation />
        <div className="@container min-w-0 flex-1">
          <ProgramSwitcher />
        </div>
        <SearchIconButton onSearch={onSearch} className={PHONE_BUTTON} />
        <div className="shrink-0">
          <AccountMenu />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <Suspense>{clock && <SandboxBar program={program} clock={clock} />}</Suspense>
        {status !== 'active' && (
          <p role="status" className="border-b bg-warn-soft px-4 py-2 text-warn sm:px-8">
            {t('shell.thisProgramIsStatusClicks', { status })}
          </p>
        )}
        {status === 'active' && closedToNewReferrals && (
          <p role="status" className="border-b bg-fill px-4 py-2 text-ink-2 sm:px-8">
            {t('shell.thisProgramIsClosedNew')}
          </p>
        )}
        <div className="mx-auto w-full max-w-6xl px-4 pt-5 pb-16 sm:px-8 sm:pt-7">
          <Outlet />
          {hasDates && <TimeZoneNote />}
        </div>
      </main>
      {palette}
    </div>
  )
}

function PhoneNavigation() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        label={t('shell.openNavigation')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(true)}
        className={PHONE_BUTTON}
      >
        <MenuIcon />
      </IconButton>
      {isOpen && (
        <Suspense>
          <PhoneNavigationPanel trigger={button} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
