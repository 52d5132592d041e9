#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// `npx affiliate-tracking` of the published package: the bundle is there, and whoever asks for nothing wants the service.
// What it compiles is kept inside the package, and nowhere where that is not its own: Node's default is a folder of the
// system where everybody may write, and it runs whatever lies there.
module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compiled/', import.meta.url)))
if (process.argv.length === 2) process.argv.push('serve')
// A reload that comes before the service listens to it must not end the process; where it has a terminal, it is closed.
if (process.argv[2] === 'serve' && !process.stdin.isTTY) process.on('SIGHUP', () => {})
await import(new URL('../server/dist/packed/affiliate.mjs', import.meta.url).href)
