#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'

// Entry point of the published package. The compile cache stays inside the package, because Node's default is a folder
// that other users can write to.
module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compiled/', import.meta.url)))
if (process.argv.length === 2) process.argv.push('serve')
if (process.argv[2] === 'serve') {
  // An early SIGHUP must not end the process, unless its terminal was closed.
  if (!process.stdin.isTTY) process.on('SIGHUP', () => {})
  // Loading code would enlarge the young generation to 32 MB. The service lets it grow again once it has started.
  setFlagsFromString('--semi-space-growth-factor=1')
}
await import(new URL('../server/dist/bundle/packed/affiliate.mjs', import.meta.url).href)
