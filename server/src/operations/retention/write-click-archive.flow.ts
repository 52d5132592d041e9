import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { readVersion } from '../../core/config/version.ts'
import { allowLongStatements } from '../../core/database/long-statements.sql.ts'
import type { Deps } from '../../core/deps.ts'
import { statisticsLimits } from '../../statistics/limits.ts'
import { formatClickId } from '../../tracking/clicks/click-id.rule.ts'
import { encryptManifest } from '../backup/encryption.flow.ts'
import { writeArchive } from '../backup/write-archive.flow.ts'
import { ARCHIVE_HEADER, clickLine } from './archive-csv.rule.ts'
import { ARCHIVE_FORMAT } from './archive-manifest.rule.ts'
import { archiveName } from './archive-name.rule.ts'
import { retentionLimits } from './limits.ts'
import { type ArchivedClickRow, readClickPage } from './read-clicks.sql.ts'
import {
  ARCHIVE_COLUMNS,
  type ArchiveBlock,
  type ArchiveLocation,
  type ArchiveManifest,
  type Month,
} from './retention.ts'

export interface ClicksToArchive {
  programId: number
  month: Month
  part: number
}

/**
 * Archives a program's clicks for a month, with the manifest last. Holds at most one page of clicks, one block and one
 * file in memory. Clicks that arrive in the meantime may be missing.
 */
export async function writeClickArchive(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { store, passphrase }: Extract<ArchiveLocation, { kind: 'store' }>,
  clicks: ClicksToArchive,
): Promise<void> {
  const { programId, month, part } = clicks
  const name = archiveName(programId, month.name, part)
  const madeAt = clock.now().toISOString()
  // A killed run may have left files. No other process is writing here.
  await store.removeUnfinished(name)
  const draft = await store.begin(name)
  try {
    const tally = new Tally()
    const blocks = compressBlocks(tally, readPages(database, clicks))
    const { archiveBytes, files } = await writeArchive(draft, blocks, passphrase)
    const unsealedManifest: Omit<ArchiveManifest, 'seal'> = {
      format: ARCHIVE_FORMAT,
      kind: 'clicks',
      name,
      programId,
      month: month.name,
      part,
      ...tally.figures(),
      columns: ARCHIVE_COLUMNS,
      archiveBytes,
      files,
      encryption: passphrase === undefined ? null : 'age',
      madeAt,
      version: readVersion(),
    }
    await draft.finish(await encryptManifest(unsealedManifest, passphrase))
  } catch (error) {
    // An unfinished archive has no manifest, so it doesn't count as an archive.
    await draft.discard().catch(() => {})
    throw error
  }
}

async function* readPages(
  { kysely }: Deps['database'],
  { programId, month }: ClicksToArchive,
): AsyncGenerator<ArchivedClickRow[]> {
  const rows = retentionLimits.retentionPageRows
  let after: ArchivedClickRow | undefined
  for (;;) {
    const page = await kysely.transaction().execute(async (transaction) => {
      await allowLongStatements(transaction, statisticsLimits.jobStatementTimeoutMs)
      return readClickPage(transaction, programId, month, { after, rows })
    })
    if (page.length > 0) yield page
    if (page.length < rows) return
    after = page.at(-1)
  }
}

const compress = promisify(gzip)

/** Compresses the lines of these clicks, block by block. Concatenated, the blocks are one gzip file. */
async function* compressBlocks(
  tally: Tally,
  pages: AsyncIterable<ArchivedClickRow[]>,
): AsyncGenerator<Buffer> {
  let first: string | undefined
  let csv = [tally.header()]
  let csvBytes = 0
  const block = async (uuid: string) => tally.noteBlock(uuid, await compress(Buffer.concat(csv)))
  for await (const page of pages) {
    first ??= page[0]?.click_uuid
    const lines = tally.lines(page)
    csv.push(lines)
    csvBytes += lines.length
    if (first === undefined || csvBytes < retentionLimits.archiveBlockBytes) continue
    yield await block(first)
    first = undefined
    csv = []
    csvBytes = 0
  }
  if (csv.length > 0) yield await block(first ?? NO_CLICK)
}

/** The first UUID, for an archive without clicks. */
const NO_CLICK = '00000000-0000-0000-0000-000000000000'

class Tally {
  #blocks: ArchiveBlock[] = []
  #rows = 0
  #testRows = 0
  #keys = 0n
  #bytes = 0
  #hash = createHash('sha256')
  #latestTest: { id: number; at: string } | null = null

  header(): Buffer {
    return this.#count(ARCHIVE_HEADER)
  }

  lines(page: readonly ArchivedClickRow[]): Buffer {
    for (const click of page) this.#note(click)
    return this.#count(page.map(toArchiveLine).join(''))
  }

  noteBlock(first: string, compressed: Buffer): Buffer {
    this.#blocks.push({ first, bytes: compressed.length })
    return compressed
  }

  figures() {
    return {
      rows: this.#rows,
      testRows: this.#testRows,
      keysHash: String(this.#keys),
      csvBytes: this.#bytes,
      csvSha256: this.#hash.copy().digest('hex'),
      blocks: this.#blocks,
      latestTest: this.#latestTest,
    }
  }

  #note({ is_test, id, received_at, key_hash }: ArchivedClickRow) {
    this.#rows += 1
    this.#keys += BigInt(key_hash)
    if (!is_test) return
    this.#testRows += 1
    this.#latestTest = { id, at: received_at.toISOString() }
  }

  #count(text: string): Buffer {
    const bytes = Buffer.from(text, 'utf8')
    this.#bytes += bytes.length
    this.#hash.update(bytes)
    return bytes
  }
}

function toArchiveLine({
  received_at,
  click_uuid,
  id,
  is_test,
  key_hash: _,
  program_id,
  ...texts
}: ArchivedClickRow): string {
  return clickLine({
    ...texts,
    click_id: formatClickId(program_id, click_uuid),
    received_at: received_at.toISOString(),
    id: String(id),
    is_test: String(is_test),
  })
}
