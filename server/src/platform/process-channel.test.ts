import { describe, expect, test } from 'vitest'
import { NoAnswer, ProcessChannel } from './process-channel.ts'

interface Clerk {
  double(value: number): number
  fail(): void
  think(): Promise<void>
}

/** Two ends in one process, through the text that a pipe carries. */
function open(isConnected = () => true) {
  const asked: number[] = []
  const wire = (to: () => { hear(message: unknown): void }) => (message: unknown) => {
    if (!isConnected()) return false
    const text = JSON.stringify(message)
    queueMicrotask(() => to().hear(JSON.parse(text)))
    return true
  }
  const asker: ProcessChannel<Clerk, object> = new ProcessChannel(
    wire(() => clerk),
    {},
  )
  const clerk = new ProcessChannel<object, Clerk>(
    wire(() => asker),
    {
      double: (value) => {
        asked.push(value)
        return value * 2
      },
      fail: () => {
        throw new Error('it broke')
      },
      think: () => new Promise(() => {}),
    },
  )
  return { asker, asked }
}

describe('questions between two processes', () => {
  test('each answer finds its question, however many are open', async () => {
    const { asker } = open()
    const answers = [1, 2, 3].map((value) => asker.ask('double', value, 1_000))
    expect(await Promise.all(answers)).toEqual([2, 4, 6])
  })

  test('a failure there is one here', async () => {
    await expect(open().asker.ask('fail', undefined, 1_000)).rejects.toThrow('it broke')
  })

  test('who takes too long has not answered; nobody there is known at once', async () => {
    await expect(open().asker.ask('think', undefined, 1)).rejects.toBeInstanceOf(NoAnswer)
    await expect(open(() => false).asker.ask('double', 1, 60_000)).rejects.toBeInstanceOf(NoAnswer)
  })

  test('what is only told is done, and messages of others are left alone', async () => {
    const { asker, asked } = open()
    for (const foreign of [null, 'text', { type: 'axm:monitor' }, { id: 99 }]) asker.hear(foreign)
    asker.tell('double', 4)
    await expect.poll(() => asked).toEqual([4])
  })
})
