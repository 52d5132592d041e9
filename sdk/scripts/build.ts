import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Builds `dist`, or the given folder: the code once as CommonJS, and ES modules that re-export it. That way there is a
 * single `AffiliateError` class however the package is loaded.
 */
const SDK = fileURLToPath(new URL('..', import.meta.url))
const DIST = process.argv[2] ?? join(SDK, 'dist')
const require = createRequire(import.meta.url)

rmSync(DIST, { recursive: true, force: true })
const tsc = require.resolve('typescript-native/package.json').replace('package.json', 'bin/tsc')
execFileSync(process.execPath, [tsc, '-p', join(SDK, 'tsconfig.build.json'), '--outDir', DIST], {
  stdio: 'inherit',
})
for (const path of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  if (path.endsWith('.d.ts')) nameDeclarations(join(DIST, path))
}
write('package.json', '{ "type": "commonjs" }\n')
for (const entry of ['index', 'tracking-proxy']) {
  const names = Object.keys(require(join(DIST, `${entry}.js`))).sort()
  write(`${entry}.mjs`, `export { ${names.join(', ')} } from './${entry}.js'\n`)
  write(`${entry}.d.mts`, `export * from './${entry}.js'\n`)
}

/** Declarations keep the sources' `.ts` imports, which some compilers can't resolve. */
function nameDeclarations(file: string) {
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replaceAll(/((?:from|import\() ?')(\.[^']*)\.ts'/g, "$1$2.js'"))
}

function write(name: string, text: string) {
  writeFileSync(join(DIST, name), text)
}
