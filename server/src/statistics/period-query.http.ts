import Type from 'typebox'
import { limits } from '../core/config/limits.ts'
import { invalidFieldError } from '../core/errors/errors.http.ts'
import { choice } from '../core/http/management-route.http.ts'
import { readChoice, readText } from '../core/http/query.http.ts'
import type { ServiceDeps } from '../core/http/service.ts'
import { type PeriodQuery, type ReportPeriod, reportPeriod } from '../core/time/report-period.rule.ts'
import { findFirstDay } from './first-day.sql.ts'

export const PERIODS = ['7d', '30d', '90d', 'all'] as const

const BOUND = "ISO 8601. A date means that whole day in the program's time zone."

/** The period parameters of the performance endpoint (D38 to D40). */
export const periodParameters = {
  period: Type.Optional(choice(PERIODS)),
  dateFrom: Type.Optional(
    Type.String({ description: `Start of the period, with \`dateTo\`. Both override \`period\`. ${BOUND}` }),
  ),
  dateTo: Type.Optional(Type.String({ description: `End of the period, with \`dateFrom\`. ${BOUND}` })),
}

export function readPeriodQuery(query: unknown): PeriodQuery & { period: (typeof PERIODS)[number] } {
  const [dateFrom, dateTo] = [readText(query, 'dateFrom'), readText(query, 'dateTo')]
  return {
    period: readChoice(query, 'period', PERIODS) ?? '30d',
    ...(dateFrom === undefined ? {} : { dateFrom }),
    ...(dateTo === undefined ? {} : { dateTo }),
  }
}

/** What a period is compared with; by default, the previous period of equal length. */
export const compareParameters = {
  compare: Type.Optional(choice(['previous', 'year'])),
  compareFrom: Type.Optional(
    Type.String({
      description: `Start of a custom period to compare with. Requires \`compareTo\` and excludes \`compare\`. ${BOUND}`,
    }),
  ),
  compareTo: Type.Optional(
    Type.String({
      description: `End of a custom period to compare with. Requires \`compareFrom\`. ${BOUND}`,
    }),
  ),
}

export function readCompareQuery(query: unknown): Pick<PeriodQuery, 'compare' | 'compareFrom' | 'compareTo'> {
  const sentParameters = (['compare', 'compareFrom', 'compareTo'] as const).map(
    (name) => [name, readText(query, name)] as const,
  )
  return Object.fromEntries(sentParameters.filter(([, text]) => text !== undefined))
}

/**
 * Parses the period parameters.
 * @throws 400 `invalid_request` with the invalid parameter
 */
export async function readPeriod(
  { clock, database }: Pick<ServiceDeps, 'clock' | 'database'>,
  program: { id: number; time_zone: string; created_at: Date },
  query: PeriodQuery,
): Promise<ReportPeriod> {
  // Only the period `all` needs the first day.
  const firstDay = query.period === 'all' ? await findFirstDay(database.kysely, program.id) : undefined
  const days = { timeZone: program.time_zone, createdAt: program.created_at, firstDay }
  const period = reportPeriod(query, clock.now(), days, limits)
  if (period.kind === 'rejected') throw invalidFieldError(period.field, period.message)
  return period
}
