import { describe, expect, it } from 'vitest'
import { detailsState, usableFrom, versionInUse } from './details-state.rule.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const made = (version: number, day: number, withdrawn_at: Date | null = null) => ({
  version,
  usable_at: at(day),
  withdrawn_at,
})

describe('versionInUse', () => {
  it.each([
    ['none', [], undefined],
    ['the only version', [made(1, 1)], 1],
    ['no version that is still waiting', [made(1, 1), made(2, 11)], 1],
    ['a version from the instant its wait ends', [made(1, 1), made(2, 10)], 2],
    ['no withdrawn version', [made(1, 1), made(2, 5, at(4))], 1],
    ['the highest version, even if its timestamp is older', [made(3, 2), made(2, 9)], 3],
    ['none if the only version is waiting', [made(1, 11)], undefined],
  ] as const)('%s', (_name, versions, inUse) => expect(versionInUse(versions, at(10))).toBe(inUse))
})

describe('detailsState', () => {
  it.each([
    [made(1, 1), 'former'],
    [made(2, 2), 'in_use'],
    [made(3, 9, at(8)), 'withdrawn'],
    [made(4, 11), 'waiting'],
  ] as const)('%o is %s', (version, state) => expect(detailsState(version, 2, at(10))).toBe(state))
})

describe('usableFrom', () => {
  it('waits only if details are already in use', () => {
    expect(usableFrom(undefined, at(1), 1000)).toEqual(at(1))
    expect(usableFrom(1, at(1), 1000)).toEqual(new Date(at(1).getTime() + 1000))
  })
})
