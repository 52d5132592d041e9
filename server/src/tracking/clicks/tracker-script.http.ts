import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const SOURCE = fileURLToPath(new URL('../../../../tracker/src/script.ts', import.meta.url))

/**
 * Builds the tracker for browsers from its source. The bundled service contains the built script instead
 * (`bin/bundle.js`).
 */
export function trackerScript(): string {
  const { outputFiles } = buildSync({
    entryPoints: [SOURCE],
    bundle: true,
    minify: true,
    format: 'iife',
    // Supports browsers of the last five years.
    target: 'es2020',
    // Neither the tsconfig nor the working directory may change the output.
    tsconfigRaw: {},
    charset: 'ascii',
    write: false,
  })
  return outputFiles.map(({ text }) => text).join('')
}
