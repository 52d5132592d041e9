import Type, { type Static } from 'typebox'
import { COUPON_STATUSES } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { DisplayText } from '../../core/http/display-text.http.ts'
import {
  choice,
  dataSchema,
  Instant,
  isoOrNull,
  listSchema,
  nullable,
  ObjectId,
} from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { readChoice, readId, readText } from '../../core/http/query.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { parseInstant } from '../../core/time/instant.rule.ts'
import { exportFileName } from '../../workspace/programs/file-name.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { couponCodeError, couponKey } from './coupon-code.rule.ts'
import { moneyByCurrency, moneyText } from './coupon-money.rule.ts'
import { type CouponFilter, type CouponRow, findCoupon, listCoupons } from './coupons.sql.ts'
import { createCoupon } from './create-coupon.flow.ts'
import { couponLimits } from './limits.ts'
import { changeCoupon, type UpdatedCoupon } from './update-coupon.flow.ts'

const CouponCode = namedObject('CouponCode', {
  id: Type.Integer(),
  partnerId: Type.Integer(),
  partnerName: Type.String(),
  code: Type.String({ description: 'As entered. Matched without regard to case and surrounding spaces.' }),
  status: choice(COUPON_STATUSES, 'CouponStatus'),
  startsAt: nullable(Instant),
  endsAt: nullable(Instant),
  maxUses: nullable(Type.Integer({ description: 'The number of customers that the code can attribute.' })),
  uses: Type.Integer({ description: 'The number of customers that the code has attributed.' }),
  sales: Type.Integer({
    description:
      'The number of live sales with the code, including sales attributed to other partners. `revenueByCurrency` ' +
      'is their amount less refunds, and `commissionByCurrency` is what the code’s partner earned on them.',
  }),
  revenueByCurrency: CentsByCurrency,
  commissionByCurrency: CentsByCurrency,
  customerDiscount: nullable(
    Type.String({ description: 'The discount a customer gets with this code, as shown to the partner.' }),
  ),
  createdAt: Instant,
})

const DateTime = Type.String({ format: 'date-time', description: 'ISO 8601 with an offset.' })

const terms = {
  startsAt: Type.Optional(nullable(DateTime)),
  endsAt: Type.Optional(
    nullable(
      Type.String({ format: 'date-time', description: 'The first instant at which the code is not valid.' }),
    ),
  ),
  maxUses: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: couponLimits.maxUses,
        description: 'The number of customers that the code can attribute. `null` sets no limit.',
      }),
    ),
  ),
  customerDiscount: Type.Optional(
    nullable(
      DisplayText(couponLimits.maxDiscountLength, {
        description: 'The discount a customer gets with the code, such as `10% off`. Shown to the partner.',
      }),
    ),
  ),
}

const CreateBody = Type.Object({
  partnerId: ObjectId('The partner that the code attributes customers to.'),
  code: Type.Refine(
    Type.String({
      maxLength: 66,
      description:
        'At most 64 letters, digits and symbols, without spaces. Unique among the program’s active codes, ignoring case.',
    }),
    (code) => couponCodeError(code) === undefined,
    (code) => couponCodeError(code) ?? '',
  ),
  ...terms,
})

const UpdateBody = Type.Object(terms)

const URL = '/api/programs/:programId/coupon-codes' as const

const listQuery = {
  parameters: {
    partnerId: Type.Optional(Type.Integer()),
    status: Type.Optional(choice(COUPON_STATUSES, 'CouponStatus')),
    code: Type.Optional(Type.String({ description: 'The beginning of the code, ignoring case.' })),
  },
  read(query: unknown): CouponFilter {
    const code = readText(query, 'code')
    return {
      partnerId: readId(query, 'partnerId'),
      status: readChoice(query, 'status', COUPON_STATUSES),
      prefix: code === undefined ? undefined : couponKey(code),
    }
  },
}

/** A program's coupon codes. Reading requires `tracking:list`, writing `partner:manage`. */
export function registerManageCoupons(app: App, deps: ServiceDeps): void {
  registerCreate(app, deps)
  registerList(app, deps)
  registerExport(app, deps)
  registerUpdate(app, deps)
  registerArchive(app, deps)
}

function registerCreate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: URL,
    operationId: 'createCouponCode',
    summary: 'Create a coupon code',
    description:
      'From now on, a sale or server lead with this code can attribute its customer to the partner without a click. ' +
      'Create the discount itself in your shop or payment processor.',
    permission: 'partner:manage',
    body: {
      schema: CreateBody,
      read: ({ partnerId, code, ...sent }: Static<typeof CreateBody>) => ({
        partner_id: partnerId,
        code,
        starts_at: null,
        ends_at: null,
        max_uses: null,
        customer_discount: null,
        ...toCouponChanges(sent),
      }),
    },
    status: 201,
    response: dataSchema(CouponCode),
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      if (body.starts_at !== null && body.ends_at !== null && body.starts_at >= body.ends_at)
        throw emptyPeriod()
      const created = await createCoupon(ctx, program.id, body)
      switch (created.kind) {
        case 'no_partner':
          throw invalidFieldError('partnerId', 'The program has no partner with this ID.')
        case 'code_taken':
          throw new ApiError('conflict', 'Another active coupon code is identical. Case is ignored.', {
            field: 'code',
          })
        case 'too_many_coupons': {
          const most = couponLimits.couponsPerProgram
          throw new ApiError('conflict', `A program can have at most ${most} active coupon codes.`, { most })
        }
        case 'created': {
          const coupon = await findCoupon(ctx.database.kysely, program.id, created.id)
          if (coupon === undefined) throw new Error('a created coupon code no longer exists')
          return { data: show(coupon) }
        }
      }
    },
  })
}

