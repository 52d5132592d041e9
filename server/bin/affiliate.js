#!/usr/bin/env node
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import v8 from 'node:v8'
import { upToDateBundle } from './bundle.js'
import { importTypescript } from './typescript.js'

// Node 22 keeps what it has compiled; an older one compiles it each time.
module.enableCompileCache?.(fileURLToPath(new URL('../.cache/compiled/', import.meta.url)))

// The embedded database is compiled well only where it works much: a command is over before that pays.
v8.setFlagsFromString('--wasm-tiering-budget=100000000')

const bundle = await upToDateBundle().catch((error) => {
  process.stderr.write(
    `affiliate runs from its source, which takes longer: it could not be bundled.\n${error}\n`,
  )
})
if (bundle === undefined) await importTypescript()
await import(bundle ?? '../src/run.ts')
