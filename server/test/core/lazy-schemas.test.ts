import { expect, test } from 'vitest'
import { startTestService } from '../harness.ts'

const { app } = await startTestService()

test('every route schema compiles, although each is compiled on first use', async () => {
  await app.ready()
  const compileAll = app.getDecorator<() => number>('compileAllSchemas')
  expect(compileAll()).toBeGreaterThan(300)
})
