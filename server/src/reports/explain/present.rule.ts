import type { StoryItem } from './explain.ts'
import { sayable } from './sayable.rule.ts'
import { type Explanation, standingOf, storyWords, verdictWords } from './words.rule.ts'

/** An explanation as it is answered. */
export type PresentedExplanation = ReturnType<typeof presentExplanation>
export type PresentedItem = PresentedExplanation['story'][number]

/**
 * Puts what was found into words.
 * @param timeZone of the program, in which times are told
 * @param sandbox it happened by the program's own clock, and nobody is paid
 */
export function presentExplanation(
  { verdict: { reason, facts }, story, testEvents, isCut }: Explanation,
  timeZone: string,
  { sandbox }: { sandbox: boolean } = { sandbox: false },
) {
  const inWords = (item: StoryItem) => ({ ...item, text: storyWords(sayable(item), timeZone) })
  const words = verdictWords(sayable({ reason, facts }), timeZone)
  return {
    verdict: { reason, standing: standingOf(reason), facts, ...words },
    story: story.map(inWords),
    testEvents: testEvents.map(inWords),
    isCut,
    ...(sandbox ? { sandbox: true as const } : {}),
  }
}
