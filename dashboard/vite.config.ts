import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'

/** Where the development server finds the service. */
const service = process.env.SERVICE_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), precompress()],
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
