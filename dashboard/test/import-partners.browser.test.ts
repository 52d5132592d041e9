import { beforeAll, expect, test } from 'vitest'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

const LOOKS = [
  ['light', 390],
  ['dark', 390],
  ['light', 1440],
  ['dark', 1440],
] as const

describeInChromium('an import of partners', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  async function openDialog(colorScheme: 'light' | 'dark', width: number) {
    const program = await stage.emptyProgram()
    const page = await stage.open(`/programs/${program.id}/partners`, { colorScheme, width })
    await page.getByRole('button', { name: 'Import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import partners' })
    await dialog.waitFor()
    const choose = (text: string | Buffer) =>
      dialog
        .getByLabel('CSV file')
        .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    return { page, dialog, choose, program }
  }

  test.each(LOOKS)('shows what becomes of each row, and imports, in %s at %i', async (colorScheme, width) => {
    const { page, dialog, choose, program } = await openDialog(colorScheme, width)
    expect(await findBarriers(page)).toEqual([])
    await choose(
      [
        'Name;Email;Code;Phone',
        `Nora Berg;nora-${program.id}@partners.example;nora-${program.id};1`,
        `Sam Lee;sam-${program.id}@partners.example;;2`,
        `Nora Again;NORA-${program.id}@partners.example;;3`,
        'Nobody;nobody;;4',
        `Taken;taken-${program.id}@partners.example;${program.code};5`,
      ].join('\r\n'),
    )
    await dialog.getByRole('button', { name: 'Look at the rows' }).click()
    await dialog.getByText('2 partners to add, 3 rows left out. Nothing is read from Phone.').waitFor()
    await settled(page)
    expect(await findBarriers(page)).toEqual([])
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/import-${colorScheme}-${width}.png` })
    await dialog.getByLabel('Problems only').check()
    await expect.poll(() => dialog.locator('tbody tr').count()).toBe(3)
    await dialog.getByText('Line 2 has this e-mail.').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 partners' }).click()
    await dialog.getByText('2 partners added. Each has a link of its own.').waitFor()
    await dialog.getByText('Nobody is mailed, as you chose.').waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('Sam Lee').first().waitFor()
  })

  test('says what is wrong with a file, and that another look is needed', async () => {
    const { page, dialog, choose, program } = await openDialog('light', 1280)
    const look = () => dialog.getByRole('button', { name: 'Look at the rows' }).click()
    await look()
    await dialog.getByText('Choose a file.').waitFor()
    await choose(Buffer.from('name,email\nJos\xe9,jose@partners.example', 'latin1'))
    await look()
    await dialog.getByText(/Line 2: it is neither UTF-8 nor UTF-16/).waitFor()
    const email = `late-${program.id}@partners.example`
    await choose(`name,email\nLate,${email}`)
    await look()
    await dialog.getByText('1 partner to add.').waitFor()
    await page.evaluate(
      async ([id, address]) => {
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ name: 'Late', email: address })
        const answer = await fetch(`/api/programs/${id}/partners`, { method: 'POST', headers, body })
        if (!answer.ok) throw new Error(await answer.text())
      },
      [program.id, email] as const,
    )
    await dialog.getByRole('button', { name: 'Import 1 partner' }).click()
    await dialog.getByText(/has another fate than in the preview: nothing was written/).waitFor()
    await dialog.getByRole('button', { name: 'Another file' }).click()
    const example = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Example file' }).click()
    expect((await example).suggestedFilename()).toBe('partners-example.csv')
  })
})
