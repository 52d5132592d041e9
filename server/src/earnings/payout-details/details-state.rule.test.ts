import { describe, expect, it } from 'vitest'
import { detailsState, usableFrom, versionInUse } from './details-state.rule.ts'

const at = (day: number) => new Date(Date.UTC(2026, 2, day))
const detailsVersion = (version: number, day: number, withdrawn_at: Date | null = null) => ({
  version,
  usable_at: at(day),
  withdrawn_at,
})

describe('versionInUse', () => {
  it.each([
    ['none', [], undefined],
    ['the only version', [detailsVersion(1, 1)], 1],
    ['no version that is still waiting', [detailsVersion(1, 1), detailsVersion(2, 11)], 1],
    ['a version from the instant its wait ends', [detailsVersion(1, 1), detailsVersion(2, 10)], 2],
    ['no withdrawn version', [detailsVersion(1, 1), detailsVersion(2, 5, at(4))], 1],
    ['the highest version, even if its timestamp is older', [detailsVersion(3, 2), detailsVersion(2, 9)], 3],
    ['none if the only version is waiting', [detailsVersion(1, 11)], undefined],
  ] as const)('%s', (_name, versions, inUse) => expect(versionInUse(versions, at(10))).toBe(inUse))
})

describe('detailsState', () => {
  it.each([
    [detailsVersion(1, 1), 'former'],
    [detailsVersion(2, 2), 'in_use'],
    [detailsVersion(3, 9, at(8)), 'withdrawn'],
    [detailsVersion(4, 11), 'waiting'],
  ] as const)('returns the state of the version %o: %s', (version, state) =>
    expect(detailsState(version, 2, at(10))).toBe(state),
  )
})

describe('usableFrom', () => {
  it('waits only if details are already in use', () => {
    expect(usableFrom(undefined, at(1), 1000)).toEqual(at(1))
    expect(usableFrom(1, at(1), 1000)).toEqual(new Date(at(1).getTime() + 1000))
  })
})
