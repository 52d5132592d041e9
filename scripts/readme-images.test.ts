import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const LARGEST_BYTES = 150_000

test('every image is used in the README with alternative text, and is small', () => {
  const readme = readFileSync(`${ROOT}README.md`, 'utf8')
  const images = readdirSync(`${ROOT}docs/images`)
  expect(images.length).toBeGreaterThan(3)
  for (const name of images) {
    const path = `docs/images/${name}`
    const alt = readme.match(new RegExp(`!\\[([^\\]]+)\\]\\(${path}\\)|src="${path}"[^>]* alt="([^"]+)"`))
    expect((alt?.[1] ?? alt?.[2] ?? '').length, path).toBeGreaterThan(40)
    expect(statSync(`${ROOT}${path}`).size, path).toBeLessThanOrEqual(LARGEST_BYTES)
  }
})
