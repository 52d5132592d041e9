import { type DialogSearch, readChoice, readDialog } from '../../search/read-search.ts'
import { CONNECT_RESULTS, type ConnectResult } from '../payments/search.ts'

export const SECTIONS = [
  'program',
  'keys',
  'management-keys',
  'policies',
  'payouts',
  'join-page',
  'portal',
  'workspace',
  'members',
  'mail',
  'account',
] as const
export type Section = (typeof SECTIONS)[number]

export interface SettingsSearch extends DialogSearch {
  section?: Section
  /** The result of connecting the payment processor, which the Payments page shows. */
  processor?: ConnectResult
}

export function readSettingsSearch(search: Record<string, unknown>): SettingsSearch {
  const section = readChoice(search.section, SECTIONS)
  const processor = readChoice(search.processor, CONNECT_RESULTS)
  return {
    ...readDialog(search),
    ...(section === undefined || section === 'program' ? {} : { section }),
    ...(processor === undefined ? {} : { processor }),
  }
}
