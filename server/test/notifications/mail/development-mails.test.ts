import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../../src/main.ts'
import { openDataLocation } from '../../data-location.ts'
import { installShop, OWNER, postJson } from '../../installed-shop.ts'

test('shows emails only to this machine in development, and never in production', async () => {
  const folder = await openDataLocation()
  const environment: Record<string, string> = { LOG_LEVEL: 'silent', ...folder.environment, PORT: '0' }
  await installShop(folder.environment)
  const service = await serve(environment)
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await service.stop()
    isStopped = true
  }
  onTestFinished(stop)
  await postJson(`${service.address}/api/auth/request-password-reset`, { email: OWNER.email })
  const page = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.address}/dev/mail`, { headers })
    return { status: response.status, text: await response.text() }
  }
  await expect.poll(async () => (await page()).text, { timeout: 20_000 }).toContain('Reset your password')
  const { text } = await page()
  expect(text).toContain(OWNER.email)
  const token = /href="[^"]+\/reset-password#([\w-]+)"/.exec(text)?.[1] ?? ''
  const linkResponse = await postJson(`${service.address}/api/partner/sign-in-links`, {
    email: 'maya@example.test',
  })
  expect(linkResponse.body).toMatchObject({ data: { shownAt: '/dev/mail' } })
  expect((await page({ 'x-forwarded-for': '127.0.0.1' })).status).toBe(403)
  const resetBody = { token, newPassword: 'a quite different one' }
  expect((await postJson(`${service.address}/api/auth/reset-password`, resetBody)).status).toBe(200)
  await stop()

  const APP_SECRET = readFileSync(join(environment.DATA_DIR ?? '', 'secret'), 'utf8')
  const live = await serve({ ...environment, NODE_ENV: 'production', APP_SECRET, HOST: '127.0.0.1' })
  onTestFinished(() => live.stop())
  expect((await fetch(`${live.address}/dev/mail`)).status).toBe(404)
  const forgotten = await postJson(`${live.address}/api/auth/request-password-reset`, { email: OWNER.email })
  expect(forgotten.status).toBe(404)
}, 120_000)
