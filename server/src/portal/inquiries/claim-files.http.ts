import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { trimId } from '../../core/text/trimmed-id.rule.ts'
import { isCalendarDay } from '../../core/time/calendar-day.rule.ts'
import { reportDay } from '../../core/time/report-day.rule.ts'
import type { ClaimSubject } from './file-claim.flow.ts'

/** The order or day that an inquiry or claim is about. Exactly one of them is set. */
export const claimedFields = {
  transactionId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.maxIdLength,
      pattern: '\\S',
      description: 'Order ID from the shop, as shown to the customer.',
    }),
  ),
  day: Type.Optional(
    Type.String({
      minLength: 10,
      maxLength: 10,
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'A past or current day in the program’s time zone: YYYY-MM-DD.',
    }),
  ),
}

/** @throws {ApiError} 400 `invalid_request` */
export function readClaimed(
  sent: { transactionId?: string; day?: string },
  timeZone: string,
  now: Date,
): ClaimSubject {
  const { transactionId, day } = sent
  if ((transactionId === undefined) === (day === undefined)) {
    throw invalidFieldError('transactionId', 'Send either transactionId or day.')
  }
  if (transactionId !== undefined) return { transactionId: trimId(transactionId) }
  if (day === undefined || day < FIRST_DAY || !isCalendarDay(day) || day > reportDay(now, timeZone)) {
    throw invalidFieldError('day', 'day must be a past or current day such as 2026-03-10.')
  }
  return { day }
}

const FIRST_DAY = '2000-01-01'
