import Type from 'typebox'
import { limits } from '../../core/config/config.ts'
import { CALL_BUCKETS, KEY_MODES, TRACK_CALLS } from '../../core/enums.ts'
import { choice } from '../../core/http/management-route.http.ts'
import { readChoice, readText } from '../../core/http/query.http.ts'
import { rangeParameters, readTimeRange } from '../../core/time/time-range.http.ts'
import type { ProgramRow } from '../../workspace/programs/programs.sql.ts'
import type { RefusalFilter } from './list-rejected-requests.sql.ts'
import { codesOfBucket } from './outcome.rule.ts'

/** The query parameters that choose refusals; `from` and `to` are about `lastAt`. */
export const refusalFilterParameters = {
  ...rangeParameters,
  call: Type.Optional(choice(TRACK_CALLS, 'TrackCall')),
  code: Type.Optional(Type.String({ description: 'The error code, or the reason, of the answer.' })),
  bucket: Type.Optional(choice(CALL_BUCKETS, 'CallBucket')),
  mode: Type.Optional(choice(KEY_MODES, 'Mode')),
  text: Type.Optional(
    Type.String({
      description: `In a transaction, customer, click or link that was sent, in the request id or the message; at most ${limits.idChars} characters.`,
    }),
  ),
}

export function readRefusalFilter(query: unknown, timeZone: string): RefusalFilter {
  const bucket = readChoice(query, 'bucket', CALL_BUCKETS)
  const mode = readChoice(query, 'mode', KEY_MODES)
  return {
    call: readChoice(query, 'call', TRACK_CALLS),
    code: readText(query, 'code'),
    codes: bucket && codesOfBucket(bucket),
    isTest: mode && mode === 'test',
    text: readText(query, 'text'),
    ...readTimeRange(query, timeZone),
  }
}

/** The query of a call that takes these and nothing else. */
export const refusalFilterQuery = {
  parameters: refusalFilterParameters,
  read: (query: unknown, program: ProgramRow) => readRefusalFilter(query, program.time_zone),
}
