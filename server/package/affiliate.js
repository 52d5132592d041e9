#!/usr/bin/env node
import module from 'node:module'

// `npx affiliate-tracking` of the published package: the bundle is there, and whoever asks for nothing wants the service.
module.enableCompileCache?.()
if (process.argv.length === 2) process.argv.push('serve')
await import(new URL('../server/dist/packed/affiliate.mjs', import.meta.url).href)
