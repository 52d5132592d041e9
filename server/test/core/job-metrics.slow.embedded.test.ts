import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../src/main.ts'
import { newFolder } from '../new-folder.ts'

test('/metrics has the time of each job’s last successful run', async () => {
  const dataDir = newFolder()
  const startedAt = Date.now() / 1000
  const running = await serve({ NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'fatal', DATA_DIR: dataDir })
  onTestFinished(() => running.stop())
  const readLastSuccess = async (job: string) => {
    const text = await (await fetch(`${running.address}/metrics`)).text()
    return Number(
      new RegExp(`^job_last_success_timestamp_seconds\\{job="${job}"\\} (.+)$`, 'm').exec(text)?.[1],
    )
  }
  for (const job of ['approve_commissions', 'deliver_webhooks']) {
    await expect
      .poll(() => readLastSuccess(job), { timeout: 30_000 })
      .toBeGreaterThanOrEqual(Math.floor(startedAt))
  }
  const first = await readLastSuccess('deliver_webhooks')
  await expect.poll(() => readLastSuccess('deliver_webhooks'), { timeout: 30_000 }).toBeGreaterThan(first)
})
