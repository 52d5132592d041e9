import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

/** The tracker, and the optional script for single-page apps and multiple sites. */
export type ScriptName = 'script' | 'pages'

/**
 * Builds a browser script from its source. The bundled service contains the built scripts instead (`bin/bundle.js`).
 */
export function trackerScript(name: ScriptName): string {
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`../../../../tracker/src/${name}.ts`, import.meta.url))],
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
