import Type, { type Static } from 'typebox'
import { KEY_MODES, REQUEST_OUTCOMES, REQUEST_TYPES } from '../../core/enums.ts'
import { CsvResponse, sendCsv } from '../../core/http/csv.http.ts'
import { choice, Instant, listSchema, nullable } from '../../core/http/management-route.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { pageParameters, readPage, toPage } from '../../core/http/page.http.ts'
import { toResponseFields } from '../../core/http/response-fields.rule.ts'
import type { App, ServiceDeps } from '../../core/http/service.ts'
import type { CsvCell } from '../../core/text/csv.rule.ts'
import { exportFileName } from '../../workspace/programs/file-name.rule.ts'
import { programRoute } from '../../workspace/programs/program-route.http.ts'
import { listRejectedRequests, type RejectedRequestRow } from './list-rejected-requests.sql.ts'
import { toRequestOutcome } from './outcome.rule.ts'
import {
  readRejectedRequestFilter,
  rejectedRequestFilterParameters,
  rejectedRequestFilterQuery,
} from './rejected-request-filter.http.ts'

const Text = nullable(Type.String())

const RejectedRequest = namedObject('RejectedRequest', {
  id: Type.Integer(),
  type: choice(REQUEST_TYPES, 'RequestType'),
  mode: choice(KEY_MODES, 'Mode'),
  code: Type.String({ description: 'The error code or reason in the response.' }),
  outcome: choice(REQUEST_OUTCOMES, 'RequestOutcome'),
  message: Type.String({ description: 'The message in the response.' }),
  field: nullable(Type.String({ description: 'The invalid field. `authorization` means the header.' })),
  transactionId: Text,
  customerKey: Text,
  clickId: Text,
  linkCode: Text,
  amount: nullable(Type.String({ description: 'As sent in the JSON. Text is in quotes.' })),
  currency: Text,
  couponCode: Text,
  keyId: nullable(Type.Integer()),
  keyMasked: Text,
  authenticated: Type.Boolean({
    description:
      'Whether the request had a valid key for the program. Anyone can send a request without one.',
  }),
  requestId: Type.String({ description: 'The `x-request-id` header of the latest response.' }),
  count: Type.Integer({
    description:
      'Number of requests in this entry: duplicates of a transaction, or equal requests without a key.',
  }),
  firstAt: Instant,
  lastAt: Instant,
})

const COLUMNS: Record<string, (row: RejectedRequestRow) => CsvCell> = {
  ID: (row) => row.id,
  When: (row) => row.last_at.toISOString(),
  First: (row) => row.first_at.toISOString(),
  Requests: (row) => row.count,
  Type: (row) => row.type,
  Mode: (row) => getMode(row),
  Code: (row) => row.code,
  Outcome: (row) => toRequestOutcome(row.code),
  Reason: (row) => row.message,
  Field: (row) => row.field,
  Order: (row) => row.transaction_id,
  Customer: (row) => row.customer_key,
  'Click ID': (row) => row.click_id,
  'Link code': (row) => row.link_code,
  'Amount as sent': (row) => row.amount,
  Currency: (row) => row.currency,
  'Coupon code': (row) => row.coupon_code,
  'API key ID': (row) => row.key_id,
  'API key': (row) => row.key_masked,
  Authenticated: (row) => String(row.is_authenticated),
  'Request ID': (row) => row.request_id,
}

/**
 * Registers the routes that list a program's rejected tracking requests, newest first, and export them as a CSV file.
 */
export function registerListRejectedRequests(app: App, deps: ServiceDeps): void {
  const { kysely } = deps.database

  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/rejected-requests',
    operationId: 'listRejectedRequests',
    summary: 'List rejected tracking requests',
    description:
      'Returns the newest requests. The number stored and the retention period are set per deployment. A rejected request appears within seconds ' +
      'of its response.',
    permission: 'tracking:list',
    query: {
      parameters: { ...pageParameters, ...rejectedRequestFilterParameters },
      read: (query, program) => ({
        page: readPage(query),
        filter: readRejectedRequestFilter(query, program.time_zone),
      }),
    },
    response: listSchema(RejectedRequest),
    handle: async ({ program, query: { page, filter } }) =>
      toPage(await listRejectedRequests(kysely, program.id, filter, page), page, ['last_at', 'id'], show),
  })

  programRoute(app, deps, {
    method: 'GET',
    url: '/api/programs/:programId/rejected-requests.csv',
    operationId: 'exportRejectedRequests',
    summary: 'Export rejected tracking requests as CSV',
    description:
      'Accepts the same filters as the list and streams all matching rows, newest first. Text that a ' +
      'spreadsheet would run as a formula is prefixed with an apostrophe.',
    permission: 'tracking:list',
    query: rejectedRequestFilterQuery,
    response: CsvResponse,
    handle: async ({ program, query: filter, reply }) =>
      sendCsv(reply, {
        fileName: exportFileName(program, 'rejected_requests'),
        columns: COLUMNS,
        readRows: (page) => listRejectedRequests(kysely, program.id, filter, page),
        getKey: (row) => ({ at: row.last_at, id: row.id }),
      }),
  })
}

function getMode({ is_test }: RejectedRequestRow) {
  return is_test ? 'test' : 'live'
}

function show(row: RejectedRequestRow): Static<typeof RejectedRequest> {
  return {
    ...toResponseFields(row),
    mode: getMode(row),
    outcome: toRequestOutcome(row.code),
    authenticated: row.is_authenticated,
  }
}
