import { expect, inject, test } from 'vitest'
import { startCommand } from '../../command.ts'
import { openDataLocation } from '../../data-location.ts'

/** Returns the exit code of a command whose output was closed early. */
async function runWithClosedPipe(args: string[], environment: Record<string, string>) {
  const { child, ended, output } = startCommand(args, environment)
  child.stdout?.destroy()
  return [await ended, output.stderr]
}

test('a service whose output is closed before it is ready exits with 1, and other commands with 0', async () => {
  const { environment } = await openDataLocation()
  const served = [
    1,
    'The output of `affiliate serve` was closed before it was ready. Start it again without a pipe, or keep the pipe open.\n',
  ]
  expect(await runWithClosedPipe(['serve'], { ...environment, PORT: '0' })).toEqual(served)
  if (inject('database').kind !== 'embedded')
    expect(await runWithClosedPipe(['serve'], { ...environment, PORT: '0', WEB_CONCURRENCY: '2' })).toEqual(
      served,
    )
  expect(await runWithClosedPipe(['stats', 'verify'], environment)).toEqual([0, ''])
}, 300_000)
