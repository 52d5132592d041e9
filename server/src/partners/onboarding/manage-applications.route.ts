import Type, { type Static } from 'typebox'
import { ApiError } from '../../core/errors/errors.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import { dataSchema, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { findBrand } from '../../workspace/branding/brands.sql.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import {
  type ApplicationRow,
  findApplication,
  listApplications,
  listSteps,
} from '../enrollments/applications.sql.ts'
import { applicationFilterParameters, readApplicationFilter } from './application-filter.http.ts'
import {
  Application,
  ApplicationDetails,
  actorName,
  showApplication,
  showDetails,
} from './application-response.http.ts'
import { type Decision, type DecisionOutcome, decideApplication } from './decide-application.flow.ts'
import { onboardingLimits } from './limits.ts'

const version = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The version that you reviewed. Fails with 409 if the application has changed since.',
})
const DecisionText = DisplayText(onboardingLimits.maxDecisionLength, {
  description: 'Emailed to the applicant.',
})
const ApproveBody = Type.Object({ version })
const RejectBody = Type.Object({
  version,
  reason: Type.Optional(nullable(DecisionText)),
})
const AskBody = Type.Object({ version, question: DecisionText })

const ApplicationInfoRequest = namedObject('ApplicationInfoRequest', {
  application: ApplicationDetails,
  answerUrl: nullable(
    Type.String({
      description:
        'The URL where the applicant can reply once, within 14 days. Null if the program has no slug.',
    }),
  ),
})

/** Registers the routes for partner applications. Reading requires `tracking:list`, deciding `partner:manage`. */
export function registerManageApplications(app: App, deps: ServiceDeps): void {
  registerList(app, deps)
  registerRead(app, deps)
  registerApprove(app, deps)
  registerReject(app, deps)
  registerAsk(app, deps)
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/applications',
    operationId: 'listApplications',
    summary: 'List applications',
    permission: 'tracking:list',
    query: {
      parameters: {
        ...pageParameters,
        ...applicationFilterParameters,
      },
      read: (query) => ({ page: readPage(query), filter: readApplicationFilter(query) }),
    },
    response: listSchema(Application),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listApplications(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, ['created_at', 'id'], showApplication)
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/applications/:applicationId',
    operationId: 'readApplication',
    summary: 'Retrieve an application with its history',
    permission: 'tracking:list',
    ids: { applicationId: applicationNotFoundError },
    response: dataSchema(ApplicationDetails),
    handle: async ({ program, ids }) => {
      const row = await findApplication(deps.database.kysely, program.id, ids.applicationId)
      if (row === undefined) throw applicationNotFoundError()
      return { data: await loadDetails(deps, row) }
    },
  })
}

function registerApprove(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/applications/:applicationId/approve',
    operationId: 'approveApplication',
    summary: 'Approve an application',
    description:
      'Creates a partner with a link, or approves the existing partner with this email. The decision can be ' +
      'changed later.',
    permission: 'partner:manage',
    ids: { applicationId: applicationNotFoundError },
    body: { schema: ApproveBody },
    response: dataSchema(ApplicationDetails),
    errors: [409],
    handle: async ({ ctx, realCtx, program, actorId, ids, body }) => {
      const by = { ...ids, version: body.version, actorId }
      const { row } = await decide(realCtx, ctx, program, { ...by, decision: { kind: 'approve' } })
      return { data: await loadDetails(realCtx, row) }
    },
  })
}

function registerReject(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/applications/:applicationId/reject',
    operationId: 'rejectApplication',
    summary: 'Reject an application',
    description: 'Also rejects the existing partner with this email. The decision can be changed later.',
    permission: 'partner:manage',
    ids: { applicationId: applicationNotFoundError },
    body: { schema: RejectBody },
    response: dataSchema(ApplicationDetails),
    errors: [409],
    handle: async ({ ctx, realCtx, program, actorId, ids, body }) => {
      const decision = { kind: 'reject', reason: body.reason?.trim() ?? null } as const
      const by = { ...ids, version: body.version, actorId }
      const { row } = await decide(realCtx, ctx, program, { ...by, decision })
      return { data: await loadDetails(realCtx, row) }
    },
  })
}

