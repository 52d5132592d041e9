import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { CurrencyCode, choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { waitForNext } from '../../core/jobs/interval.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { customerCode } from '../partner-portal/customer-code.rule.ts'
import { EARNING_STATES, earningState } from '../partner-portal/earning-reason.rule.ts'
import { INQUIRY_ANSWERS, INQUIRY_REASONS } from './claim.ts'
import { claimedFields, readClaimed } from './claim-files.http.ts'
import { daySummary } from './day-summary.rule.ts'
import { type DayAnswer, inquireAboutDay } from './inquire-about-day.flow.ts'
import { inquireAboutOrder, type OrderAnswer } from './inquire-about-order.flow.ts'
import { canClaim } from './inquiry-answer.rule.ts'
import { inquiryLimits } from './limits.ts'

const InquiryBody = Type.Object(claimedFields)

const Cents = nullable(Type.Integer())

const PortalOrder = namedObject('PortalOrder', {
  customer: nullable(Type.String({ description: 'A pseudonymous code.' })),
  commissionId: nullable(
    Type.Integer({ description: 'The ID in your earnings, if the sale earned anything.' }),
  ),
  receivedAt: nullable(Instant),
  saleCents: Cents,
  earnedCents: nullable(Type.Integer({ description: 'Your commission, less reversals.' })),
  paidCents: Cents,
  currency: nullable(CurrencyCode),
})

const PortalDaySale = namedObject('PortalDaySale', {
  customer: Type.String({ description: 'A pseudonymous code.' }),
  at: Instant,
  saleCents: Type.Integer(),
  currency: CurrencyCode,
  commissionId: nullable(Type.Integer()),
  earnedCents: nullable(Type.Integer({ description: 'Null if the sale earned nothing.' })),
  state: nullable(choice(EARNING_STATES, 'EarningState')),
})

const InquiryDay = namedObject('InquiryDay', {
  clicks: Type.Integer({ minimum: 0 }),
  signups: Type.Integer({ minimum: 0 }),
  sales: Type.Array(PortalDaySale, { description: `The newest ${inquiryLimits.ownDaySales} sales.` }),
})

const InquiryAnswer = namedObject('InquiryAnswer', {
  answer: choice(INQUIRY_ANSWERS, 'InquiryAnswerKind'),
  reason: nullable(choice(INQUIRY_REASONS, 'InquiryReason')),
  text: Type.String({ description: 'One or two sentences, with times in the program’s time zone.' }),
  canClaim: Type.Boolean({ description: 'Whether it makes sense to file a claim.' }),
  order: nullable(PortalOrder),
  day: nullable(InquiryDay),
})

/**
 * Registers `POST …/inquiries`, which explains why a sale isn't in a partner's earnings. Other partners' orders and
 * unattributed, test and unknown orders get the same response in the same time.
 */
export function registerCreateInquiry(app: App, deps: ServiceDeps): void {
  partnerProgramRoute(app, deps, {
    method: 'POST',
    url: '/api/partner/programs/:programId/inquiries',
    operationId: 'createInquiry',
    summary: 'Create an inquiry',
    description:
      'Explains why an order, or a sale on a day in the program’s time zone, is not in your earnings. Other partners’ orders look like unknown orders. Changes nothing. ' +
      `Limited to ${limits.inquiriesPerHour} inquiries per program and hour.`,
    body: { schema: InquiryBody },
    response: dataSchema(InquiryAnswer),
    errors: [429],
    handle: async ({ ctx, program, session, language, body, reply }) => {
      const startedAt = performance.now()
      reply.headers(await deps.limits.consumeInquiry(program.id, session.account_id))
      const claimedOrder = readClaimed(body, program.time_zone, ctx.clock.now())
      const requester = {
        programId: program.id,
        partnerId: program.partner_id,
        timeZone: program.time_zone,
        language,
      }
      const data =
        'day' in claimedOrder
          ? showDay(
              ctx,
              { ...program, language },
              claimedOrder.day,
              await inquireAboutDay(ctx, requester, claimedOrder.day),
            )
          : showOrder(await inquireAboutOrder(ctx, requester, claimedOrder.transactionId))
      await waitForNext(inquiryLimits.questionAnswerMs, startedAt)
      return { data }
    },
  })
}

function showOrder({ answer, reason, text, order }: OrderAnswer): Static<typeof InquiryAnswer> {
  const response = { answer, reason, text, canClaim: canClaim(answer), day: null }
  if (order === undefined) return { ...response, order: null }
  const { customer, facts } = order
  return {
    ...response,
    order: {
      customer,
      commissionId: facts.commissionId ?? null,
      receivedAt: facts.receivedAt ?? null,
      saleCents: facts.amountCents ?? null,
      earnedCents: facts.commissionCents ?? null,
      paidCents: facts.paidCents ?? null,
      currency: facts.currency ?? null,
    },
  }
}

function showDay(
  { config, clock }: ServiceDeps,
  program: EnrollmentRow,
  day: string,
  { answer, clicks, signups, sales }: DayAnswer,
): Static<typeof InquiryAnswer> {
  const now = clock.now()
  const text = daySummary(
    day,
    { clicks, signups, sales: sales.length },
    {
      timeZone: program.time_zone,
      language: program.language,
    },
  )
  return {
    answer,
    reason: null,
    text,
    canClaim: canClaim(answer),
    order: null,
    day: {
      clicks,
      signups,
      sales: sales.map((row) => ({
        customer: customerCode(program.id, row.customer_id, config.appSecret),
        at: row.reported_at.toISOString(),
        saleCents: row.amount_cents,
        currency: row.currency,
        commissionId: row.commission_id,
        earnedCents: row.commission_cents,
        state:
          row.status === null || row.hold_until === null
            ? null
            : earningState({ status: row.status, hold_until: row.hold_until }, now),
      })),
    },
  }
}
