import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { invalidField } from '../../core/errors/errors.http.ts'
import { trimmedId } from '../../core/text/trimmed-id.rule.ts'
import { isCalendarDay, reportDay } from '../../core/time/report-day.rule.ts'
import type { Claimed } from './file-claim.flow.ts'

/** What a partner asks about, or claims: exactly one of them. */
export const claimedFields = {
  transactionId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.idChars,
      pattern: '\\S',
      description: 'The id of the order at the shop, as the customer has it.',
    }),
  ),
  day: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 10,
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'A day of the program’s time zone that has begun: YYYY-MM-DD.',
    }),
  ),
}

/** @throws {ApiError} 400 `invalid_request` */
export function readClaimed(
  sent: { transactionId?: string; day?: string },
  timeZone: string,
  now: Date,
): Claimed {
  const { transactionId, day } = sent
  if ((transactionId === undefined) === (day === undefined)) {
    throw invalidField('transactionId', 'Send transactionId or day: exactly one of them.')
  }
  if (transactionId !== undefined) return { transactionId: trimmedId(transactionId) }
  if (day === undefined || day < FIRST_DAY || !isCalendarDay(day) || day > reportDay(now, timeZone)) {
    throw invalidField('day', 'day takes a day that has begun, such as 2026-03-10.')
  }
  return { day }
}

const FIRST_DAY = '2000-01-01'
