import { expect, it } from 'vitest'
import type { Run } from '../../../src/core/database/database.ts'
import { hashApiKey } from '../../../src/workspace/programs/api-key.rule.ts'
import { createKeyLookup } from '../../../src/workspace/programs/find-api-key.flow.ts'
import { createTestProgram, startTestService } from '../../harness.ts'

const service = await startTestService()

it('concurrent lookups of a program’s keys share one query, and each returns its own key', async () => {
  const [program, other] = [await createTestProgram(service), await createTestProgram(service)]
  const names: string[] = []
  const run: Run = (call) => {
    names.push(call.name)
    return service.database.run(call)
  }
  const find = createKeyLookup({ database: { ...service.database, run } })
  const keys = [program.liveKey, program.testKey, other.liveKey, 'aff_live_nobody', program.liveKey]
  const found = await Promise.all(keys.map((key) => find(program.id, hashApiKey(key))))
  expect(found.map((key) => key?.mode)).toEqual(['live', 'test', undefined, undefined, 'live'])
  expect(names).toEqual(['find-api-keys'])
})

it('a deleted key is not found by the next lookup', async () => {
  const program = await createTestProgram(service)
  const find = createKeyLookup(service.deps)
  const hash = hashApiKey(program.liveKey)
  expect(await find(program.id, hash)).toMatchObject({ program_status: 'active' })
  await service.database.kysely.deleteFrom('api_keys').where('key_hash', '=', hash).execute()
  expect(await find(program.id, hash)).toBeUndefined()
})
