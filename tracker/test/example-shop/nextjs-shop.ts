import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildNext, createProject, startNext } from '../../../sdk/test/framework-project.ts'
import type { NextjsRun } from './nextjs/settings.ts'
import type { ExampleShop } from './shop-server.ts'

const SHOP = fileURLToPath(new URL('.', import.meta.url))

/** Builds the Next.js shop once. @returns its folder */
export async function buildNextjsShop(): Promise<string> {
  const copy = join(await createProject(), 'example-shop')
  mkdirSync(copy)
  cpSync(SHOP, copy, { recursive: true })
  const folder = join(copy, 'nextjs')
  await buildNext(folder)
  return folder
}

export async function openNextjsShop(folder: string, run: NextjsRun): Promise<ExampleShop> {
  const { found, stop } = await startNext(folder, { EXAMPLE_SHOP: JSON.stringify(run) })
  return { origin: `http://www.shop.localhost:${new URL(found).port}`, close: async () => stop() }
}
