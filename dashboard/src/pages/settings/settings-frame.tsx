import { Link, type LinkProps } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import type { Section } from './search.ts'

/** A section of the settings page, or a page of its own. */
export type SettingsView = Section | 'invoices' | 'audit-log'

const LABELS: Record<SettingsView, string> = {
  program: t('settings.views.program'),
  policies: t('settings.views.policies'),
  payouts: t('settings.views.payouts'),
  'join-page': t('settings.views.joinPage'),
  portal: t('settings.views.portal'),
  keys: t('settings.views.keys'),
  invoices: t('settings.views.invoices'),
  workspace: t('settings.views.workspace'),
  members: t('settings.views.members'),
  mail: t('settings.views.mail'),
  'management-keys': t('settings.views.managementKeys'),
  'audit-log': t('settings.views.auditLog'),
  account: t('settings.views.account'),
}

/** Every section is in one group; `settings-frame.test.tsx` checks this. */
export const SETTINGS_GROUPS: readonly { label: string; places: readonly SettingsView[] }[] = [
  {
    label: t('settings.groups.program'),
    places: ['program', 'policies', 'payouts', 'join-page', 'portal', 'keys', 'invoices'],
  },
  {
    label: t('settings.groups.workspace'),
    places: ['workspace', 'members', 'mail', 'management-keys', 'audit-log'],
  },
  { label: t('settings.groups.you'), places: ['account'] },
]

/** The settings with their list: on the left, or behind a button on a phone. */
export function SettingsFrame({ current, children }: { current: SettingsView; children: ReactNode }) {
  return (
    <div className="lg:grid lg:grid-cols-[10.5rem_minmax(0,1fr)] lg:gap-8">
      <SettingsList current={current} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function SettingsList({ current }: { current: SettingsView }) {
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => {
    if (isOpen) button.current?.focus()
    setIsOpen(false)
  }
  return (
    <nav
      aria-label={t('settings.settings')}
      className="mb-5 lg:sticky lg:top-7 lg:mb-0 lg:self-start"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-10 pointer-coarse:min-h-11 w-full items-center justify-between gap-2 rounded-lg border bg-surface px-3 py-1.5 text-left font-medium shadow-card lg:hidden"
      >
        <span>
          <span className="sr-only">{t('settings.chooseSection')} </span>
          {LABELS[current]}
        </span>
        <ChevronDown
          aria-hidden="true"
          className={clsx('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div
        id={listId}
        className={clsx(
          'flex flex-col gap-4 max-lg:mt-2 max-lg:rounded-xl max-lg:border max-lg:bg-surface max-lg:p-2 max-lg:shadow-card',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {SETTINGS_GROUPS.map(({ label, places }) => (
          <div key={label}>
            <p aria-hidden="true" className="mb-1 px-2.5 text-ink-3 text-xs">
              {label}
            </p>
            <ul aria-label={label} className="flex flex-col gap-0.5">
              {places.map((place) => (
                <li key={place}>
                  <PlaceLink place={place} isCurrent={place === current} onFollow={close} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

function PlaceLink({
  place,
  isCurrent,
  onFollow,
}: {
  place: SettingsView
  isCurrent: boolean
  onFollow: () => void
}) {
  return (
    <Link
      {...settingsLink(place)}
      params={{ programId: useProgramId() }}
      activeOptions={{ exact: true, includeSearch: true }}
      {...(isCurrent ? { 'aria-current': 'page' as const } : {})}
      onClick={onFollow}
      className="flex min-h-9 pointer-coarse:min-h-11 items-center rounded-lg px-2.5 py-1 font-medium text-ink-2 transition-colors hover:bg-fill hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text"
    >
      {LABELS[place]}
    </Link>
  )
}

function settingsLink(place: SettingsView): Pick<LinkProps, 'to' | 'search'> {
  switch (place) {
    case 'invoices':
      return { to: '/programs/$programId/invoices' }
    case 'audit-log':
      return { to: '/programs/$programId/audit-log' }
    case 'program':
      return { to: '/programs/$programId/settings', search: {} }
    default:
      return { to: '/programs/$programId/settings', search: { section: place } }
  }
}
