#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'

// `npx affiliate-tracking` of the published package: the bundle is there, and whoever asks for nothing wants the service.
// What it compiles is kept inside the package, and nowhere where that is not its own: Node's default is a folder of the
// system where everybody may write, and it runs whatever lies there.
module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compiled/', import.meta.url)))
if (process.argv.length === 2) process.argv.push('serve')
await import(new URL('../server/dist/packed/affiliate.mjs', import.meta.url).href)
