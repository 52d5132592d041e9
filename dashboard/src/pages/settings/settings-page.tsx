import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { t } from '../../messages/team-text.ts'
import { useProgramId } from '../../session/use-program.ts'
import { TimeZoneNote } from '../../shell/time-zone-note.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { TabRow } from '../../ui/tab-row.tsx'
import { AccountSection } from './account-section.tsx'
import { JoinSection } from './join-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { MailSection } from './mail-section.tsx'
import { ManagementKeysSection } from './management-keys-section.tsx'
import { MembersSection } from './members-section.tsx'
import { PayoutsSection } from './payouts-section.tsx'
import { PoliciesSection } from './policies-section.tsx'
import { PortalSection } from './portal-section.tsx'
import { ProgramSection } from './program-section.tsx'
import { SECTIONS, type Section } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/settings')

const VIEWS: Record<Section, { label: string; view: ComponentType; hasDates?: true }> = {
  program: { label: t('settings.views.program'), view: ProgramSection },
  keys: { label: t('settings.views.keys'), view: KeysSection, hasDates: true },
  'management-keys': {
    label: t('settings.views.managementKeys'),
    view: ManagementKeysSection,
    hasDates: true,
  },
  policies: { label: t('settings.views.policies'), view: PoliciesSection, hasDates: true },
  payouts: { label: t('settings.views.payouts'), view: PayoutsSection },
  'join-page': { label: t('settings.views.joinPage'), view: JoinSection },
  portal: { label: t('settings.views.portal'), view: PortalSection },
  members: { label: t('settings.views.members'), view: MembersSection, hasDates: true },
  mail: { label: t('settings.views.mail'), view: MailSection, hasDates: true },
  account: { label: t('settings.views.account'), view: AccountSection },
}

export function SettingsPage() {
  const { section = 'program' } = route.useSearch()
  const programId = useProgramId()
  const { view: View, hasDates } = VIEWS[section]
  return (
    <>
      <PageHeader title={t('settings.settings')} />
      <TabRow label={t('settings.settings')} current={section} className="mb-5 border-b">
        <ul className="flex gap-1">
          {SECTIONS.map((name) => (
            <li key={name}>
              <Link
                to="/programs/$programId/settings"
                params={{ programId }}
                search={name === 'program' ? {} : { section: name }}
                activeOptions={{ exact: true, includeSearch: true }}
                className="-mb-px block whitespace-nowrap border-transparent border-b-2 px-3 py-2 pointer-coarse:py-2.5 font-medium text-ink-3 -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
              >
                {VIEWS[name].label}
              </Link>
            </li>
          ))}
        </ul>
      </TabRow>
      <View />
      {hasDates && <TimeZoneNote />}
    </>
  )
}
