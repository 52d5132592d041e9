import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newFolder } from '../../server/test/new-folder.ts'
import { startRawServer } from '../../server/test/raw-server.ts'

const run = promisify(execFile)

test('a pending call keeps the process alive until it fails, even if the server closes the connection immediately', async () => {
  const port = await startRawServer((socket) => socket.end())
  const script = join(newFolder(), 'script.mjs')
  const sdk = new URL('../src/index.ts', import.meta.url).href
  writeFileSync(
    script,
    `import { AffiliateClient } from ${JSON.stringify(sdk)}
     const affiliate = new AffiliateClient({
       baseUrl: 'http://127.0.0.1:${port}', apiKey: 'aff_live_1_x', timeoutMs: 500, maxRetries: 0,
     })
     const code = await affiliate
       .trackSale({ transactionId: 't', amountCents: 1, customerKey: 'c' })
       .then(() => 'recorded', (error) => error.code)
     console.log(code)`,
  )
  const tsx = import.meta.resolve('tsx')
  const { stdout } = await run(process.execPath, ['--import', tsx, pathToFileURL(script).pathname])
  expect(['timeout', 'network_error']).toContain(stdout.trim())
})
