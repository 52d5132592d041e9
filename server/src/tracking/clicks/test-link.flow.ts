import type { Deps } from '../../core/deps.ts'
import type { ClickDetails } from './click.sql.ts'
import { type ClickId, formatClickId, parseClickId } from './click-id.rule.ts'
import { clickLimits } from './limits.ts'
import { markTestClickSeen, recordTestClick, testInstant } from './record-click.flow.ts'
import { appendParameters, CLICK_PARAMETER } from './redirect-target.rule.ts'
import { findClickKind } from './test-link.sql.ts'

export interface TestLink {
  event_id: number
  click_id: string
  /** Undefined if the program has no site. */
  url: string | undefined
}

/**
 * Creates a test click, and the link that brings its ID to the merchant's site. The tracker stores the ID in its cookie
 * as usual, so a tester, or an automated browser, can sign up and buy without a live event. The link has no code, so it
 * can never count a click.
 */
export async function createTestLink(
  deps: Deps,
  program: { id: number; site_url: string | null },
  receivedAt: Date,
): Promise<TestLink> {
  const recorded = await recordTestClick(deps, program.id, SYNTHETIC, receivedAt)
  if (recorded === undefined) throw new Error(`program ${program.id} no longer exists`)
  const click_id = formatClickId(program.id, recorded.click.uuid)
  return { event_id: recorded.event_id, click_id, url: createTestUrl(program.site_url, click_id) }
}

/** Marks the events of the service's own check. They are not evidence that the merchant's integration works. */
export const SYNTHETIC_EVENT = { test_mode: true, synthetic: true } as const

const SYNTHETIC: ClickDetails = {
  affiliate_url: undefined,
  page_url: undefined,
  page_title: undefined,
  referrer_url: undefined,
  session_id: undefined,
  user_agent: undefined,
  screen_resolution: undefined,
  viewport_size: undefined,
  language: undefined,
  timezone: undefined,
  additional_data: { ...SYNTHETIC_EVENT },
}

function createTestUrl(siteUrl: string | null, clickId: string): string | undefined {
  return siteUrl === null ? undefined : appendParameters(siteUrl, [[CLICK_PARAMETER, clickId]])
}

/**
 * Follows a test link that a page reports.
 * @returns undefined if the ID doesn't belong to a test link from the last day; `other_program` if the page names
 * another program
 */
export async function followTestLink(
  deps: Deps,
  {
    clickId,
    programId,
    details,
    receivedAt,
  }: { clickId: string; programId: number | undefined; details: ClickDetails; receivedAt: Date },
): Promise<ClickId | 'other_program' | undefined> {
  const click = await findTestClick(deps, clickId)
  if (click === undefined) return undefined
  if ((programId ?? click.programId) !== click.programId) return 'other_program'
  const at = await testInstant(deps, click.programId, receivedAt)
  if (at.getTime() - click.receivedAt.getTime() > clickLimits.testLinkHours * 60 * 60 * 1000) return undefined
  await markTestClickSeen(deps, click, details, at)
  return click
}

export const TEST_CLICK_WITH_LIVE_KEY =
  'This click_id belongs to a test link. Send the request with a test API key (aff_test_…). Nothing was recorded.'

/** Returns the click with this ID if it belongs to a test link. */
export async function findTestClick(
  { database }: Pick<Deps, 'database'>,
  clickId: string | undefined,
): Promise<ClickId | undefined> {
  const click = clickId === undefined ? undefined : parseClickId(clickId)
  if (click === undefined) return undefined
  return (await findClickKind(database.run, click)) === 'test' ? click : undefined
}
