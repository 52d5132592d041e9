import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { t } from '../../messages/team-text.ts'
import { TimeZoneNote } from '../../shell/time-zone-note.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
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
import type { Section } from './search.ts'
import { SettingsFrame } from './settings-frame.tsx'
import { WorkspaceSection } from './workspace-section.tsx'

const route = getRouteApi('/signed-in/programs/$programId/settings')

const VIEWS: Record<Section, ComponentType> = {
  program: ProgramSection,
  keys: KeysSection,
  'management-keys': ManagementKeysSection,
  policies: PoliciesSection,
  payouts: PayoutsSection,
  'join-page': JoinSection,
  portal: PortalSection,
  workspace: WorkspaceSection,
  members: MembersSection,
  mail: MailSection,
  account: AccountSection,
}

/** Sections that show dates. */
const HAS_DATES: readonly Section[] = ['keys', 'management-keys', 'policies', 'members', 'mail']

export function SettingsPage() {
  const { section = 'program' } = route.useSearch()
  const View = VIEWS[section]
  return (
    <SettingsFrame current={section}>
      <PageHeader title={t('settings.settings')} />
      <View />
      {HAS_DATES.includes(section) && <TimeZoneNote />}
    </SettingsFrame>
  )
}
