import type { FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { limits } from '../../core/config/limits.ts'
import { errorResponses } from '../../core/errors/error-schemas.http.ts'
import { invalidFieldError } from '../../core/errors/errors.http.ts'
import { namedObject } from '../../core/http/named-schema.http.ts'
import { readJsonObject, trackRoute } from '../../core/http/request-parsing.http.ts'
import type { App } from '../../core/http/service.ts'
import { isPlaceholderId } from '../../core/text/placeholder-id.rule.ts'
import { toStorableText } from '../../core/text/stored-text.rule.ts'
import { webhookLimits } from '../../notifications/webhooks/limits.ts'
import { authenticateKey, type KeyDeps } from '../../workspace/programs/program-key.http.ts'
import { startRequestNote } from '../requests/count-requests.http.ts'
import { optionalMetadata, trackBodyReader } from '../requests/optional-metadata.http.ts'
import type { RequestNote } from '../requests/request-outcome.ts'
import { readProgramAndMode, readTestEvent } from '../requests/test-event.rule.ts'
import {
  namedProgram,
  respondToTestEvent,
  TestEventResponse,
  testProgram,
} from '../requests/test-response.http.ts'
import { readAffiliateUrl, shortenAddress, withoutUserInfo } from './affiliate-url.rule.ts'
import { captureMethod } from './capture-method.rule.ts'
import { carryClick, preferCarriedCode } from './carry-click.flow.ts'
import { isBotClick } from './click-bot.rule.ts'
import type { ClickGroup, SettledClick } from './click-groups.flow.ts'
import { formatClickId, newestClickId } from './click-id.rule.ts'
import { annotateClick, CLICK_MESSAGES } from './click-note.http.ts'
import type { ClickReason } from './decide-click.rule.ts'
import { clickLimits } from './limits.ts'
import { type ClickRequest, recordTestClick } from './record-click.flow.ts'
import { CLICK_PARAMETER } from './redirect-target.rule.ts'
import { followTestLink } from './test-link.flow.ts'

const ClickBody = namedObject('ClickBody', {
  affiliate_url: Type.Optional(
    Type.String({
      description:
        'Required. The absolute URL the visitor landed on, with ?aff=, ?ref= or ?via= in its query or hash. The ' +
        `values of aff are tried first, then ref, then via (at most ${clickLimits.clickCodes}), until one matches a ` +
        'link’s code, ignoring case and surrounding punctuation. If the URL also has the service_click_id of a click on one of ' +
        'these links, that link is used. URLs of any length are accepted; ' +
        `at most ${limits.maxUrlLength} characters are stored, with link codes kept whole.`,
    }),
  ),
  program_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Optional. If sent, the link must belong to this program.' }),
  ),
  page_url: optionalMetadata(limits.maxUrlLength),
  page_title: optionalMetadata(webhookLimits.maxTitleLength),
  referrer_url: optionalMetadata(limits.maxUrlLength),
  session_id: optionalMetadata(limits.maxIdLength),
  user_agent: optionalMetadata(webhookLimits.maxTitleLength),
  screen_resolution: optionalMetadata(limits.maxIdLength),
  viewport_size: optionalMetadata(limits.maxIdLength),
  language: optionalMetadata(limits.maxIdLength),
  timezone: optionalMetadata(limits.maxIdLength),
  event_id: Type.Optional(
    Type.String({
      maxLength: clickLimits.maxClickEventIdLength,
      description:
        `Your own ID for this click. Use the same ID for each retry. Within ${clickLimits.clickEventHours} hours, ` +
        'the same event_id on the same link returns the same click_id and counts once. On another link, it is ' +
        'another click.',
    }),
  ),
  existing_click_id: optionalMetadata(
    limits.maxIdLength,
    'The value of the service_click_id cookie, if any.',
  ),
  consent: optionalMetadata(
    limits.maxIdLength,
    'The visitor’s consent, in your own terms (`granted`) or as a TCF string. Stored with the click.',
  ),
  additional_data: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'At most 16 KiB. `test_mode: true, program_id` records a test click.',
    }),
  ),
})

const Counted = Type.Object({
  success: Type.Literal(true),
  click_id: Type.String({ description: 'Store it in the service_click_id cookie. Its format is opaque.' }),
  partner_code: Type.String(),
  cookie_window_days: Type.Integer(),
})

const REASONS = ['unknown_link', 'inactive_link', 'bot', 'program_paused'] as const satisfies ClickReason[]

