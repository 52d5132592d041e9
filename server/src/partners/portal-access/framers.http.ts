import { parseId } from '../../core/http/query.http.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import { findPortalSettings } from './portal-settings.sql.ts'

/** Whose pages may show the portal of a program in a frame, asked at each load of it. */
export function framersOf({ database: { kysely } }: Pick<ServiceDeps, 'database'>) {
  return async (text: string): Promise<readonly string[]> => {
    const id = parseId(text)
    return id === undefined ? [] : (await findPortalSettings(kysely, id)).embed_origins
  }
}
