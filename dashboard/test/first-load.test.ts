import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt } from '../scripts/ensure-built.js'
import { FIRST_LOADS, firstLoad } from './first-load.ts'

const BUILD_TIMEOUT_MS = 180_000

beforeAll(ensureBuilt, BUILD_TIMEOUT_MS)

const kilobytes = (bytes: number) => bytes / 1000

test.each(Object.entries(FIRST_LOADS))('the first load of the %s stays within its size', (_name, app) => {
  const files = [...firstLoad(app)].sort(([, one], [, other]) => other - one)
  const bytes = files.reduce((sum, [, size]) => sum + size, 0)
  const list = files.map(([path, size]) => `${kilobytes(size)} ${path}`).join('\n')
  expect(
    bytes,
    `${kilobytes(bytes)} kB of at most ${kilobytes(app.maxBytes)} kB:\n${list}`,
  ).toBeLessThanOrEqual(app.maxBytes)
  expect(bytes).toBeGreaterThan(100_000)
})
