import type { TimelineItem } from './explain.ts'
import { conclusionStatus, conclusionText, type Explanation, timelineText } from './explanation-text.rule.ts'
import { sanitizeFacts } from './sanitize-facts.rule.ts'

/** An explanation as returned by the API. */
export type PresentedExplanation = ReturnType<typeof presentExplanation>
export type PresentedItem = PresentedExplanation['timeline'][number]

/**
 * Adds sentences to an explanation.
 * @param timeZone the program's, for timestamps
 * @param sandbox whether the program has its own clock and no real payouts
 */
export function presentExplanation(
  { conclusion: { reason, facts }, timeline, testEvents, isCut }: Explanation,
  timeZone: string,
  { sandbox }: { sandbox: boolean } = { sandbox: false },
) {
  const withText = (item: TimelineItem) => ({ ...item, text: timelineText(sanitizeFacts(item), timeZone) })
  const text = conclusionText(sanitizeFacts({ reason, facts }), timeZone)
  return {
    conclusion: { reason, status: conclusionStatus(reason), facts, ...text },
    timeline: timeline.map(withText),
    testEvents: testEvents.map(withText),
    isCut,
    ...(sandbox ? { sandbox: true as const } : {}),
  }
}
