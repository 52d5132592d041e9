import type { Facts, Standing, StoryItem } from './explain.ts'
import { sayable } from './sayable.rule.ts'
import { type Explanation, type Reason, standingOf, storyWords, verdictWords } from './words.rule.ts'

/** An explanation as it is answered: what was found, and each of it in words. */
export interface PresentedExplanation {
  verdict: {
    reason: Reason
    standing: Standing
    message: string
    facts: Facts
    wouldPayIf: string | null
  }
  story: PresentedItem[]
  testEvents: PresentedItem[]
  isCut: boolean
  /** Of a program that is one: it happened by its own clock, and nobody is paid. */
  sandbox?: true
}

export type PresentedItem = StoryItem & { text: string }

/** @param timeZone of the program, in which times are told */
export function presentExplanation(
  explanation: Explanation,
  timeZone: string,
  { sandbox }: { sandbox: boolean } = { sandbox: false },
): PresentedExplanation {
  const { verdict, story, testEvents, isCut } = explanation
  const { reason, facts } = verdict
  const inWords = (item: StoryItem) => ({ ...item, text: storyWords(sayable(item), timeZone) })
  return {
    verdict: { reason, standing: standingOf(reason), facts, ...verdictWords(sayable(verdict), timeZone) },
    story: story.map(inWords),
    testEvents: testEvents.map(inWords),
    isCut,
    ...(sandbox ? { sandbox } : {}),
  }
}
