import fc from 'fast-check'
import { expect, it } from 'vitest'
import { similarNames } from './similar-names.rule.ts'

it('returns names that differ in case or spaces, but never the name itself', () => {
  expect(similarNames('ann')).toEqual(expect.arrayContaining(['Ann', 'ANN', ' ann', 'ann ', 'ann\n']))
  expect(similarNames(' Ann ')).toContain('ann')
  fc.assert(
    fc.property(fc.string(), (name) => {
      const names = similarNames(name)
      expect(names).not.toContain(name)
      expect(names.length).toBeLessThan(30)
    }),
  )
})
