import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { compileCatalog } from './scripts/compile-messages.ts'
import { firstLoadChunks } from './scripts/first-load-chunks.ts'

/** Where the development server finds the service. */
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [compileMessages(), react(), tailwindcss(), precompress()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    // The team's app, and the partner's, which is small and doesn't load any of the team's code.
    rolldownOptions: {
      input: ['index.html', 'partner.html'],
      output: { codeSplitting: { groups: firstLoadChunks() } },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/js', '/docs', '/openapi.json'].map((path) => [path, proxied()])),
  },
})

/**
 * The service only accepts the session cookie from its own pages, so the page's origin is replaced by the service's.
 */
function proxied(): ProxyOptions {
  return { target: service, changeOrigin: true, headers: { origin: new URL(service).origin } }
}

const COMPRESSIBLE = /\.(js|css|html|svg)$/
const LEAST_BYTES = 1024

/**
 * Writes a `.br` and a `.gz` beside every text file of the build, so that the service doesn't compress anything
 * itself.
 */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    writeBundle({ dir }, bundle) {
      if (dir === undefined) return
      for (const fileName of Object.keys(bundle).filter((name) => COMPRESSIBLE.test(name))) {
        const path = join(dir, fileName)
        const bytes = readFileSync(path)
        if (bytes.length < LEAST_BYTES) continue
        writeFileSync(`${path}.br`, brotliCompressSync(bytes))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/**
 * Compiles messages at build time. The team's messages replace their keys in the modules that use them, so a page
 * loads only its own texts. The portal's messages are separate files, one per language.
 */
function compileMessages(): Plugin {
  const team = compileCatalog(
    JSON.parse(readFileSync(new URL('src/messages/team.en.json', import.meta.url), 'utf8')),
  )
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform(code, id) {
      if (/\/messages\/[\w.-]+\.json$/.test(id)) {
        return {
          code: `export default ${JSON.stringify(compileCatalog(JSON.parse(code)))}`,
          moduleType: 'js',
        }
      }
      if (!code.includes('/messages/team-text.ts')) return undefined
      const withMessages = code.replaceAll(/\b((?:t|rich)\(\s*)'([^']+)'/g, (_call, start, key) => {
        const message = team[key]
        if (message === undefined) throw new Error(`${id} uses the unknown message "${key}"`)
        return start + JSON.stringify(message)
      })
      return { code: withMessages, map: null }
    },
  }
}
