import { describe, expect, it } from 'vitest'
import { deviceName } from './device-name.rule.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

describe('deviceName', () => {
  it.each([
    [`${MAC} Version/18.0 Safari/605.1.15`, 'Safari, macOS'],
    [`${MAC} Chrome/140.0 Safari/537.36`, 'Chrome, macOS'],
    [`${MAC} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge, macOS'],
    [`${PHONE} CriOS/140.0 Mobile/15E148 Safari/604.1`, 'Chrome, iPhone'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox, Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Something/1.0', 'Windows'],
    ['curl/8.0', 'Unknown device'],
    ['', 'Unknown device'],
    [undefined, 'Unknown device'],
  ])('%s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))
})
