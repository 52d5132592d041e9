import { withTransaction } from '../../core/database/transaction.ts'
import type { Deps } from '../../core/deps.ts'
import type { Language } from '../../core/enums.ts'
import { lockProgram } from '../../workspace/programs/programs.sql.ts'
import { findPortalSettings, type PortalSettings, savePortalSettings } from './portal-settings.sql.ts'

/** Fields to change. Undefined keeps the current value. */
export interface PortalSettingsChange {
  embedOrigins: string[] | undefined
  /** Null means the service's maximum. */
  ownLinks: number | null | undefined
  language: Language | undefined
}

/** Updates portal settings under the program's lock, so that concurrent changes of different fields are both kept. */
export function updatePortalSettings(
  deps: Deps,
  programId: number,
  { embedOrigins, ownLinks, language }: PortalSettingsChange,
): Promise<PortalSettings> {
  return withTransaction(deps, async (transaction) => {
    await lockProgram(transaction, programId)
    const at = deps.clock.now()
    const was = await findPortalSettings(transaction, programId)
    const settings = {
      embed_origins: embedOrigins ?? was.embed_origins,
      own_links: ownLinks === undefined ? was.own_links : ownLinks,
      language: language ?? was.language,
    }
    await savePortalSettings(transaction, programId, { ...settings, at })
    return settings
  })
}
