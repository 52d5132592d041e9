import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { beforeAll, describe, expect, test } from 'vitest'
import { addCleanup, runFileCleanups } from './cleanup.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ended: string[] = []

beforeAll(() => {
  addCleanup(() => ended.push('first'))
  addCleanup(() => Promise.reject(new Error('cannot close')))
  addCleanup(async () => ended.push('last'))
})

test('resources opened by a hook are closed after the file, newest first, even if one fails to close', async () => {
  await expect(runFileCleanups()).rejects.toThrow('resources of the test file failed to close')
  expect(ended).toEqual(['last', 'first'])
  await runFileCleanups()
  expect(ended).toHaveLength(2)
})

test('resources opened by a test are closed after the test', async () => {
  let isEnded = false
  addCleanup(() => {
    isEnded = true
  })
  await runFileCleanups()
  expect(isEnded).toBe(false)
})

describe('all test files', () => {
  const files = ['server', 'sdk', 'dashboard', 'tracker'].flatMap((part) =>
    readdirSync(`${ROOT}${part}/test`, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => ({
        file: `${part}/test/${name}`,
        text: readFileSync(`${ROOT}${part}/test/${name}`, 'utf8'),
      })),
  )

  test('never call afterAll in a hook, test or helper, where it has no effect', () => {
    expect(files.length).toBeGreaterThan(200)
    const wrong = files.flatMap(({ file, text }) => {
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
      return misplacedCalls(source).map((line) => `${file}:${line}`)
    })
    expect(wrong).toEqual([])
  })

  test('leave no folders behind: they use newFolder or a server that removes its own folder', () => {
    const filesWithTempFolders = files
      .filter(({ text }) => /\bmkdtemp(?:Sync)?\(/.test(text))
      .map(({ file }) => file)
    expect(filesWithTempFolders).toEqual([
      'server/test/new-folder.ts',
      'server/test/private-postgres.ts',
      'sdk/test/framework-project.ts',
    ])
  })
})

/**
 * Finds misplaced `afterAll` calls. @returns the lines of calls that are neither at the top level of a file nor
 * directly in a `describe`
 */
function misplacedCalls(source: ts.SourceFile): number[] {
  const lines: number[] = []
  const visit = (node: ts.Node, isCollected: boolean): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'afterAll' && !isCollected) {
      lines.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    }
    const opensSuite = ts.isCallExpression(node) && /^describe/.test(node.expression.getText())
    node.forEachChild((child) =>
      visit(child, ts.isFunctionLike(child) ? opensSuite && isCollected : isCollected),
    )
  }
  visit(source, true)
  return lines
}
