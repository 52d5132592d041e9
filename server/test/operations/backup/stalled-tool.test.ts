import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readUntilSilent } from '../../../src/operations/backup/postgres-tools.adapter.ts'

test('waits for a silent tool only until its timeout', async () => {
  const received: string[] = []
  const frozen = new Readable({ read() {} })
  frozen.push('first')
  const read = (async () => {
    for await (const bytes of readUntilSilent(frozen, 20)) received.push(String(bytes))
  })()
  await expect(read).rejects.toMatchObject({ code: 'tool_failed' })
  expect(received).toEqual(['first'])
})

test('does not treat a slow reader as silence, and detects the end', async () => {
  const received: string[] = []
  for await (const bytes of readUntilSilent(Readable.from([Buffer.from('a'), Buffer.from('b')]), 60_000)) {
    received.push(String(bytes))
  }
  expect(received).toEqual(['a', 'b'])
})