function registerAsk(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: '/api/programs/:programId/applications/:applicationId/request-info',
    operationId: 'requestApplicationInfo',
    summary: 'Ask the applicant a question',
    description:
      'Emails the applicant a link to reply. If email is off, share the returned link yourself. A newer question invalidates the link. Fails with 409 if the program has no join page, because the link needs one.',
    permission: 'partner:manage',
    ids: { applicationId: applicationNotFoundError },
    body: { schema: AskBody },
    response: dataSchema(ApplicationInfoRequest),
    errors: [409],
    handle: async ({ ctx, realCtx, program, actorId, ids, body }) => {
      const decision = { kind: 'ask', question: body.question.trim() } as const
      const by = { ...ids, version: body.version, actorId }
      const { row, token } = await decide(realCtx, ctx, program, { ...by, decision })
      const slug = (await findBrand(realCtx.database.kysely, program.id))?.slug ?? null
      const answerUrl =
        slug === null || token === undefined
          ? null
          : `${realCtx.config.publicUrl}/join/${slug}/answer?token=${token}`
      return { data: { application: await loadDetails(realCtx, row), answerUrl } }
    },
  })
}

/**
 * Makes a decision.
 * @throws {ApiError} 404, or 409 with the application's current state
 */
async function decide(
  deps: ServiceDeps,
  timed: ServiceDeps,
  program: ProgramRow,
  by: { applicationId: number; version: number; actorId: string; decision: Decision },
): Promise<{ row: ApplicationRow; token: string | undefined }> {
  const outcome = await decideApplication(timed, program, by, deps.clock.now())
  if (outcome.kind === 'decided') return { row: outcome.application, token: outcome.token }
  if (outcome.kind === 'none') throw applicationNotFoundError()
  throw await toConflictError(deps, outcome)
}

async function toConflictError(
  deps: ServiceDeps,
  { kind, application }: Extract<DecisionOutcome, { application: ApplicationRow }>,
): Promise<ApiError> {
  const { status, version } = application
  const details = { status, version }
  if (kind === 'closed') {
    return new ApiError('conflict', 'The applicant has closed their account. Nothing was changed.', details)
  }
  if (kind === 'is_that_already') {
    return new ApiError('conflict', `This application is already ${status}. Nothing was changed.`, details)
  }
  if (kind === 'not_waiting') {
    return new ApiError('conflict', `This application is ${status}, so you can’t ask a question.`, details)
  }
  if (kind === 'no_join_page') {
    const message = 'The program has no join page for the reply. Set its URL in Settings → Join page first.'
    return new ApiError('conflict', message, details)
  }
  const steps = await listSteps(deps.database.kysely, application.program_id, application.id)
  const lastStep = steps.findLast((step) => step.kind !== 'applied_again')
  const decider = lastStep === undefined ? null : actorName(lastStep)
  const change = lastStep === undefined ? 'was changed' : STEP_LABELS[lastStep.kind]
  const message =
    decider === null
      ? `This application ${change} in the meantime. Review it again.`
      : `This application ${change} by ${decider} in the meantime. Review it again.`
  return new ApiError('conflict', message, { ...details, by: decider })
}

const STEP_LABELS = {
  applied: 'was sent',
  applied_again: 'was sent again',
  info_requested: 'was asked about',
  answered: 'was answered',
  approved: 'was approved',
  rejected: 'was rejected',
} as const

async function loadDetails(
  deps: ServiceDeps,
  row: ApplicationRow,
): Promise<Static<typeof ApplicationDetails>> {
  return showDetails(row, await listSteps(deps.database.kysely, row.program_id, row.id))
}

function applicationNotFoundError() {
  return new ApiError('not_found', 'The program has no application with this ID.')
}
