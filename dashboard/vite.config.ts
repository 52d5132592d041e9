import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { parse } from '@formatjs/icu-messageformat-parser'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'

/** Where the development server finds the service. */
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [compileMessages(), react(), tailwindcss(), precompress()],
  // Messages are parsed by `compileMessages`.
  resolve: {
    alias: { '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js' },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    // The team's app, and the partner's, which is small and loads nothing of it.
    rolldownOptions: { input: ['index.html', 'partner.html'] },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/js', '/docs', '/openapi.json'].map((path) => [path, proxied()])),
  },
})

/** The service only lets its own pages act with the session cookie, so the page's address is replaced by the service's. */
function proxied(): ProxyOptions {
  return { target: service, changeOrigin: true, headers: { origin: new URL(service).origin } }
}

const COMPRESSIBLE = /\.(js|css|html|svg)$/
const LEAST_BYTES = 1024

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the service compresses nothing itself. */
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
 * Parses messages at build time, so that the browser needs no parser. The team's are compiled into the modules that use them:
 * a page loads its own texts. The portal's languages are files, because one of several is chosen.
 */
function compileMessages(): Plugin {
  const team = compileCatalog(readFileSync(new URL('src/messages/team.en.json', import.meta.url), 'utf8'))
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform(code, id) {
      if (/\/messages\/[\w.-]+\.json$/.test(id)) {
        return { code: `export default ${JSON.stringify(compileCatalog(code))}`, moduleType: 'js' }
      }
      if (!code.includes('/messages/team-text.ts')) return undefined
      const keys = [...code.matchAll(/\b(?:t|rich)\(\s*'([^']+)'/g)].flatMap(([, key]) => key ?? [])
      const own = Object.fromEntries(keys.map((key) => [key, team[key]]))
      const add = `import { addMessages } from '/src/messages/message.ts'; addMessages(${JSON.stringify(own)});`
      return { code: `${add}${code}`, map: null }
    },
  }
}

function compileCatalog(json: string): Record<string, unknown> {
  const texts = Object.entries<string>(JSON.parse(json))
  return Object.fromEntries(texts.map(([key, text]) => [key, /[{}<']/.test(text) ? parse(text) : text]))
}
