import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { APPLICATION_STATUSES } from '../../core/enums.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { choice, dataSchema, nullable, ObjectId } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { selectApplications } from '../enrollments/applications.sql.ts'
import { applicationFilterParameters, readApplicationFilter } from './application-filter.http.ts'
import { SKIP_REASONS } from './bulk-decision.rule.ts'
import { decideApplications } from './decide-applications.flow.ts'
import { onboardingLimits } from './limits.ts'

const version = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

const Applications = Type.Array(Type.Object({ id: ObjectId(), version }), {
  minItems: 1,
  maxItems: onboardingLimits.decisionsPerRequest,
  description: 'The applications, each with the version you reviewed.',
})
const ApproveBody = Type.Object({ applications: Applications })
const RejectBody = Type.Object({
  applications: Applications,
  reason: Type.Optional(
    nullable(DisplayText(onboardingLimits.maxDecisionLength, { description: 'Emailed to the applicants.' })),
  ),
})

const DecidedApplications = namedObject('DecidedApplications', {
  decided: Type.Integer(),
  unchanged: Type.Integer({ description: 'Already approved or rejected.' }),
  skipped: Type.Array(
    Type.Object({
      id: Type.Integer(),
      reason: choice(SKIP_REASONS, 'SkippedApplicationReason'),
    }),
    {
      description:
        'Not decided: `changed` since the version you reviewed; `closed`: the applicant has closed their account; ' +
        '`not_found`.',
    },
  ),
})

const ApplicationSelection = namedObject('ApplicationSelection', {
  applications: Type.Array(
    Type.Object({ id: Type.Integer(), version, status: choice(APPLICATION_STATUSES, 'ApplicationStatus') }),
    { description: `Newest first, up to ${limits.selectionRows}.` },
  ),
  isComplete: Type.Boolean({ description: 'False if more applications match.' }),
})

/**
 * Registers the routes that decide on many applications. Clients read the selection, confirm it and send it in batches,
 * so that a decision applies exactly to the confirmed applications.
 */
export function registerDecideApplications(app: App, deps: ServiceDeps): void {
  registerSelection(app, deps)

  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/applications/approve',
    operationId: 'approveApplications',
    summary: 'Approve applications',
    description:
      'Approves the applications that haven’t changed since you reviewed them, in one transaction, and lists the others as skipped. ' +
      'Repeating the request changes nothing.',
    permission: 'partner:manage',
    body: {
      schema: ApproveBody,
      read: ({ applications }) => ({ applications: requireDistinct(applications) }),
    },
    response: dataSchema(DecidedApplications),
    handle: async ({ ctx, program, actorId, body: { applications } }) => {
      const decision = { kind: 'approve' } as const
      return { data: await decideApplications(ctx, program, { applications, decision, actorId }) }
    },
  })

  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/applications/reject',
    operationId: 'rejectApplications',
    summary: 'Reject applications',
    description:
      'Also rejects existing partners with these emails. Skips applications that have changed since you reviewed them.',
    permission: 'partner:manage',
    body: {
      schema: RejectBody,
      read: ({ applications, reason }) => ({
        applications: requireDistinct(applications),
        reason: reason?.trim() ?? null,
      }),
    },
    response: dataSchema(DecidedApplications),
    handle: async ({ ctx, program, actorId, body: { applications, reason } }) => {
      const decision = { kind: 'reject', reason } as const
      return { data: await decideApplications(ctx, program, { applications, decision, actorId }) }
    },
  })
}

function registerSelection(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/applications/selection',
    operationId: 'selectApplications',
    summary: 'Select all matching applications',
    description:
      'Returns the applications that match the filter, with their versions, so that you can approve or reject them in batches.',
    permission: 'tracking:list',
    query: { parameters: applicationFilterParameters, read: readApplicationFilter },
    response: dataSchema(ApplicationSelection),
    handle: async ({ program, query: filter }) => {
      const { selectionRows } = limits
      const matching = await selectApplications(deps.database.kysely, program.id, filter, selectionRows + 1)
      return {
        data: {
          applications: matching.slice(0, selectionRows),
          isComplete: matching.length <= selectionRows,
        },
      }
    },
  })
}

/** @throws 400 if an application is listed twice, which could mean two versions */
function requireDistinct<Listed extends { id: number }>(applications: Listed[]): Listed[] {
  if (new Set(applications.map(({ id }) => id)).size === applications.length) return applications
  throw invalidFieldError('applications', 'applications must not contain an ID twice.')
}
