import type { TimelineItem } from './explain.ts'
import { sayable } from './sayable.rule.ts'
import { type Explanation, standingOf, timelineWords, verdictWords } from './words.rule.ts'

/** An explanation as it is answered. */
export type PresentedExplanation = ReturnType<typeof presentExplanation>
export type PresentedItem = PresentedExplanation['timeline'][number]

/**
 * Puts what was found into words.
 * @param timeZone of the program, in which times are told
 * @param sandbox it happened by the program's own clock, and nobody is paid
 */
export function presentExplanation(
  { conclusion: { reason, facts }, timeline, testEvents, isCut }: Explanation,
  timeZone: string,
  { sandbox }: { sandbox: boolean } = { sandbox: false },
) {
  const inWords = (item: TimelineItem) => ({ ...item, text: timelineWords(sayable(item), timeZone) })
  const words = verdictWords(sayable({ reason, facts }), timeZone)
  return {
    conclusion: { reason, standing: standingOf(reason), facts, ...words },
    timeline: timeline.map(inWords),
    testEvents: testEvents.map(inWords),
    isCut,
    ...(sandbox ? { sandbox: true as const } : {}),
  }
}
