import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { answerLocally, askLocally } from '../../src/platform/local-questions.ts'
import { newFolder } from '../new-folder.ts'

const HELLO = {
  hello: async (conversation: { say(value: object): void }) => conversation.say({ hello: true }),
}

test('a question is answered, and one that nobody knows is told so', async () => {
  const folder = newFolder()
  const end = await answerLocally(folder, HELLO)
  onTestFinished(() => end?.())
  const ask = async (question: string) => {
    const conversation = await askLocally(folder, question)
    return conversation.hear(5_000)
  }
  expect(await ask('hello')).toEqual({ hello: true })
  expect(await ask('toString')).toEqual({ error: 'This version knows no such question.' })
})

test('a folder that can hold no socket keeps nobody from serving: whoever asks there is told that he cannot', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'control/taken'), { recursive: true })
  expect(await answerLocally(folder, HELLO)).toBeUndefined()
  await expect(askLocally(folder, 'hello')).rejects.toThrow(/cannot be asked \(\w+\)/)
  expect(await answerLocally(join(folder, 'x'.repeat(120)), HELLO)).toBeUndefined()
})
