import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { LEAD_AUTH_POLICIES, PAYMENT_TRACKING_MODES, PROGRAM_STATUSES } from '../../core/enums.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { invalidField } from '../../core/errors/errors.http.ts'
import { DisplayName, DisplayText, PublicName } from '../../core/http/display-text.http.ts'
import {
  CurrencyCode,
  choice,
  dataOf,
  Instant,
  listOf,
  managementSchema,
  nullable,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { neverEmpty, readInput } from '../../core/http/read-input.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { answerOnce, idempotencyHeaders } from '../../core/idempotency/idempotency.http.ts'
import { accountLimits } from '../accounts/limits.ts'
import { actorIdOf, contextOf, identifyKey, presentsManagementKey } from '../accounts/management-key.http.ts'
import type { FoundManagementKey } from '../accounts/management-keys.sql.ts'
import { listWorkspacesOfUser } from '../accounts/members.sql.ts'
import { lacksPermission, requireSession, signInFirst, twoFactorFirst } from '../accounts/membership.http.ts'
import { type Permission, roleAllows } from '../accounts/permissions.rule.ts'
import { leastDaysOf, leastMonthsFor } from './click-retention.rule.ts'
import { createProgram } from './create-program.flow.ts'
import { CommissionBase } from './policy-terms.http.ts'
import { programInstant } from './program-clock.rule.ts'
import { programRoute } from './program-route.http.ts'
import {
  listProgramsOfKey,
  listProgramsOfUser,
  type ProgramChanges,
  type ProgramRow,
} from './programs.sql.ts'
import { parseSiteUrl } from './site-url.rule.ts'
import { type RefusedChange, updateProgram } from './update-program.flow.ts'

const Name = PublicName(limits.idChars)
const InvoiceText = DisplayName(limits.idChars)
const TimeZone = Type.String({
  maxLength: limits.idChars,
  description: 'An IANA name such as `Europe/Berlin`. Days are counted in it.',
})
const WindowDays = Type.Integer({ minimum: 1, maximum: 365 })
const PerLead = namedObject('PerLeadCommission', {
  amountCents: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  currency: CurrencyCode,
})

const SiteUrl = Type.String({
  maxLength: limits.urlChars,
  description: 'The page that partner links lead to: they are this address with `?aff=` and a code.',
})

const RetentionMonths = Type.Integer({
  minimum: 1,
  maximum: limits.clickRetentionMonths,
  description:
    'How many whole months of clicks are kept before they are archived or deleted; `null` goes by the installation. It ' +
    'must cover the attribution window.',
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
      'Clicks answer `program_paused` and new leads `closed_to_new_referrals`; sales of known customers, ' +
      'renewals and refunds go on.',
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
    description: '`automatic`: a commission is approved when its hold ends; `review`: only by a person.',
  }),
  commissionBase: CommissionBase,
}

const ProgramClock = namedObject('ProgramClock', {
  now: Type.String({ format: 'date-time', description: 'The time it is for the program.' }),
  aheadMs: Type.Integer({ minimum: 0, description: 'How far that is ahead of the real time.' }),
})

const Sandbox = Type.Boolean({
  description:
    'A sandbox runs everything on a clock of its own, with test keys only, and nothing of it is ever invoiced. What a program ' +
    'is made as it stays.',
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
  legalName: nullable(Type.String({ description: 'Whom invoices are written to.' })),
  legalAddress: nullable(Type.String()),
  taxId: nullable(Type.String()),
  createdAt: Instant,
  updatedAt: Instant,
})

const ProgramPage = namedObject('ProgramPage', {
  ...listOf(Program).properties,
  unreachable: Type.Array(Type.Integer(), {
    description:
      'The ids of programs of this page whose database server cannot be reached now: they are left out of `data`. Empty ' +
      'otherwise.',
  }),
})

const CreateBody = Type.Object(
  {
    workspaceId: Type.Optional(
      Type.String({
        maxLength: limits.idChars,
        description:
          'May be left out by who is an active member of exactly one workspace, and with a management key.',
      }),
    ),
    name: Name,
    timeZone: Type.Optional(TimeZone),
    sandbox: Type.Optional(Sandbox),
  },
  neverEmpty('sandbox'),
)

