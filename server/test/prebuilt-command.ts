import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file of `affiliate`, compiled once for this run. */
    command: string
  }
}

/** As deep as a domain's folder, so that what the sources find beside them is found from here. */
const FOLDER = fileURLToPath(new URL('../.cache/', import.meta.url))

/** They read files beside their own, so they stay where they are. */
const EXTERNAL = ['@electric-sql/pglite', 'esbuild', 'pg-native', 'pino']

/** What packages written for `require` expect around them. */
const REQUIRE = `import { createRequire as makeRequire } from 'node:module'
const require = makeRequire(import.meta.url)
const __filename = import.meta.filename
const __dirname = import.meta.dirname`

/**
 * Compiles `bin/affiliate.js` with all it imports: a test that starts many processes would else compile the service
 * and look for hundreds of files in each of them. The real file, which does that, is started by command-line.test.ts.
 */
export default async function setup(project: TestProject) {
  const outdir = `${FOLDER}command-${randomUUID()}`
  await build({
    entryPoints: [fileURLToPath(new URL('../bin/affiliate.js', import.meta.url))],
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    external: EXTERNAL,
    banner: { js: REQUIRE },
    logLevel: 'error',
    outExtension: { '.js': '.mjs' },
    plugins: [
      {
        name: 'nothing is left to compile',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^tsx\/esm\/api$/ }, ({ path }) => ({ path, namespace: 'none' }))
          onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'export const register = () => {}' }))
        },
      },
    ],
  })
  project.provide('command', `${outdir}/affiliate.mjs`)
  return () => rmSync(outdir, { recursive: true })
}
