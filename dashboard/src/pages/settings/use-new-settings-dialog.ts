import { getRouteApi } from '@tanstack/react-router'
import { listSearch } from '../../search/list-search.ts'
import { useNewDialog } from '../../search/use-new-dialog.ts'
import type { SettingsSearch } from './search.ts'

const route = getRouteApi('/signed-in/programs/$programId/settings')

/** State of a section's form for a new record, which `?dialog=new` opens. */
export function useNewSettingsDialog() {
  const { change } = listSearch<SettingsSearch>(route.useNavigate())
  return useNewDialog(route.useSearch(), change)
}