const NotCounted = Type.Object({
  success: Type.Literal(false),
  reason: Type.Enum([...REASONS], { type: 'string' }),
  message: Type.String(),
})

const TEST_LINK_OF_OTHER_PROGRAM =
  'This test link doesn’t belong to the program in program_id. Nothing was recorded.'

/** Replaces the link code for test links, which don't have one. */
const TEST_CODE = 'test'

const ClickAnswer = Type.Union([Counted, NotCounted, TestEventResponse])

const readClickBody = trackBodyReader(ClickBody)

/**
 * Registers `POST /api/v1/track/click`, which records a click on a partner link and returns its click ID after the
 * commit. Public and open to all origins. Concurrent clicks share a commit. Source: specification, "What the service
 * does" 1; D14 to D18.
 */
export function registerTrackClick(app: App, deps: KeyDeps, clicks: ClickGroup) {
  app.route({
    ...trackRoute,
    method: 'POST',
    url: '/api/v1/track/click',
    schema: {
      operationId: 'trackClick',
      tags: ['Track'],
      consumes: ['application/json', 'text/plain'],
      summary: 'Record a click on a partner link',
      security: [],
      body: {
        ...ClickBody,
        examples: [{ affiliate_url: 'https://shop.example/?aff=ada', page_title: 'Shop' }],
      },
      response: {
        200: ClickAnswer,
        ...errorResponses([400, 401, 413, 415], { hasKey: true }),
      },
    },
    handler: async (request, reply): Promise<Static<typeof ClickAnswer>> => {
      const receivedAt = deps.clock.now()
      const note = startRequestNote(request, receivedAt)
      const key = await authenticateKey(deps, request, reply, receivedAt)
      const rawBody = readJsonObject(request.body, { textPlain: true })
      const sentProgram = readProgramAndMode(rawBody)
      note.sent = rawBody
      note.programId = sentProgram.programId
      note.isTest = sentProgram.isTest
      const body = readClickBody(rawBody)
      const testEvent = readTestEvent(body.additional_data)
      if (testEvent.kind === 'invalid') throw invalidFieldError(testEvent.field, testEvent.message)

      if (testEvent.kind === 'test' || key?.recordsTests === true) {
        note.isTest = true
        note.receivedAt = key?.receivedAt ?? receivedAt
        const namedRef = namedProgram(testEvent, body)
        note.programId = key?.programId ?? namedRef.programId
        const programId = testProgram(namedRef, key?.programId)
        if (body.affiliate_url !== undefined) requireAbsoluteUrl(body.affiliate_url)
        const recorded = await recordTestClick(
          deps,
          programId,
          toClickDetails(body, request.headers),
          receivedAt,
        )
        note.result = { kind: 'test' }
        return respondToTestEvent('click', programId, recorded?.event_id, namedRef.field)
      }
      const carriedClickId = clickIdInUrl(body.affiliate_url)
      const codes = parseCodes(body.affiliate_url, carriedClickId)
      note.linkCode = codes[0]
      if (codes.length === 0 && carriedClickId !== undefined) {
        const details = toClickDetails(body, request.headers)
        return respondToCarriedClick(deps, note, { carriedClickId, body, details, receivedAt })
      }
      const outcome = await clicks.record({
        codes: carriedClickId === undefined ? codes : await preferCarriedCode(deps, codes, carriedClickId),
        event_id: usableEventId(body.event_id),
        program_id: body.program_id,
        existing_click_id: newestClickId(body.existing_click_id, carriedClickId),
        is_bot: isBotClick(body.user_agent, request.headers['user-agent']),
        received_at: receivedAt,
        details: toClickDetails(body, request.headers),
      })
      annotateClick(note, outcome)
      return toResponse(outcome)
    },
  })
}

