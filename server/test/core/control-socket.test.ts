import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Type from 'typebox'
import { expect, onTestFinished, test } from 'vitest'
import type { Deps } from '../../src/core/deps.ts'
import { errorCode, StartError } from '../../src/core/errors/start-error.ts'
import { callService, type ServiceCommand } from '../../src/core/processes/control-socket.ts'
import { registerCommand, serveControlSocket } from '../../src/core/processes/serve-control-socket.http.ts'
import { newFolder } from '../new-folder.ts'

const Input = Type.Object({ chars: Type.Integer() })

/** Returns commands that stay in progress until `release` is called. */
function newCommands() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isStarted = () => {}
  const started = new Promise<void>((resolve) => {
    isStarted = resolve
  })
  const echo: ServiceCommand<typeof Input, { text: string }> = {
    name: 'echo',
    input: Input,
    async run(_deps, { chars }) {
      if (chars === -1) throw Object.assign(new StartError('fewer than none'), { code: 'too_few' })
      if (chars === -2) throw new Error('an unexpected error')
      return { text: '\u0001"€'.repeat(chars) }
    },
  }
  const wait: ServiceCommand<typeof Input, null> = {
    name: 'wait',
    input: Input,
    async run() {
      isStarted()
      await released
      return null
    },
  }
  return { echo, wait, started, release }
}

async function serveCommands(folder = newFolder()) {
  const commands = newCommands()
  const end = await serveControlSocket(folder, (app) => {
    // safe because these commands use no dependencies
    registerCommand(app, {} as Deps, commands.echo)
    registerCommand(app, {} as Deps, commands.wait)
  })
  onTestFinished(async () => {
    commands.release()
    await end?.()
  })
  return { folder, end, ...commands }
}

test('transfers results of any size, and only the same user can open the socket', async () => {
  const { folder, echo } = await serveCommands()
  expect(statSync(join(folder, 'control')).mode & 0o777).toBe(0o600)
  for (const chars of [0, 1, 1_000_000]) {
    expect((await callService(folder, echo, { chars })).text === '\u0001"€'.repeat(chars)).toBe(true)
  }
})

test('keeps an error’s message and code, and rejects a command or input from another version', async () => {
  const { folder, echo } = await serveCommands()
  const failure = await callService(folder, echo, { chars: -1 }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect([failure, errorCode(failure)]).toMatchObject([{ message: 'fewer than none' }, 'too_few'])
  await expect(callService(folder, echo, { chars: -2 })).rejects.toThrow('an unexpected error')
  await expect(callService(folder, { ...echo, name: 'toString' }, { chars: 1 })).rejects.toThrow(
    'The running service does not support this command. Restart it with this version.',
  )
  await expect(callService(folder, echo, { chars: 1.5 })).rejects.toThrow(
    'The running service is a different version and does not support this input. Restart it with this command’s version.',
  )
})

test('fails the command if the service stops or hangs, and lets started commands finish', async () => {
  const { folder, wait, started, end, release } = await serveCommands()
  const call = callService(folder, wait, { chars: 1 })
  const rejection = expect(call).rejects.toThrow('exited before the command was done')
  await started
  await expect(callService(folder, wait, { chars: 1 }, 50)).rejects.toThrow('did not respond in time')
  let isEnded = false
  const endedBeforeResult = end?.().then(() => {
    isEnded = true
  })
  await rejection
  expect(isEnded).toBe(false)
  release()
  await endedBeforeResult
  await expect(callService(folder, wait, { chars: 1 })).rejects.toThrow(/can’t be reached \(\w+\)/)
})

test('starts in a folder that cannot hold a socket, and commands report the reason', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'control/taken'), { recursive: true })
  const { end, echo } = await serveCommands(folder)
  expect(end).toBeUndefined()
  await expect(callService(folder, echo, { chars: 1 })).rejects.toThrow(/can’t be reached \(\w+\)/)
  const longFolder = join(folder, 'x'.repeat(120))
  expect((await serveCommands(longFolder)).end).toBeUndefined()
  await expect(callService(longFolder, echo, { chars: 1 })).rejects.toThrow(
    'the folder’s path is longer than 95 bytes, too long for a socket',
  )
})
