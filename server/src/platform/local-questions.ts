import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { limits } from './config.ts'
import type { Deps } from './deps.ts'
import { errorCode, StartError } from './start-error.ts'

/**
 * The embedded database lives in the process that serves it. A command beside that process asks it by a socket in the
 * data folder, which only the same user may open: one JSON value in a line, there and back.
 */
export interface Conversation {
  say(value: object): void
  /** What the other side says next; undefined when it has gone. @throws {Error} when it says nothing for so long */
  hear(timeoutMs: number): Promise<unknown>
  end(): void
}

/** By the name of a question; the conversation ends when the answer is given. */
export type LocalAnswers = Record<string, (conversation: Conversation) => Promise<void>>

const SOCKET = 'control'

/**
 * Answers questions of commands that run beside this process, which holds the lock of the data folder.
 * @returns how to end that, with all conversations under way; undefined where the folder can hold no socket: its path is
 *   too long, or its file system has none. The service goes on without it, and who asks is told.
 */
export async function answerLocally(
  dataDir: string,
  answers: LocalAnswers,
): Promise<(() => Promise<void>) | undefined> {
  const path = join(dataDir, SOCKET)
  if (Buffer.byteLength(path) > limits.socketPathBytes) return undefined
  const open = new Set<Socket>()
  const underWay = new Set<Promise<void>>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    const answered = answer(converse(socket), answers).finally(() => underWay.delete(answered))
    underWay.add(answered)
  })
  try {
    // One that a killed process left.
    rmSync(path, { force: true })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
      if (server.listening) chmodSync(path, 0o600)
    })
  } catch {
    return undefined
  }
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of open) socket.destroy()
    await Promise.all([closed, ...underWay])
  }
}

async function answer(conversation: Conversation, answers: LocalAnswers): Promise<void> {
  try {
    const question = await conversation.hear(limits.localAnswerMs)
    const { ask } = { ask: undefined, ...asObject(question) }
    const give = typeof ask === 'string' && Object.hasOwn(answers, ask) ? answers[ask] : undefined
    if (give === undefined) conversation.say({ error: 'This version knows no such question.' })
    else await give(conversation)
  } catch (error) {
    conversation.say({ error: error instanceof Error ? error.message : String(error) })
  } finally {
    conversation.end()
  }
}

/**
 * Asks the process that serves a data folder.
 * @throws {StartError} nobody answers there
 */
export async function askLocally(dataDir: string, ask: string): Promise<Conversation> {
  const path = join(dataDir, SOCKET)
  const socket = connect(path)
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', (cause) => {
      const code = errorCode(cause) ?? ''
      reject(
        new StartError(
          `The process that serves the data folder ${dataDir} cannot be asked (${code}): it is of an older version, it ` +
            `has just started or ended, or the path of the folder is longer than ${limits.socketPathBytes - SOCKET.length - 1} bytes. ` +
            'Try again, or stop it first.',
          { cause },
        ),
      )
    })
  })
  const conversation = converse(socket)
  conversation.say({ ask })
  return conversation
}

/** Work that a command does itself, or has the process do that has the embedded database. */
export interface LocalWork<Input, Result> {
  /** What it is asked by. */
  name: string
  /** What the other process asked for. @throws {StartError} it is of a version with other words */
  readInput: (said: unknown) => Input
  /** What comes of it has the same form in JSON. */
  work: (deps: Deps, input: Input) => Promise<Result>
}

/** Answers whoever asks for that work: what is long goes in parts. */
export function answerWork<Input, Result>(
  deps: Deps,
  { name, readInput, work }: LocalWork<Input, Result>,
): LocalAnswers {
  return {
    async [name](conversation) {
      const { input } = { input: undefined, ...asObject(await conversation.hear(limits.localAnswerMs)) }
      const text = JSON.stringify(await work(deps, readInput(input)))
      for (let at = 0; at < text.length; at += limits.localPartChars) {
        conversation.say({ part: text.slice(at, at + limits.localPartChars) })
      }
      conversation.say({ done: true })
    },
  }
}

/**
 * Has the process that serves a data folder do some work.
 * @throws {StartError} what it says, or that nobody answers
 */
export async function askForWork<Input, Result>(
  dataDir: string,
  { name }: LocalWork<Input, Result>,
  input: Input,
): Promise<Result> {
  const service = await askLocally(dataDir, name)
  try {
    service.say({ input })
    const parts: string[] = []
    for (;;) {
      const said = {
        part: undefined,
        done: false,
        error: undefined,
        ...asObject(await hearWork(service, name)),
      }
      if (said.error !== undefined) throw new StartError(String(said.error))
      if (typeof said.part === 'string') parts.push(said.part)
      // safe because the process that did the work made it of its result
      else if (said.done) return JSON.parse(parts.join('')) as Result
      else throw new StartError('The process that serves the data folder ended before it was done.')
    }
  } finally {
    service.end()
  }
}

function hearWork(service: Conversation, name: string): Promise<unknown> {
  return service.hear(limits.localWorkMs).catch((cause: unknown) => {
    throw new StartError(
      `The process that serves the data folder has not done it (${name}) within ${limits.localWorkMs / 60_000} minutes; it may yet.`,
      { cause },
    )
  })
}

export function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {}
}

function converse(socket: Socket): Conversation {
  const lines: unknown[] = []
  let isOver = false
  let text = ''
  let wake = () => {}
  socket.setEncoding('utf8')
  socket.on('data', (data: string) => {
    const whole = (text + data).split('\n')
    text = whole.pop() ?? ''
    if (text.length > limits.localLineBytes) socket.destroy()
    for (const line of whole) lines.push(parseLine(line))
    wake()
  })
  const over = () => {
    isOver = true
    wake()
  }
  socket.on('error', over)
  socket.on('end', over)
  socket.on('close', over)
  return {
    say(value) {
      if (socket.writable) socket.write(`${JSON.stringify(value)}\n`)
    },
    async hear(timeoutMs) {
      const until = performance.now() + timeoutMs
      while (lines.length === 0 && !isOver) {
        const left = until - performance.now()
        if (left <= 0) throw new Error(`nothing was said within ${timeoutMs} ms`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, left)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      return lines.shift()
    },
    end: () => void socket.end(),
  }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}
