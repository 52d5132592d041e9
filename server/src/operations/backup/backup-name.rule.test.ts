import { expect, it } from 'vitest'
import { backupName, isBackupName, namesToPrune, parseBackupTime } from './backup-name.rule.ts'

it('a backup name contains its start time, so names sort by time', () => {
  const at = new Date('2026-03-10T12:00:05.678Z')
  const name = backupName(at, Buffer.from([0x0a, 0x1b, 0x2c]))
  expect(name).toBe('affiliate-20260310T120005Z-0a1b2c')
  expect(parseBackupTime(name)).toEqual(new Date('2026-03-10T12:00:05Z'))
  expect(backupName(new Date('2026-03-10T12:00:06Z'), Buffer.alloc(3)) > name).toBe(true)
})

it.each([
  'affiliate-20260310T120005Z-0a1b2',
  '.affiliate-20260310T120005Z-0a1b2c',
  'affiliate-20260310T120005Z-0a1b2c/..',
  '',
])('%j is not a backup name', (text) => {
  expect([isBackupName(text), parseBackupTime(text)]).toEqual([false, undefined])
})

it.each([
  [3, []],
  [2, ['a']],
  [1, ['a', 'b']],
  [5, []],
])('with %i backups kept of three, %j are deleted', (keep, gone) => {
  expect(namesToPrune(['a', 'b', 'c'], keep)).toEqual(gone)
})
