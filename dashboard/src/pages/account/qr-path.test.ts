import jsQR from 'jsqr'
import { generate } from 'lean-qr'
import { expect, test } from 'vitest'
import { qrPath } from './qr-path.ts'

const MARGIN = 4
const PIXELS = 4

/** Rasterizes a path of rectangles as a browser does: black on white. */
function draw(path: string, size: number): Uint8ClampedArray {
  const side = size * PIXELS
  const image = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row++) {
      const from = row * side + Number(x) * PIXELS
      for (let at = from; at < from + Number(width) * PIXELS; at++) image.fill(0, at * 4, at * 4 + 3)
    }
  }
  return image
}

test.each([
  'otpauth://totp/Affiliate%20Tracking:sam%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Affiliate%20Tracking&digits=6&period=30',
  `otpauth://totp/A:${'long'.repeat(50)}%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=A&digits=6&period=30`,
  'otpauth://totp/x',
])('a scanner reads the path of %s', (address) => {
  const code = generate(address)
  const size = code.size + 2 * MARGIN
  const image = draw(qrPath(code, MARGIN), size)
  expect(jsQR(image, size * PIXELS, size * PIXELS)?.data).toBe(address)
})
