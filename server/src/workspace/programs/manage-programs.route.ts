import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import {
  COUPON_PRECEDENCES,
  LEAD_AUTH_POLICIES,
  PAYMENT_TRACKING_MODES,
  PROGRAM_STATUSES,
} from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { DisplayName, DisplayText, PublicName } from '../../core/http/display-text.http.ts'
import {
  CurrencyCode,
  choice,
  dataSchema,
  Instant,
  listSchema,
  managementSchema,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { neverEmpty, readInput } from '../../core/http/read-input.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { idempotencyHeaders, respondOnce } from '../../core/idempotency/idempotency.http.ts'
import { accountLimits } from '../accounts/limits.ts'
import { getActorId, identifyKey, presentsManagementKey, withActor } from '../accounts/management-key.http.ts'
import type { FoundManagementKey } from '../accounts/management-keys.sql.ts'
import { listWorkspacesByUser } from '../accounts/members.sql.ts'
import {
  lacksPermission,
  requireSession,
  signInRequiredError,
  twoFactorRequiredError,
} from '../accounts/membership.http.ts'
import { type Permission, roleAllows } from '../accounts/permissions.rule.ts'
import { minMonthsFor, shortestDays } from './click-retention.rule.ts'
import { createProgram } from './create-program.flow.ts'
import { newProgramDefaults } from './new-program-defaults.rule.ts'
import { CommissionBase, Duration, PolicyType, Rate } from './policy-terms.http.ts'
import { programInstant } from './program-clock.rule.ts'
import { programRoute } from './program-route.http.ts'
import {
  listProgramsByKey,
  listProgramsByUser,
  type ProgramChanges,
  type ProgramRow,
} from './programs.sql.ts'
import { parseRedirectDomain } from './redirect-domain.rule.ts'
import { parseSiteUrl } from './site-url.rule.ts'
import { type RejectedChange, updateProgram } from './update-program.flow.ts'

const Name = PublicName(limits.maxIdLength)
const InvoiceText = DisplayName(limits.maxIdLength)
const TimeZone = Type.String({
  maxLength: limits.maxIdLength,
  description: 'An IANA name such as `Europe/Berlin`. It determines when the program’s days begin.',
})
const WindowDays = Type.Integer({ minimum: 1, maximum: 365 })
const PerLead = namedObject('PerLeadCommission', {
  amountCents: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currency: CurrencyCode,
})

const SiteUrl = Type.String({
  maxLength: limits.maxUrlLength,
  description: 'The page that partner links lead to. A link is this URL with `?aff=` and a code.',
})

const RedirectDomain = Type.String({
  maxLength: limits.maxUrlLength,
  description:
    'Your own domain for redirect links, such as `go.your-shop.com`. Point it at this service: its links redirect to ' +
    'this program only.',
})

const RetentionMonths = Type.Integer({
  minimum: 1,
  maximum: limits.clickRetentionMonths,
  description:
    'How many full months clicks are kept before they are archived or deleted. `null` uses the installation’s setting. Must cover the attribution window.',
})

const settings = {
  name: Name,
  status: Type.Enum([...PROGRAM_STATUSES], {
    type: 'string',
    description:
      'While a program is not `active`, its API keys return 401, so renewals and refunds stop as well. Archiving revokes ' +
      'its management keys. To stop new referrals only, keep it active and set `closedToNewReferrals`.',
  }),
  closedToNewReferrals: Type.Boolean({
    description:
      'If true, clicks return `program_paused` and new leads `closed_to_new_referrals`. Sales of known customers, ' +
      'renewals and refunds continue.',
  }),
  leadAuthPolicy: choice(LEAD_AUTH_POLICIES),
  paymentTrackingMode: choice(PAYMENT_TRACKING_MODES),
  timeZone: TimeZone,
  attributionWindowDays: WindowDays,
  cookieWindowDays: WindowDays,
  holdPeriodDays: Type.Integer({ minimum: 0, maximum: 365 }),
  platformFeeBps: Type.Integer({ minimum: 0, maximum: 10_000 }),
  commissionApproval: Type.Enum(['automatic', 'review'], {
    type: 'string',
    description: '`automatic` approves commissions when their hold ends; `review` requires manual approval.',
  }),
  commissionBase: CommissionBase,
  couponPrecedence: Type.Enum([...COUPON_PRECEDENCES], {
    type: 'string',
    description:
      'Which partner gets a customer before the first sale if the click and the coupon code belong to different partners: the partner of the `code`, or of the `click`. Of two codes, the later one wins. With `first_touch`, the first ' +
      'click or code wins. Customers who have bought keep their partner.',
  }),
  setupDismissed: Type.Boolean({ description: 'If true, the dashboard hides the setup checklist.' }),
}

const ProgramClock = namedObject('ProgramClock', {
  now: Type.String({ format: 'date-time', description: 'The program’s current time.' }),
  aheadMs: Type.Integer({ minimum: 0, description: 'How far the program’s clock is ahead of real time.' }),
})

const Sandbox = Type.Boolean({
  description:
    'A sandbox has its own clock and test keys only, and is never invoiced. This can’t be changed after the program is ' +
    'created.',
})

const Program = namedObject('Program', {
  id: Type.Integer(),
  workspaceId: Type.String(),
  sandbox: Sandbox,
  clock: nullable(ProgramClock),
  ...settings,
  perLeadCommission: nullable(PerLead),
  clickRetentionMonths: nullable(RetentionMonths),
  siteUrl: nullable(SiteUrl),
  redirectDomain: nullable(RedirectDomain),
  legalName: nullable(Type.String({ description: 'The recipient of invoices.' })),
  legalAddress: nullable(Type.String()),
  taxId: nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})

const ProgramPage = namedObject('ProgramPage', {
  ...listSchema(Program).properties,
  unreachable: Type.Array(Type.Integer(), {
    description:
      'The IDs of programs on this page whose database server is unreachable. They are missing from `data`. Usually ' +
      'empty.',
  }),
})

const CreateBody = Type.Object(
  {
    workspaceId: Type.Optional(
      Type.String({
        maxLength: limits.maxIdLength,
        description:
          'Optional with a management key, or if you are an active member of exactly one workspace.',
      }),
    ),
    name: Name,
    timeZone: Type.Optional(TimeZone),
    siteUrl: Type.Optional(SiteUrl),
    sandbox: Type.Optional(Sandbox),
  },
  neverEmpty('sandbox'),
)

const UpdateBody = Type.Object({
  ...Type.Partial(Type.Object(settings)).properties,
  perLeadCommission: Type.Optional(nullable(Type.Object(PerLead.properties))),
  clickRetentionMonths: Type.Optional(nullable(RetentionMonths)),
  siteUrl: Type.Optional(nullable(SiteUrl)),
  redirectDomain: Type.Optional(nullable(RedirectDomain)),
  legalName: Type.Optional(nullable(InvoiceText)),
  legalAddress: Type.Optional(nullable(DisplayText(1_000))),
  taxId: Type.Optional(nullable(InvoiceText)),
})

const NewProgramDefaults = namedObject('NewProgramDefaults', {
  timeZone: settings.timeZone,
  leadAuthPolicy: settings.leadAuthPolicy,
  paymentTrackingMode: settings.paymentTrackingMode,
  attributionWindowDays: settings.attributionWindowDays,
  cookieWindowDays: settings.cookieWindowDays,
  holdPeriodDays: settings.holdPeriodDays,
  platformFeeBps: settings.platformFeeBps,
  commissionApproval: settings.commissionApproval,
  commissionBase: settings.commissionBase,
  couponPrecedence: settings.couponPrecedence,
  policy: namedObject('NewProgramPolicy', { type: PolicyType, rateBps: Rate, duration: Duration }),
})

/**
 * Registers the routes for programs. Reading requires `tracking:read`, writing `program:create` or `program:update`.
 */
export function registerManagePrograms(app: App, deps: ServiceDeps): void {
  registerCreate(app, deps)
  registerReadDefaults(app, deps)
  registerList(app, deps)
  registerRead(app, deps)
  registerUpdate(app, deps)
}

function registerCreate(app: App, deps: ServiceDeps) {
  app.route({
    method: 'POST',
    url: '/api/programs',
    schema: {
      ...managementSchema('program:create'),
      operationId: 'createProgram',
      summary: 'Create a program',
      description:
        'Omitted settings use the values of `GET /api/programs/defaults`, including a default commission policy of 20% for the customer’s lifetime.',
      headers: idempotencyHeaders,
      body: CreateBody,
      response: { 201: dataSchema(Program), ...errorResponses([400, 401, 403, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const authenticated = await requireRequester(deps, request, 'program:create')
      const body = readInput(request).body
      const workspaceId =
        authenticated.kind === 'key'
          ? requireKeyWorkspace(authenticated.key, body.workspaceId)
          : await chooseWorkspace(deps, authenticated.userId, body.workspaceId)
      const { timeZone, sandbox } = body
      const created = {
        workspaceId,
        name: body.name.trim(),
        timeZone,
        sandbox,
        siteUrl: readSiteUrl(body.siteUrl),
      }
      const requester =
        authenticated.kind === 'key'
          ? { userId: authenticated.key.key_created_by, keyId: authenticated.key.key_id }
          : { userId: authenticated.userId, keyId: undefined }
      const options = { request, reply, actorId: getActorId(requester), programId: undefined, status: 201 }
      return respondOnce(withActor(deps, request, requester), options, async (ctx) => {
        const program = await createProgram(ctx, created)
        if (program === 'unknown_time_zone') throw unknownTimeZone()
        return { data: showProgram(program, ctx.clock.now()) }
      })
    },
  })
}

function registerReadDefaults(app: App, deps: ServiceDeps) {
  app.route({
    method: 'GET',
    url: '/api/programs/defaults',
    schema: {
      ...managementSchema('tracking:read'),
      operationId: 'readNewProgramDefaults',
      summary: 'Retrieve the settings of new programs',
      description:
        'Returns the settings that a new program starts with, so that you can review them before you create it.',
      response: { 200: dataSchema(NewProgramDefaults), ...errorResponses([401, 403]) },
    },
    handler: async (request) => {
      await requireRequester(deps, request, 'tracking:read')
      return { data: newProgramDefaults(deps.config.platformFeeBps) }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  app.route({
    method: 'GET',
    url: '/api/programs',
    schema: {
      ...managementSchema('tracking:read'),
      operationId: 'listPrograms',
      summary: 'List programs',
      querystring: Type.Object(pageParameters),
      description:
        'Returns the programs of your workspaces. With a management key, returns the key’s program or its workspace’s programs.',
      response: { 200: ProgramPage, ...errorResponses([400, 401, 403]) },
    },
    handler: async (request) => {
      const requester = await requireRequester(deps, request, 'tracking:read')
      const page = readPage(readInput(request).query)
      const { kysely } = deps.database
      const rows =
        requester.kind === 'key'
          ? await listProgramsByKey(kysely, requester.key, page)
          : await listProgramsByUser(kysely, requester.userId, page)
      const { data, meta } = toPage(rows, page, ['created_at', 'id'], (program) => program)
      const now = deps.clock.now()
      return {
        data: data.flatMap(({ program }) => (program === undefined ? [] : [showProgram(program, now)])),
        meta,
        unreachable: data.flatMap(({ id, program }) => (program === undefined ? [id] : [])),
      }
    },
  })
}

function registerRead(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId',
    operationId: 'readProgram',
    summary: 'Retrieve a program',
    permission: 'tracking:read',
    response: dataSchema(Program),
    handle: async ({ program }) => ({ data: showProgram(program, deps.clock.now()) }),
  })
}

function registerUpdate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: '/api/programs/:programId',
    operationId: 'updateProgram',
    summary: 'Update a program',
    description:
      'Omitted fields stay unchanged. A new `commissionBase` creates a new version of each policy in force; existing commissions stay unchanged. A new time zone recomputes all daily statistics. ' +
      '`perLeadCommission: null` ends the commission per lead, `siteUrl: null` removes the page, `redirectDomain: null` releases the domain, and `clickRetentionMonths: null` uses the installation’s setting.',
    permission: 'program:update',
    body: { schema: UpdateBody, read: (sent) => toProgramChanges(sent, deps.config.publicUrl) },
    response: dataSchema(Program),
    handle: async ({ realCtx, program, body: changes }) => {
      const updated = await updateProgram(realCtx, program.id, changes)
      if ('rejected' in updated) throw toRejectionError(updated, changes)
      return { data: showProgram(updated, realCtx.clock.now()) }
    },
  })
}

/** Returns a user, whose permissions depend on the workspace, or a management key that has the permission. */
async function requireRequester(
  deps: ServiceDeps,
  request: Parameters<typeof requireSession>[1],
  permission: Permission,
): Promise<{ kind: 'person'; userId: string } | { kind: 'key'; key: FoundManagementKey }> {
  if (!presentsManagementKey(request)) return { kind: 'person', ...(await requireSession(deps, request)) }
  const managementKey = await identifyKey(deps, request)
  if (managementKey === undefined) throw signInRequiredError(request)
  if (!managementKey.requester.permissions.has(permission)) throw lacksPermission(permission)
  return { kind: 'key', key: managementKey.row }
}

function requireKeyWorkspace(
  { key_workspace_id }: FoundManagementKey,
  workspaceId = key_workspace_id,
): string {
  if (workspaceId === key_workspace_id) return workspaceId
  throw lacksPermission('program:create')
}

/** Returns the workspace for a new program, in which the user may create one. */
async function chooseWorkspace(deps: ServiceDeps, userId: string, requested: string | undefined) {
  const workspaces = await listWorkspacesByUser(deps.database.kysely, userId, accountLimits.workspacesPerUser)
  if (requested === undefined && workspaces.length > 1) {
    throw invalidFieldError(
      'workspaceId',
      'You are a member of several workspaces. Choose one with workspaceId.',
    )
  }
  const workspace =
    requested === undefined
      ? workspaces[0]
      : workspaces.find(({ workspace_id }) => workspace_id === requested)
  if (workspace?.lacks_two_factor === true) throw twoFactorRequiredError()
  if (workspace !== undefined && roleAllows(workspace.role, 'program:create')) return workspace.workspace_id
  throw lacksPermission('program:create')
}

function toProgramChanges(
  { perLeadCommission: perLead, ...sent }: Static<typeof UpdateBody>,
  publicUrl: string,
): ProgramChanges {
  return withoutUndefined({
    name: sent.name?.trim(),
    status: sent.status,
    closed_to_new_referrals: sent.closedToNewReferrals,
    lead_auth_policy: sent.leadAuthPolicy,
    payment_tracking_mode: sent.paymentTrackingMode,
    time_zone: sent.timeZone,
    attribution_window_days: sent.attributionWindowDays,
    cookie_window_days: sent.cookieWindowDays,
    hold_period_days: sent.holdPeriodDays,
    platform_fee_bps: sent.platformFeeBps,
    commission_approval: sent.commissionApproval,
    commission_base: sent.commissionBase,
    coupon_precedence: sent.couponPrecedence,
    setup_dismissed: sent.setupDismissed,
    per_lead_amount_cents: perLead === undefined ? undefined : (perLead?.amountCents ?? null),
    per_lead_currency: perLead === undefined ? undefined : (perLead?.currency ?? null),
    click_retention_months: sent.clickRetentionMonths,
    site_url: sent.siteUrl === null ? null : readSiteUrl(sent.siteUrl),
    redirect_domain: sent.redirectDomain === null ? null : readRedirectDomain(sent.redirectDomain, publicUrl),
    legal_name: trimText(sent.legalName),
    legal_address: trimText(sent.legalAddress),
    tax_id: trimText(sent.taxId),
  })
}

function trimText(text: string | null | undefined): string | null | undefined {
  return text === null ? null : text?.trim()
}

function readSiteUrl(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined
  const url = parseSiteUrl(sent)
  if (url !== undefined) return url
  throw invalidFieldError('siteUrl', 'siteUrl must be the URL of a page, such as https://your-shop.com.')
}

function readRedirectDomain(sent: string | undefined, publicUrl: string): string | undefined {
  if (sent === undefined) return undefined
  const domain = parseRedirectDomain(sent)
  if (domain === undefined)
    throw invalidFieldError('redirectDomain', 'redirectDomain must be a domain, such as go.your-shop.com.')
  if (domain !== new URL(publicUrl).hostname) return domain
  throw invalidFieldError(
    'redirectDomain',
    `${domain} already serves the links of every program. Use a domain of your own.`,
  )
}

type WithoutUndefined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function withoutUndefined<T extends object>(fields: T): WithoutUndefined<T> {
  // safe because only undefined values are removed
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as WithoutUndefined<T>
}

function toRejectionError(rejection: RejectedChange, changes: ProgramChanges) {
  switch (rejection.rejected) {
    case 'unknown_time_zone':
      return unknownTimeZone()
    case 'no_place_for_clicks':
      return invalidFieldError(
        'clickRetentionMonths',
        'This installation has no archive for expired clicks. Set ARCHIVE_TO first.',
      )
    case 'redirect_domain_taken':
      return invalidFieldError('redirectDomain', `Another program uses ${changes.redirect_domain}.`)
    case 'window_not_covered': {
      const { windowDays, retentionMonths } = rejection
      const months = (count: number) => (count === 1 ? '1 month' : `${count} months`)
      const message = `Leads count up to ${windowDays} days after the click, but ${months(retentionMonths)} may have only ${shortestDays(retentionMonths)} days. Keep clicks for at least ${months(minMonthsFor(windowDays))}.`
      const isClickRetentionUnchanged = changes.click_retention_months === undefined
      return invalidFieldError(
        isClickRetentionUnchanged ? 'attributionWindowDays' : 'clickRetentionMonths',
        message,
      )
    }
  }
}

function showClock(row: ProgramRow, now: Date): Static<typeof ProgramClock> {
  return { now: programInstant(now, row).toISOString(), aheadMs: row.clock_ahead_ms }
}

function unknownTimeZone() {
  return invalidFieldError('timeZone', 'timeZone must be an IANA name, such as Europe/Berlin or UTC.')
}

function showProgram(row: ProgramRow, now: Date): Static<typeof Program> {
  const { per_lead_amount_cents, per_lead_currency } = row
  return {
    ...toResponseFields(row),
    clock: row.sandbox ? showClock(row, now) : null,
    perLeadCommission:
      per_lead_amount_cents === null || per_lead_currency === null
        ? null
        : { amountCents: per_lead_amount_cents, currency: per_lead_currency },
  }
}
