import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayName } from '../../core/http/display-text.http.ts'
import { dataSchema, Instant, listSchema, ObjectId } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { groupNotFoundError } from '../../workspace/programs/group.http.ts'
import { type GroupRow, listGroups } from '../../workspace/programs/groups.sql.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { countMembers } from './group-members.sql.ts'
import { enrollmentLimits } from './limits.ts'
import { listPartnerLinks } from './links.sql.ts'
import { changeGroupName, closeGroup, createGroup, setPartnerGroup } from './manage-groups.flow.ts'
import { Partner, partnerNotFoundError, showPartner } from './partner-response.http.ts'

const Group = namedObject('PartnerGroup', {
  id: Type.Integer(),
  name: Type.String(),
  partners: Type.Integer({ minimum: 0, description: 'The number of partners in the group.' }),
  createdAt: Instant,
})

const NameBody = Type.Object({
  name: DisplayName(limits.maxIdLength, { description: 'Unique in the program, ignoring case.' }),
})

const MoveBody = Type.Object({
  groupId: ObjectId(),
})

/**
 * Registers the routes for partner groups (D28). Reading requires `tracking:list`, writing `commission:manage`, because
 * groups affect commissions.
 */
export function registerManageGroups(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerCreate(app, deps)
  registerRename(app, deps)
  registerEnd(app, deps)
  registerMove(app, deps)
  registerLeave(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  const { kysely } = deps.database
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/partner-groups',
    operationId: 'listPartnerGroups',
    summary: 'List partner groups',
    permission: 'tracking:list',
    query: { parameters: pageParameters, read: (query) => readPage(query) },
    response: listSchema(Group),
    handle: async ({ program, query: page }) => {
      const rows = await listGroups(kysely, program.id, page)
      const members = await countMembers(
        kysely,
        program.id,
        rows.map(({ id }) => id),
      )
      return toPage(rows, page, ['created_at', 'id'], (row) => showGroup(row, members.get(row.id) ?? 0))
    },
  })
}

function registerCreate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/partner-groups',
    operationId: 'createPartnerGroup',
    summary: 'Create a partner group',
    description: 'The group’s policies take precedence for its partners.',
    permission: 'commission:manage',
    body: { schema: NameBody },
    status: 201,
    response: dataSchema(Group),
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      const outcome = await createGroup(ctx, program.id, body.name.trim())
      if (outcome === 'name_taken') throw nameTakenError()
      if (outcome === 'too_many_groups') {
        const maxGroups = enrollmentLimits.groupsPerProgram
        throw new ApiError(
          'conflict',
          `The program already has the maximum of ${maxGroups} groups. End one first.`,
          {
            most: maxGroups,
          },
        )
      }
      return { data: showGroup(outcome, 0) }
    },
  })
}

function registerRename(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: '/api/programs/:programId/partner-groups/:groupId',
    operationId: 'renamePartnerGroup',
    summary: 'Rename a partner group',
    permission: 'commission:manage',
    ids: { groupId: groupNotFoundError },
    body: { schema: NameBody },
    response: dataSchema(Group),
    errors: [409],
    handle: async ({ ctx, program, ids, body }) => {
      const renamed = await changeGroupName(ctx, program.id, ids.groupId, body.name.trim())
      if (renamed === 'name_taken') throw nameTakenError()
      if (renamed === 'no_group') throw groupNotFoundError()
      const members = await countMembers(ctx.database.kysely, program.id, [renamed.id])
      return { data: showGroup(renamed, members.get(renamed.id) ?? 0) }
    },
  })
}

function registerEnd(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/partner-groups/:groupId',
    operationId: 'endPartnerGroup',
    summary: 'End a partner group',
    description:
      'Its partners are removed and its policies end, so their next sales use the program’s policies. ' +
      'Existing commissions do not change.',
    permission: 'commission:manage',
    ids: { groupId: groupNotFoundError },
    response: dataSchema(Group),
    handle: async ({ ctx, program, ids }) => {
      const outcome = await closeGroup(ctx, program.id, ids.groupId)
      if (outcome === undefined) throw groupNotFoundError()
      return { data: showGroup(outcome, 0) }
    },
  })
}

function registerMove(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PUT',
    url: '/api/programs/:programId/partners/:partnerId/group',
    operationId: 'setPartnerGroup',
    summary: 'Add a partner to a group',
    description: 'New sales use the group’s policies. Existing commissions do not change.',
    permission: 'commission:manage',
    ids: { partnerId: partnerNotFoundError },
    body: { schema: MoveBody },
    response: dataSchema(Partner),
    handle: async ({ ctx, program, ids, body }) =>
      toResponse(ctx, program.id, await setPartnerGroup(ctx, program.id, ids.partnerId, body.groupId)),
  })
}

function registerLeave(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'DELETE',
    url: '/api/programs/:programId/partners/:partnerId/group',
    operationId: 'removePartnerFromGroup',
    summary: 'Remove a partner from their group',
    description: 'New sales use the program’s policies.',
    permission: 'commission:manage',
    ids: { partnerId: partnerNotFoundError },
    response: dataSchema(Partner),
    handle: async ({ ctx, program, ids }) =>
      toResponse(ctx, program.id, await setPartnerGroup(ctx, program.id, ids.partnerId, null)),
  })
}

async function toResponse(
  { database: { kysely } }: ServiceDeps,
  programId: number,
  outcome: Awaited<ReturnType<typeof setPartnerGroup>>,
) {
  if (outcome === 'no_group') throw groupNotFoundError()
  if (outcome === 'no_partner') throw partnerNotFoundError()
  return { data: showPartner(outcome, await listPartnerLinks(kysely, programId, [outcome.partner_id])) }
}

function nameTakenError() {
  return new ApiError('conflict', 'Another group in this program has this name.', { field: 'name' })
}

function showGroup({ id, name, created_at }: GroupRow, partners: number): Static<typeof Group> {
  return { id, name, partners, createdAt: created_at.toISOString() }
}
