import { expect, test } from 'vitest'
import { startTestService } from '../harness.ts'

const { app } = await startTestService()

test('every schema of every route can be compiled, although each is compiled when it is first needed', async () => {
  await app.ready()
  const compileAll = app.getDecorator<() => number>('compileAllSchemas')
  expect(compileAll()).toBeGreaterThan(300)
})