const UpdateBody = Type.Object({
  ...Type.Partial(Type.Object(settings)).properties,
  perLeadCommission: Type.Optional(nullable(Type.Object(PerLead.properties))),
  clickRetentionMonths: Type.Optional(nullable(RetentionMonths)),
  siteUrl: Type.Optional(nullable(SiteUrl)),
  legalName: Type.Optional(nullable(InvoiceText)),
  legalAddress: Type.Optional(nullable(DisplayText(1_000))),
  taxId: Type.Optional(nullable(InvoiceText)),
})

/** Programs: create, list, read, change. Reading takes `tracking:read`, the rest `program:create` and `program:update`. */
export function registerManagePrograms(app: App, deps: ServiceDeps): void {
  registerCreate(app, deps)
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
      description: 'It starts with a default commission policy of 20 %, lifetime.',
      headers: idempotencyHeaders,
      body: CreateBody,
      response: { 201: dataOf(Program), ...errorResponses([400, 401, 403, 409, 413, 415]) },
    },
    handler: async (request, reply) => {
      const asker = await requireAsker(deps, request, 'program:create')
      const body = readInput(request).body
      const workspaceId =
        asker.kind === 'key'
          ? workspaceOfKey(asker.key, body.workspaceId)
          : await chooseWorkspace(deps, asker.userId, body.workspaceId)
      const { name, timeZone, sandbox } = body
      const who =
        asker.kind === 'key'
          ? { userId: asker.key.key_created_by, keyId: asker.key.key_id }
          : { userId: asker.userId, keyId: undefined }
      const call = { request, reply, actorId: actorIdOf(who), programId: undefined, status: 201 }
      return answerOnce(contextOf(deps, request, who), call, async (ctx) => {
        const program = await createProgram(ctx, { workspaceId, name: name.trim(), timeZone, sandbox })
        if (program === 'unknown_time_zone') throw unknownTimeZone()
        return { data: showProgram(program, ctx.clock.now()) }
      })
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
      summary: 'List the programs of your workspaces',
      querystring: Type.Object(pageParameters),
      description: 'With a management key: its program, or those of its workspace.',
      response: { 200: ProgramPage, ...errorResponses([400, 401, 403]) },
    },
    handler: async (request) => {
      const asker = await requireAsker(deps, request, 'tracking:read')
      const page = readPage(readInput(request).query)
      const { kysely } = deps.database
      const rows =
        asker.kind === 'key'
          ? await listProgramsOfKey(kysely, asker.key, page)
          : await listProgramsOfUser(kysely, asker.userId, page)
      const { data, meta } = toPage(
        rows,
        page,
        ({ created_at, id }) => ({ at: created_at, id }),
        (listed) => listed,
      )
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
    summary: 'Read a program',
    permission: 'tracking:read',
    answer: dataOf(Program),
    handle: async ({ program }) => ({ data: showProgram(program, deps.clock.now()) }),
  })
}

function registerUpdate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: '/api/programs/:programId',
    operationId: 'updateProgram',
    summary: 'Change a program',
    description:
      'Another `commissionBase` gives each policy in force a new version; commissions that were made stay as they are. Fields that are left out stay as they are. A new time zone counts all days anew. ' +
      '`perLeadCommission: null` ends the commission per lead; `siteUrl: null` forgets the page, `clickRetentionMonths: null` keeps clicks as long as the installation does.',
    permission: 'program:update',
    body: { schema: UpdateBody, read: changesOf },
    answer: dataOf(Program),
    handle: async ({ realCtx, program, body: changes }) => {
      const updated = await updateProgram(realCtx, program.id, changes)
      if ('refused' in updated) throw rejectionOf(updated, changes)
      return { data: showProgram(updated, realCtx.clock.now()) }
    },
  })
}

/** A person, of whom it depends on the workspace what he may; or a key that has the permission. */
async function requireAsker(
  deps: ServiceDeps,
  request: Parameters<typeof requireSession>[1],
  permission: Permission,
): Promise<{ kind: 'person'; userId: string } | { kind: 'key'; key: FoundManagementKey }> {
  if (!presentsManagementKey(request)) return { kind: 'person', ...(await requireSession(deps, request)) }
  const known = await identifyKey(deps, request)
  if (known === undefined) throw signInFirst(request)
  if (!known.asker.permissions.has(permission)) throw lacksPermission(permission)
  return { kind: 'key', key: known.row }
}

