import { parseId } from '../../core/http/query.http.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { findPortalSettings } from './portal-settings.sql.ts'

/** Returns a function that loads the origins that may embed a program's portal, on each page load. */
export function createEmbedOriginReader({ database: { kysely } }: Pick<ServiceDeps, 'database'>) {
  return async (text: string): Promise<readonly string[]> => {
    const id = parseId(text)
    return id === undefined ? [] : (await findPortalSettings(kysely, id)).embed_origins
  }
}