function registerList(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: URL,
    operationId: 'listCouponCodes',
    summary: 'List coupon codes',
    permission: 'tracking:list',
    query: {
      parameters: { ...pageParameters, ...listQuery.parameters },
      read: (query) => ({ page: readPage(query), filter: listQuery.read(query) }),
    },
    response: listSchema(CouponCode),
    handle: async ({ program, query: { page, filter } }) => {
      const rows = await listCoupons(deps.database.kysely, program.id, filter, page)
      return toPage(rows, page, ['created_at', 'id'], show)
    },
  })
}

const CSV_COLUMNS: Record<string, (row: CouponRow) => CsvCell> = {
  ID: (row) => row.id,
  Code: (row) => row.code,
  'Partner email': (row) => row.partner_email,
  Partner: (row) => row.partner_name,
  Status: (row) => row.status,
  Starts: (row) => isoOrNull(row.starts_at),
  Ends: (row) => isoOrNull(row.ends_at),
  'Max uses': (row) => row.max_uses,
  'Customer discount': (row) => row.customer_discount,
  Uses: (row) => row.customers,
  Sales: (row) => row.sales,
  Revenue: (row) => moneyText(row.money, 'revenue_cents'),
  Commission: (row) => moneyText(row.money, 'commission_cents'),
  Created: (row) => row.created_at.toISOString(),
}

function registerExport(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/coupon-codes.csv',
    operationId: 'exportCouponCodes',
    summary: 'Export coupon codes as CSV',
    description:
      'Accepts the same filters as the list and streams all matching codes, newest first. The file can be imported again: ' +
      'existing and archived codes are skipped. Amounts are in minor units, such as `4900 USD; 2000 EUR`.',
    permission: 'tracking:list',
    query: listQuery,
    response: CsvResponse,
    handle: async ({ program, query: filter, reply }) =>
      sendCsv(reply, {
        fileName: exportFileName(program, 'coupon-codes'),
        columns: CSV_COLUMNS,
        readRows: (page) => listCoupons(deps.database.kysely, program.id, filter, page),
        getKey: (row) => ({ at: row.created_at, id: row.id }),
      }),
  })
}

function registerUpdate(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'PATCH',
    url: `${URL}/:couponId`,
    operationId: 'updateCouponCode',
    summary: 'Update a coupon code',
    description:
      'Omitted fields stay unchanged. Customers already attributed through the code stay with their partner. To change the code or ' +
      'its partner, archive it and create another.',
    permission: 'partner:manage',
    ids: { couponId: couponNotFoundError },
    body: { schema: UpdateBody, read: toCouponChanges },
    response: dataSchema(CouponCode),
    errors: [400, 409],
    handle: async ({ ctx, program, ids, body }) => ({
      data: show(changed(await changeCoupon(ctx, program.id, ids.couponId, body))),
    }),
  })
}

function registerArchive(app: App, deps: ServiceDeps) {
  programRoute(app, deps, {
    method: 'POST',
    url: `${URL}/:couponId/archive`,
    operationId: 'archiveCouponCode',
    summary: 'Archive a coupon code',
    description:
      'The code stops attributing customers and can be given to another partner. This can’t be undone.',
    permission: 'partner:manage',
    ids: { couponId: couponNotFoundError },
    response: dataSchema(CouponCode),
    errors: [400],
    handle: async ({ ctx, program, ids }) => ({
      data: show(changed(await changeCoupon(ctx, program.id, ids.couponId, { status: 'archived' }))),
    }),
  })
}

function changed(updated: UpdatedCoupon): CouponRow {
  switch (updated.kind) {
    case 'updated':
      return updated.coupon
    case 'no_coupon':
      throw couponNotFoundError()
    case 'archived':
      throw new ApiError('conflict', 'This coupon code is archived. Create a new one instead.')
    case 'empty_period':
      throw emptyPeriod()
  }
}

function toCouponChanges({ startsAt, endsAt, maxUses, customerDiscount }: Static<typeof UpdateBody>) {
  return {
    ...(startsAt === undefined ? {} : { starts_at: readInstant('startsAt', startsAt) }),
    ...(endsAt === undefined ? {} : { ends_at: readInstant('endsAt', endsAt) }),
    ...(maxUses === undefined ? {} : { max_uses: maxUses }),
    ...(customerDiscount === undefined ? {} : { customer_discount: customerDiscount?.trim() || null }),
  }
}

function readInstant(field: string, text: string | null): Date | null {
  if (text === null) return null
  const instant = parseInstant(text)
  if (instant !== undefined) return instant
  throw invalidFieldError(
    field,
    `${field} must be an ISO 8601 date-time with an offset, like 2026-03-10T12:00:00Z.`,
  )
}

function emptyPeriod() {
  return invalidFieldError('endsAt', 'endsAt must be later than startsAt.')
}

function couponNotFoundError() {
  return new ApiError('not_found', 'The program has no coupon code with this ID.')
}

function show(row: CouponRow): Static<typeof CouponCode> {
  return {
    id: row.id,
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    code: row.code,
    status: row.status,
    startsAt: isoOrNull(row.starts_at),
    endsAt: isoOrNull(row.ends_at),
    maxUses: row.max_uses,
    uses: row.customers,
    sales: row.sales,
    ...moneyByCurrency(row.money),
    customerDiscount: row.customer_discount,
    createdAt: row.created_at.toISOString(),
  }
}