function workspaceOfKey({ key_workspace_id }: FoundManagementKey, asked = key_workspace_id): string {
  if (asked === key_workspace_id) return asked
  throw lacksPermission('program:create')
}

/** The workspace a new program goes to, in which the user may create one. */
async function chooseWorkspace(deps: ServiceDeps, userId: string, asked: string | undefined) {
  const workspaces = await listWorkspacesOfUser(deps.database.kysely, userId, accountLimits.workspacesPerUser)
  if (asked === undefined && workspaces.length > 1) {
    throw invalidField(
      'workspaceId',
      'You are a member of several workspaces: say which one with workspaceId.',
    )
  }
  const chosen =
    asked === undefined ? workspaces[0] : workspaces.find(({ workspace_id }) => workspace_id === asked)
  if (chosen?.lacks_two_factor === true) throw twoFactorFirst()
  if (chosen !== undefined && roleAllows(chosen.role, 'program:create')) return chosen.workspace_id
  throw lacksPermission('program:create')
}

function changesOf({ perLeadCommission: perLead, ...sent }: Static<typeof UpdateBody>): ProgramChanges {
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
    per_lead_amount_cents: perLead === undefined ? undefined : (perLead?.amountCents ?? null),
    per_lead_currency: perLead === undefined ? undefined : (perLead?.currency ?? null),
    click_retention_months: sent.clickRetentionMonths,
    site_url: sent.siteUrl === null ? null : readSiteUrl(sent.siteUrl),
    legal_name: trimmed(sent.legalName),
    legal_address: trimmed(sent.legalAddress),
    tax_id: trimmed(sent.taxId),
  })
}

function trimmed(text: string | null | undefined): string | null | undefined {
  return text === null ? null : text?.trim()
}

function readSiteUrl(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined
  const url = parseSiteUrl(sent)
  if (url !== undefined) return url
  throw invalidField('siteUrl', 'siteUrl takes the address of a page, such as https://your-shop.com.')
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function withoutUndefined<T extends object>(fields: T): Defined<T> {
  // safe because exactly the undefined values are left out
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}

function rejectionOf(refusal: RefusedChange, changes: ProgramChanges) {
  switch (refusal.refused) {
    case 'unknown_time_zone':
      return unknownTimeZone()
    case 'no_place_for_clicks':
      return invalidField(
        'clickRetentionMonths',
        'This installation has no place for clicks that go: whoever runs it sets ARCHIVE_TO first.',
      )
    case 'window_not_covered': {
      const { windowDays, retentionMonths } = refusal
      const words = `A lead may come ${windowDays} days after its click: clicks must be kept at least ${leastMonthsFor(windowDays)} months, and ${retentionMonths} have ${leastDaysOf(retentionMonths)} days at the least.`
      const isOfWindow = changes.click_retention_months === undefined
      return invalidField(isOfWindow ? 'attributionWindowDays' : 'clickRetentionMonths', words)
    }
  }
}

function showClock(row: ProgramRow, now: Date): Static<typeof ProgramClock> {
  return { now: programInstant(now, row).toISOString(), aheadMs: row.clock_ahead_ms }
}

function unknownTimeZone() {
  return invalidField('timeZone', 'timeZone takes an IANA name, such as Europe/Berlin or UTC.')
}

function showProgram(row: ProgramRow, now: Date): Static<typeof Program> {
  const { per_lead_amount_cents, per_lead_currency } = row
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    sandbox: row.sandbox,
    clock: row.sandbox ? showClock(row, now) : null,
    name: row.name,
    status: row.status,
    closedToNewReferrals: row.closed_to_new_referrals,
    leadAuthPolicy: row.lead_auth_policy,
    paymentTrackingMode: row.payment_tracking_mode,
    timeZone: row.time_zone,
    attributionWindowDays: row.attribution_window_days,
    cookieWindowDays: row.cookie_window_days,
    holdPeriodDays: row.hold_period_days,
    platformFeeBps: row.platform_fee_bps,
    commissionApproval: row.commission_approval,
    commissionBase: row.commission_base,
    perLeadCommission:
      per_lead_amount_cents === null || per_lead_currency === null
        ? null
        : { amountCents: per_lead_amount_cents, currency: per_lead_currency },
    clickRetentionMonths: row.click_retention_months,
    siteUrl: row.site_url,
    legalName: row.legal_name,
    legalAddress: row.legal_address,
    taxId: row.tax_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}
