import { readChoice } from '../../search/read-search'

export const SECTIONS = ['program', 'keys', 'policies', 'members', 'account'] as const
export type Section = (typeof SECTIONS)[number]

export interface SettingsSearch {
  section?: Section
}

export function readSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const section = readChoice(search.section, SECTIONS)
  return section === undefined || section === 'program' ? {} : { section }
}
