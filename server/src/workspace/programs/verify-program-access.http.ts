import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/errors/errors.http.ts'
import { parseId } from '../../core/http/query.http.ts'
import type { ServiceDeps } from '../../core/http/service.ts'
import {
  identifyKey,
  identifyKeyWith,
  presentsManagementKey,
  type Requester,
} from '../accounts/management-key.http.ts'
import { identify, signInRequiredError, twoFactorRequiredError } from '../accounts/membership.http.ts'
import { getPermissions, type Permission } from '../accounts/permissions.rule.ts'
import { findKeyProgram, findProgramForUser, type ProgramRow } from './programs.sql.ts'

export type ProgramAccess =
  | { kind: 'no_session' }
  | { kind: 'no_program' }
  | { kind: 'no_member'; program: ProgramRow }
  | { kind: 'member'; program: ProgramRow; requester: Requester }

/**
 * Looks up the requester (a member, or a management key of the workspace or program) and the program. Finds nothing for
 * suspended members and invalid IDs.
 * @throws {ApiError} 403 `two_factor_required` if the member lacks the required second factor
 */
export async function findProgramAccess(
  deps: ServiceDeps,
  request: FastifyRequest,
  programIdParam: string,
): Promise<ProgramAccess> {
  const programId = parseId(programIdParam)
  if (presentsManagementKey(request)) return findKeyAccess(deps, request, programId)
  const session = await identify(deps, request)
  if (session === undefined) return { kind: 'no_session' }
  if (programId === undefined) return { kind: 'no_program' }
  const { userId } = session
  const program = await findProgramForUser(deps.database.run, programId, userId)
  if (program === undefined) return { kind: 'no_program' }
  const { role, lacks_two_factor } = program
  if (role === null) return { kind: 'no_member', program }
  if (lacks_two_factor === true) throw twoFactorRequiredError()
  return {
    kind: 'member',
    program,
    requester: { userId, keyId: undefined, permissions: getPermissions(role) },
  }
}

async function findKeyAccess(
  deps: ServiceDeps,
  request: FastifyRequest,
  programId: number | undefined,
): Promise<ProgramAccess> {
  if (programId === undefined) {
    const managementKey = await identifyKey(deps, request)
    return managementKey === undefined ? { kind: 'no_session' } : { kind: 'no_program' }
  }
  const { run } = deps.database
  const identified = await identifyKeyWith(deps, request, (keyHash) =>
    findKeyProgram(run, programId, keyHash),
  )
  if (identified === undefined) return { kind: 'no_session' }
  const { row: program, requester } = identified
  if (program.id === null) return { kind: 'no_program' }
  const { key_workspace_id, key_program_id } = program
  const isKeyScoped =
    program.workspace_id === key_workspace_id && (key_program_id === null || key_program_id === program.id)
  return isKeyScoped ? { kind: 'member', program, requester } : { kind: 'no_member', program }
}

/**
 * Requires all given permissions on a program. The error contains the first missing one.
 * @throws {ApiError} in the order of D37: no session 401, no such program 404, not permitted 403; 429 after too many
 * invalid tokens
 */
export async function requirePermission(
  deps: ServiceDeps,
  request: FastifyRequest,
  programIdParam: string,
  ...permissions: [Permission, ...Permission[]]
): Promise<{ program: ProgramRow; requester: Requester }> {
  const access = await findProgramAccess(deps, request, programIdParam)
  switch (access.kind) {
    case 'no_session':
      throw signInRequiredError(request)
    case 'no_program':
      throw new ApiError('not_found', 'No program with this ID.')
    case 'no_member':
      throw permissionError(permissions[0])
    case 'member': {
      const missingPermission = permissions.find(
        (permission) => !access.requester.permissions.has(permission),
      )
      if (missingPermission === undefined) return access
      throw permissionError(missingPermission)
    }
  }
}

function permissionError(permission: Permission): ApiError {
  return new ApiError('forbidden', `You need the permission ${permission} on this program.`, { permission })
}
