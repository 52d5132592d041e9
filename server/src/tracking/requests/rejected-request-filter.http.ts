import Type from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { KEY_MODES, REQUEST_OUTCOMES, REQUEST_TYPES } from '../../core/enums.ts'
import { choice } from '../../core/http/management-route.http.ts'
import { readChoice, readText } from '../../core/http/query.http.ts'
import { rangeParameters, readTimeRange } from '../../core/time/time-range.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { RejectedRequestFilter } from './list-rejected-requests.sql.ts'
import { listOutcomeCodes } from './outcome.rule.ts'

/** Query parameters that filter rejected requests. `from` and `to` apply to `lastAt`. */
export const rejectedRequestFilterParameters = {
  ...rangeParameters,
  type: Type.Optional(choice(REQUEST_TYPES, 'RequestType')),
  code: Type.Optional(Type.String({ description: 'The error code or reason in the response.' })),
  outcome: Type.Optional(choice(REQUEST_OUTCOMES, 'RequestOutcome')),
  mode: Type.Optional(choice(KEY_MODES, 'Mode')),
  text: Type.Optional(
    Type.String({
      description: `Searches the sent transaction, customer, click and link, the request ID and the message. At most ${limits.maxIdLength} characters.`,
    }),
  ),
}

export function readRejectedRequestFilter(query: unknown, timeZone: string): RejectedRequestFilter {
  const outcome = readChoice(query, 'outcome', REQUEST_OUTCOMES)
  const mode = readChoice(query, 'mode', KEY_MODES)
  return {
    type: readChoice(query, 'type', REQUEST_TYPES),
    code: readText(query, 'code'),
    codes: outcome && listOutcomeCodes(outcome),
    isTest: mode && mode === 'test',
    text: readText(query, 'text'),
    ...readTimeRange(query, timeZone),
  }
}

/** Returns the schema of a query with these parameters only. */
export const rejectedRequestFilterQuery = {
  parameters: rejectedRequestFilterParameters,
  read: (query: unknown, program: ProgramRow) => readRejectedRequestFilter(query, program.time_zone),
}
