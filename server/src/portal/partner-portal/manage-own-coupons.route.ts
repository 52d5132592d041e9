import Type, { type Static } from 'typebox'
import { COUPON_STATUSES } from '../../core/enums.ts'
import { ApiError, invalidFieldError } from '../../core/errors/errors.http.ts'
import { choice, dataSchema, Instant, isoOrNull, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { CentsByCurrency } from '../../core/money/currency-schemas.http.ts'
import { toOwnCouponCodes } from '../../partners/portal-access/own-coupon-codes.rule.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { findPortalSettings } from '../../partners/portal-access/portal-settings.sql.ts'
import { moneyByCurrency } from '../../tracking/coupons/coupon-money.rule.ts'
import { type CouponRow, listOwnCoupons } from '../../tracking/coupons/coupons.sql.ts'
import { type CreatedOwnCoupon, createOwnCoupon } from '../../tracking/coupons/create-coupon.flow.ts'
import type { OwnCodeProblem } from '../../tracking/coupons/own-coupon-code.rule.ts'
import { partnerPortalLimits } from './limits.ts'

const PortalCouponCode = namedObject('PortalCouponCode', {
  id: Type.Integer(),
  code: Type.String(),
  status: choice(COUPON_STATUSES, 'CouponStatus'),
  startsAt: nullable(Instant),
  endsAt: nullable(Instant),
  maxUses: nullable(Type.Integer({ description: 'The number of customers that the code can bring you.' })),
  uses: Type.Integer({ description: 'The number of customers that the code brought you.' }),
  sales: Type.Integer({ description: 'The number of sales to your customers with this code.' }),
  earnedByCurrency: CentsByCurrency,
  customerDiscount: nullable(Type.String({ description: 'The discount a customer gets with the code.' })),
  createdAt: Instant,
})

const OwnCodeRules = namedObject('OwnCouponCodeRules', {
  most: Type.Integer({ description: 'The number of active codes at which you can’t create more.' }),
  pattern: Type.String({ description: 'The format of every code. `*` stands for the part that you choose.' }),
  minChars: Type.Integer(),
  maxChars: Type.Integer(),
  customerDiscount: nullable(Type.String()),
})

const CODES = '/api/partner/programs/:programId/coupon-codes'

/** Registers the routes for a partner's coupon codes. */
export function registerManageOwnCoupons(app: App, deps: ServiceDeps): void {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: CODES,
    operationId: 'listOwnCouponCodes',
    summary: 'List your coupon codes',
    description: `Active codes first, up to ${partnerPortalLimits.couponCodesShown}, with the rules for creating more, or null if the program doesn’t allow it.`,
    response: dataSchema(
      Type.Object({ couponCodes: Type.Array(PortalCouponCode), rules: nullable(OwnCodeRules) }),
    ),
    handle: async ({ ctx, program }) => {
      const { kysely } = ctx.database
      const [codes, settings] = await Promise.all([
        listOwnCoupons(kysely, program.id, program.partner_id, partnerPortalLimits.couponCodesShown),
        findPortalSettings(kysely, program.id),
      ])
      return { data: { couponCodes: codes.map(show), rules: toOwnCouponCodes(settings) ?? null } }
    },
  })
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: CODES,
    operationId: 'createOwnCouponCode',
    summary: 'Create a coupon code',
    description:
      'Available only if the program allows it, within its rules. Codes are stored in upper case. A code can’t be renamed or removed.',
    body: { schema: Type.Object({ code: Type.String({ minLength: 1, maxLength: 66 }) }) },
    status: 201,
    response: dataSchema(PortalCouponCode),
    errors: [409],
    handle: async ({ ctx, program, body }) => {
      const created = await createOwnCoupon(ctx, program.id, {
        partnerId: program.partner_id,
        code: body.code,
      })
      if (created.kind !== 'created') throw rejectionError(created)
      const codes = await listOwnCoupons(
        ctx.database.kysely,
        program.id,
        program.partner_id,
        partnerPortalLimits.couponCodesShown,
      )
      const coupon = codes.find(({ id }) => id === created.id)
      if (coupon === undefined) throw new Error('a created coupon code no longer exists')
      return { data: show(coupon) }
    },
  })
}

const PROBLEMS: Record<OwnCodeProblem, string> = {
  too_short: 'The code is too short for this program’s rules.',
  too_long: 'The code is too long for this program’s rules.',
  characters: 'Use letters, digits, dots, hyphens and underscores only.',
  pattern: 'The code does not match this program’s pattern.',
}

function rejectionError(created: Exclude<CreatedOwnCoupon, { kind: 'created' }>): ApiError {
  switch (created.kind) {
    case 'invalid_code':
      return invalidFieldError('code', PROBLEMS[created.problem])
    case 'not_allowed':
      return new ApiError('conflict', 'This program does not let partners create coupon codes.')
    case 'not_approved':
      return new ApiError('conflict', 'Only approved partners can create coupon codes.')
    case 'code_owned':
      return new ApiError('conflict', 'You already have this code.', { field: 'code', isOwn: true })
    case 'code_taken':
      return new ApiError('conflict', 'This code is taken. Choose another one.', { field: 'code' })
    case 'too_many_own': {
      const { most } = created
      return new ApiError('conflict', `You already have the maximum of ${most} active codes.`, { most })
    }
    case 'too_many_coupons':
      return new ApiError('conflict', 'The program already has the maximum number of coupon codes.')
  }
}

function show(row: CouponRow): Static<typeof PortalCouponCode> {
  return {
    id: row.id,
    code: row.code,
    status: row.status,
    startsAt: isoOrNull(row.starts_at),
    endsAt: isoOrNull(row.ends_at),
    maxUses: row.max_uses,
    uses: row.customers,
    sales: row.sales,
    earnedByCurrency: moneyByCurrency(row.money).commissionByCurrency,
    customerDiscount: row.customer_discount,
    createdAt: row.created_at.toISOString(),
  }
}
