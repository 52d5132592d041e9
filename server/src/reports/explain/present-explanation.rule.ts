import type { TimelineItem } from './explain.ts'
import { conclusionText, type Explanation, standingOf, timelineText } from './explanation-text.rule.ts'
import { sanitizeFacts } from './sanitize-facts.rule.ts'

/** An explanation as returned by the API. */
export type PresentedExplanation = ReturnType<typeof presentExplanation>
export type PresentedItem = PresentedExplanation['timeline'][number]

/**
 * Adds sentences to an explanation.
 * @param timeZone the program's, for timestamps
 * @param sandbox the program has its own clock and no real payouts
 */
export function presentExplanation(
  { conclusion: { reason, facts }, timeline, testEvents, isCut }: Explanation,
  timeZone: string,
  { sandbox }: { sandbox: boolean } = { sandbox: false },
) {
  const inWords = (item: TimelineItem) => ({ ...item, text: timelineText(sanitizeFacts(item), timeZone) })
  const words = conclusionText(sanitizeFacts({ reason, facts }), timeZone)
  return {
    conclusion: { reason, standing: standingOf(reason), facts, ...words },
    timeline: timeline.map(inWords),
    testEvents: testEvents.map(inWords),
    isCut,
    ...(sandbox ? { sandbox: true as const } : {}),
  }
}