/** Responds to a URL with a click ID instead of a code: from another of the merchant's sites, or from a test link. */
async function respondToCarriedClick(
  deps: KeyDeps,
  note: RequestNote,
  {
    carriedClickId,
    body,
    details,
    receivedAt,
  }: {
    carriedClickId: string
    body: Static<typeof ClickBody>
    details: ClickRequest['details']
    receivedAt: Date
  },
): Promise<Static<typeof Counted> | Static<typeof NotCounted>> {
  const { existing_click_id: existingClickId, program_id: programId } = body
  const outcome = await carryClick(deps, { carriedClickId, existingClickId, programId, at: receivedAt })
  const isCarried = outcome.kind === 'counted' && outcome.click_id === carriedClickId
  const testClick = isCarried
    ? undefined
    : await followTestLink(deps, { clickId: carriedClickId, programId, details, receivedAt })
  if (testClick === 'other_program') {
    // A tester opened the link on another program's site, so no visitor's click was lost.
    Object.assign(note, { isTest: true, result: { kind: 'test' } })
    return { success: false, reason: 'unknown_link', message: TEST_LINK_OF_OTHER_PROGRAM }
  }
  if (testClick !== undefined) {
    Object.assign(note, { isTest: true, programId: testClick.programId, result: { kind: 'test' } })
    const click_id = formatClickId(testClick.programId, testClick.uuid)
    return { success: true, click_id, partner_code: TEST_CODE, cookie_window_days: 1 }
  }
  annotateClick(note, outcome)
  return toResponse(outcome)
}

/**
 * Returns the click ID that a redirect link, or a link on another of the merchant's sites, appended to the page's URL.
 */
function clickIdInUrl(affiliateUrl: string | undefined): string | undefined {
  if (affiliateUrl?.includes(CLICK_PARAMETER) !== true || !URL.canParse(affiliateUrl)) return undefined
  return new URL(affiliateUrl).searchParams.get(CLICK_PARAMETER) ?? undefined
}

/** Ignores an empty or placeholder ID, because it would merge all clicks that have it. */
function usableEventId(eventId: string | undefined): string | undefined {
  if (eventId === undefined || eventId.trim() === '' || isPlaceholderId(eventId)) return undefined
  return eventId
}

/** Applies to a test click the rules for live clicks that don't need a link (D13). */
function requireAbsoluteUrl(affiliateUrl: string) {
  if (readAddress(affiliateUrl).kind === 'not_absolute') throw notAbsolute()
}

function readAddress(affiliateUrl: string) {
  return readAffiliateUrl(affiliateUrl, {
    maxCodes: clickLimits.clickCodes,
    maxCodeLength: limits.maxIdLength,
  })
}

function notAbsolute() {
  return invalidFieldError('affiliate_url', 'affiliate_url must be an absolute http or https URL.')
}

/** @returns no codes if the URL has a click ID instead */
function parseCodes(affiliateUrl: string | undefined, carriedClickId: string | undefined): string[] {
  if (affiliateUrl === undefined) throw invalidFieldError('affiliate_url', 'affiliate_url is required.')
  const result = readAddress(affiliateUrl)
  switch (result.kind) {
    case 'codes':
      return result.codes
    case 'unusable_code':
      throw invalidFieldError(
        'affiliate_url',
        `The link code in affiliate_url has a NUL character or more than $limits.idCharscharacters.`,
      )
    case 'not_absolute':
      throw notAbsolute()
    case 'no_code':
      if (carriedClickId !== undefined) return []
      throw invalidFieldError('affiliate_url', 'affiliate_url has no link code. Add ?aff=, ?ref= or ?via=.')
  }
}

function toClickDetails(
  body: Static<typeof ClickBody>,
  headers: FastifyRequest['headers'],
): ClickRequest['details'] {
  const userAgent = headers['user-agent']
  return {
    affiliate_url:
      body.affiliate_url &&
      toStorableText(
        shortenAddress(withoutUserInfo(body.affiliate_url), limits.maxUrlLength),
        limits.maxUrlLength,
      ),
    page_url: body.page_url && withoutUserInfo(body.page_url),
    page_title: body.page_title,
    referrer_url: body.referrer_url && withoutUserInfo(body.referrer_url),
    session_id: body.session_id,
    user_agent: body.user_agent ?? userAgent?.slice(0, webhookLimits.maxTitleLength),
    screen_resolution: body.screen_resolution,
    viewport_size: body.viewport_size,
    language: body.language,
    timezone: body.timezone,
    additional_data: body.additional_data,
    consent: body.consent,
    capture_method: captureMethod(headers['sec-fetch-site']),
  }
}

function toResponse(outcome: SettledClick): Static<typeof Counted> | Static<typeof NotCounted> {
  if (outcome.kind === 'unknown') throw outcome.error
  if (outcome.kind === 'not_counted') {
    return { success: false, reason: outcome.reason, message: CLICK_MESSAGES[outcome.reason] }
  }
  const { click_id, code, cookie_window_days } = outcome
  return { success: true, click_id, partner_code: code, cookie_window_days }
}
