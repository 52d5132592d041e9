import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { untilSilent } from '../../../src/operations/backup/postgres-tools.adapter.ts'

test('a tool that writes nothing any more is waited for no longer than it may be silent', async () => {
  const came: string[] = []
  const frozen = new Readable({ read() {} })
  frozen.push('first')
  const read = (async () => {
    for await (const bytes of untilSilent(frozen, 20)) came.push(String(bytes))
  })()
  await expect(read).rejects.toMatchObject({ code: 'tool_failed' })
  expect(came).toEqual(['first'])
})

test('whoever reads slowly is not taken for silence, and an end is an end', async () => {
  const came: string[] = []
  for await (const bytes of untilSilent(Readable.from([Buffer.from('a'), Buffer.from('b')]), 60_000)) {
    came.push(String(bytes))
  }
  expect(came).toEqual(['a', 'b'])
})
