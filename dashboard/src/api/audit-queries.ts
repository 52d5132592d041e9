import { api, read } from './client.ts'
import { pagedQuery } from './paged-query.ts'
import type { AuditAction } from './types.ts'

export interface AuditFilters {
  action?: AuditAction
  userId?: string
  keyId?: number
  from?: string
  to?: string
  /** The zone of `from` and `to`. */
  timeZone: string
}

/** Entries from one request share a line, so a page holds more of them than in other lists. */
const ENTRIES_PER_PAGE = 200

/** Lists a workspace's audit log, newest first. */
export const auditLogQuery = (workspaceId: string, filters: AuditFilters) =>
  pagedQuery({
    key: ['audit-log', workspaceId, filters],
    rowsPerPage: ENTRIES_PER_PAGE,
    readPage: (page, signal) => {
      const params = { path: { workspaceId }, query: { ...filters, ...page } }
      return read(api.GET('/api/workspaces/{workspaceId}/audit', { params, signal }))
    },
  })
