import { describe, it } from 'vitest'
import { startTestService } from '../../harness.ts'
import { BASES, expectSameMoney, SCENARIOS } from './payment-tax.ts'

const service = await startTestService({ now: '2026-03-10T12:00:00.000Z' })

describe.each(BASES)('a program with the commission base %s', (...base) => {
  it.each(SCENARIOS)(
    'pays the same in any order of events when %s reports the tax',
    (_label, createTimeline) => expectSameMoney(service, base, createTimeline, permutations([0, 1, 2, 3])),
  )
})

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  )
}
