#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { upToDateBundle } from './bundle.js'

// Node 22 and newer cache compiled code; older versions compile it on each start.
module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compiled/', import.meta.url)))

if (process.argv[2] === 'serve') {
  // A SIGHUP that arrives before the service handles it must not end the process, unless its terminal was closed.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => {})
  // Loading code would enlarge the young generation to 32 MB. `serve.ts` lets it grow again.
  setFlagsFromString('--semi-space-growth-factor=1')
}

const bundle = await upToDateBundle().catch((error) => {
  process.stderr.write(
    `affiliate is running directly from source, which is slower, because it could not be bundled.\n${error}\n`,
  )
})
if (bundle === undefined) await (await import('./typescript.js')).importTypescript()
await import(bundle ?? '../src/cli/run.ts')
