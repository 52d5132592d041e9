import { mkdirSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

import { expect, inject, test } from 'vitest'
import { lockDataDir } from '../../../src/core/database/data-dir-lock.ts'
import { readLines, readResult, startCall } from '../../../src/core/processes/control-socket.ts'
import { HOLD, HOLD_BODY, RELEASED } from '../../../src/operations/backup/backup.ts'
import { makeDatabaseAhead, startCommand } from '../../command.ts'
import { newFolder } from '../../new-folder.ts'
import { APP_SECRET, openEmptyLocation, openShop, run, serve, testBackup } from './shop.ts'

const WAIT_MS = 60_000

/** Requests a hold and waits for the first line of its response. */
async function startHold(folder: string) {
  const call = startCall(folder, { name: HOLD, contentType: HOLD_BODY, timeoutMs: WAIT_MS })
  call.flushHeaders()
  const lines = readLines(await readResult(folder, call))
  const { value } = await lines.next()
  return { call, facts: JSON.parse(value ?? ''), nextLine: async () => (await lines.next()).value }
}

if (inject('database').kind === 'embedded')
  test('writes wait during a copy, and a copy that was disconnected or not confirmed is invalid', async () => {
    const shop = await openShop()
    const folder = shop.environment.DATA_DIR ?? ''
    const service = await serve(shop.environment)
    const click = () =>
      service.post('/api/v1/track/click', { affiliate_url: `https://shop.example/?aff=${shop.code}` })

    const copy = await startHold(folder)
    expect(copy.facts).toMatchObject({
      serverVersion: expect.any(Number),
      migration: expect.stringMatching(/^\d{4}$/),
    })
    let isAnswered = false
    const waiting = click().finally(() => {
      isAnswered = true
    })
    // Requests that don't need the database are served.
    expect((await service.post('/api/v1/track/nothing', {})).status).toBe(404)
    expect(isAnswered).toBe(false)
    copy.call.end()
    expect(await copy.nextLine()).toBe(RELEASED)
    expect(await waiting).toMatchObject({ status: 200, body: { success: true } })

    const gone = await startHold(folder)
    gone.call.destroy()
    expect(await click()).toMatchObject({ status: 200 })

    const killed = await startHold(folder)
    await service.kill()
    expect(await killed.nextLine().catch(() => undefined)).toBeUndefined()
    await expect(startHold(folder)).rejects.toThrow(/can’t be reached \(ECONNREFUSED\)/)
    const after = await run(['backup', '--to', newFolder(), '--json'], shop.environment)
    expect([after.code, after.stderr]).toEqual([0, ''])
  })

testBackup(
  'a backup to a folder that is killed while it writes is complete or absent, and the next one is complete',
  async () => {
    const shop = await openShop()
    const to = newFolder()
    const begun = new Promise<void>((resolve) => {
      const watcher = watch(to, () => {
        watcher.close()
        resolve()
      })
    })
    const command = startCommand(['backup', '--to', to], shop.environment)
    await Promise.race([begun, command.ended])
    command.child.kill('SIGKILL')
    expect(await command.ended).toBe('SIGKILL')

    const target = { ...(await openEmptyLocation()), APP_SECRET }
    const none = await run(['restore', '--from', to, '--json'], target)
    expect([none.code, none.json().error]).toMatchObject([1, { code: 'no_backup' }])
    const created = await run(['backup', '--to', to, '--json'], shop.environment)
    expect([created.code, created.stderr]).toEqual([0, ''])
    const restored = await run(['restore', '--from', to, '--json'], target)
    expect([restored.code, restored.json().name]).toEqual([0, created.json().name])
  },
)

test('a backup with invalid settings creates no database, secret or backup', async () => {
  const target = await openEmptyLocation()
  const to = newFolder()
  for (const [environment, code] of [
    [target, 'missing_secret'],
    [{ ...target, APP_SECRET }, 'nothing_to_back_up'],
  ] as const) {
    const response = await run(['backup', '--to', to, '--json'], environment)
    expect([response.code, response.json().error]).toMatchObject([1, { code }])
  }
  expect(readdirSync(to)).toEqual([])
  expect(readdirSync(target.DATA_DIR).filter((name) => name !== 'backup')).toEqual([])
})

if (inject('database').kind === 'embedded')
  test('a second backup of a data folder is rejected, and so is one whose socket path is too long', async () => {
    const shop = await openShop()
    const unlock = lockDataDir(join(shop.environment.DATA_DIR ?? '', 'backup'))
    const second = await run(['backup', '--to', newFolder(), '--json'], shop.environment)
    expect(second.json().error).toEqual({
      code: 'another_backup_runs',
      message: `Process ${process.pid} is already backing up this data folder. Wait until it finishes.`,
    })
    unlock()

    const DATA_DIR = join(newFolder(), 'd'.repeat(100))
    mkdirSync(DATA_DIR)
    makeDatabaseAhead(DATA_DIR)
    const service = await serve({ DATA_DIR, APP_SECRET })
    const withoutSocket = await run(['backup', '--to', newFolder(), '--json'], { DATA_DIR, APP_SECRET })
    expect([withoutSocket.code, withoutSocket.json().error.message]).toEqual([
      1,
      expect.stringContaining('the folder’s path is longer than 95 bytes'),
    ])
    await service.stop()
  })
