import Type from 'typebox'
import { COMMISSION_APPROVALS } from '../../core/enums.ts'
import { ApiError } from '../../core/errors/errors.http.ts'
import { CurrencyCode, choice, dataSchema, Instant, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import { cents } from '../../core/money/cents.http.ts'
import { isCurrency } from '../../core/money/currency.ts'
import { INVOICE_PAGE_POLICY } from '../../earnings/invoices/invoice.page.ts'
import { findAcceptedTerms, findJoinPage } from '../../partners/onboarding/join-pages.sql.ts'
import { renderMarkdown } from '../../partners/onboarding/join-view.flow.ts'
import type { EnrollmentRow } from '../../partners/portal-access/enrollments-of-account.sql.ts'
import { partnerProgramRoute } from '../../partners/portal-access/partner-route.http.ts'
import { commissionSentences } from '../../workspace/programs/commission-sentences.rule.ts'
import { readCommissionTerms } from '../../workspace/programs/commission-terms.flow.ts'
import { listHoldDays } from '../../workspace/programs/hold-days.rule.ts'
import { findProgram } from '../../workspace/programs/programs.sql.ts'
import { readPayoutRules } from './payout-rules.flow.ts'
import { termsPage } from './terms.page.ts'

const PortalTerms = namedObject('PortalTerms', {
  commissions: Type.Array(Type.String(), {
    description: 'What you earn: one sentence for each commission policy that applies to you.',
  }),
  attributionWindowDays: Type.Integer({
    description: 'How many days after a click a customer’s first purchase can earn a commission.',
  }),
  holdDays: Type.Array(Type.Integer(), {
    description: 'Hold periods for commissions in days, in ascending order. Several if policies differ.',
  }),
  commissionApproval: choice(COMMISSION_APPROVALS, 'CommissionApproval'),
  payDay: nullable(
    Type.Integer({
      description: 'The day of the month on which payouts are created; null if there is no fixed day.',
    }),
  ),
  nextPayDay: nullable(Type.String({ description: 'The next payout day, such as `2026-03-15`.' })),
  minimums: Type.Array(namedObject('PortalMinimum', { currency: CurrencyCode, minimumCents: cents() }), {
    description: 'The minimum payout per currency. Currencies that aren’t listed have no minimum.',
  }),
  detailsRequired: Type.Boolean({ description: 'Whether only partners with payout details are paid.' }),
  text: nullable(
    namedObject('PortalTermsText', {
      version: Type.Integer(),
      acceptedAt: nullable(Instant),
      newerVersion: nullable(
        Type.Integer({ description: 'The version that new partners accept, if it is a later one.' }),
      ),
    }),
  ),
})

/** Registers the routes for a program's terms: what is earned, when it is paid, and the text that was accepted. */
export function registerReadOwnTerms(app: App, deps: ServiceDeps): void {
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/terms',
    operationId: 'readOwnTerms',
    summary: 'Read a program’s terms',
    description: '`text` is the version that you accepted, or else the current one. `terms.html` returns it.',
    response: dataSchema(PortalTerms),
    handle: async ({ ctx, program, language }) => {
      const { kysely } = ctx.database
      const row = await findProgram(kysely, program.id)
      if (row === undefined) throw new ApiError('not_found', 'You have no program with this ID.')
      const { policies, perLead } = await readCommissionTerms(kysely, row, program.group_id)
      const rules = await readPayoutRules(ctx, program)
      const text = await findText(ctx, program)
      return {
        data: {
          commissions: commissionSentences(policies, perLead, language),
          attributionWindowDays: row.attribution_window_days,
          holdDays: listHoldDays(row, { policies, perLead }),
          commissionApproval: row.commission_approval,
          payDay: rules.payDay,
          nextPayDay: rules.nextPayDay,
          minimums: Object.entries(rules.minimums).flatMap(([currency, digits]) =>
            isCurrency(currency) ? [{ currency, minimumCents: BigInt(digits) }] : [],
          ),
          detailsRequired: rules.detailsRequired,
          text: text && {
            version: text.version,
            acceptedAt: text.acceptedAt?.toISOString() ?? null,
            newerVersion: text.newerVersion,
          },
        },
      }
    },
  })
  partnerProgramRoute(app, deps, {
    method: 'GET',
    url: '/api/partner/programs/:programId/terms.html',
    operationId: 'printOwnTerms',
    summary: 'Print a program’s terms',
    response: {
      description: 'An HTML page formatted for A4.',
      content: { 'text/html': { schema: Type.String({ title: 'TermsPage' }) } },
    },
    handle: async ({ ctx, program, documentLanguage, reply }) => {
      const text = await findText(ctx, program)
      if (text === null) throw new ApiError('not_found', 'This program has no terms.')
      const html = termsPage({
        language: documentLanguage,
        program,
        ...text,
        contentHtml: await renderMarkdown(text.content),
      })
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': INVOICE_PAGE_POLICY,
          'cache-control': 'no-store',
        })
        .send(html)
    },
  })
}

/** Returns the version that the partner accepted, or else the current one; null if there are no terms. */
async function findText({ database: { kysely } }: ServiceDeps, program: EnrollmentRow) {
  const accepted = await findAcceptedTerms(kysely, { programId: program.id, partnerId: program.partner_id })
  const page = await findJoinPage(kysely, program.id)
  const current = page?.terms_version ?? null
  if (accepted !== undefined) {
    const newerVersion = current !== null && current > accepted.version ? current : null
    return {
      version: accepted.version,
      content: accepted.content,
      acceptedAt: accepted.accepted_at,
      newerVersion,
    }
  }
  return page === undefined || page.terms === null || current === null
    ? null
    : { version: current, content: page.terms, acceptedAt: null, newerVersion: null }
}
