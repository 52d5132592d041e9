import { describe, expect, it } from 'vitest'
import { isTimeZone } from './time-zone.rule.ts'

describe('a program’s time zone must be an IANA name (D38)', () => {
  it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
    'accepts %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  )
  it.each([
    '',
    'Mars/Olympus',
    '+02:00',
    '-05',
    'europe/berlin',
    'Europe/Berlin ',
    'UTC\0',
    '../UTC',
    'Local',
  ])('rejects %j', (name) => expect(isTimeZone(name)).toBe(false))
})
