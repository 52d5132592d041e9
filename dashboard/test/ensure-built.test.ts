import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../server/test/new-folder.ts'
import { replaceFolder } from '../scripts/ensure-built.js'

describe('replacing the built dashboard', () => {
  it('a build that fails halfway leaves no page, and the next build is served in full', async () => {
    const dist = join(newFolder(), 'dist')
    const failing = replaceFolder(dist, async (next) => {
      writeFileSync(join(next, 'index.html'), 'half')
      throw new Error('a dependency is missing')
    })
    await expect(failing).rejects.toThrow('a dependency is missing')
    expect(existsSync(dist)).toBe(false)

    await replaceFolder(dist, async (next) => writeFileSync(join(next, 'index.html'), 'complete'))
    expect(readFileSync(join(dist, 'index.html'), 'utf8')).toBe('complete')
  })

  it('keeps the previous build until a new one is complete, then removes all of its files', async () => {
    const folder = newFolder()
    const dist = join(folder, 'dist')
    mkdirSync(dist)
    writeFileSync(join(dist, 'old.js'), 'old')
    await expect(replaceFolder(dist, () => Promise.reject(new Error('disk full')))).rejects.toThrow()
    expect(readdirSync(dist)).toEqual(['old.js'])

    await replaceFolder(dist, async (next) => {
      expect(readdirSync(dist)).toEqual(['old.js'])
      writeFileSync(join(next, 'new.js'), 'new')
    })
    expect(readdirSync(dist)).toEqual(['new.js'])
    expect(readdirSync(join(folder, '.cache'))).toEqual([])
  })
})
