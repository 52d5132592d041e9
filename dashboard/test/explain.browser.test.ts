import { beforeAll, expect, test } from 'vitest'
import { refuse } from '../../server/test/explain/kept-refusal.ts'
import { send, type TestProgram } from '../../server/test/harness.ts'
import { describeInChromium } from '../../tracker/test/chromium.ts'
import { addressOf, findBarriers, openStage, type Stage, settled } from './stage.ts'

let stage: Stage

describeInChromium('why an order paid, or did not', () => {
  beforeAll(async () => {
    stage = await openStage()
  })

  const call = (program: TestProgram, path: string, body: object) =>
    send(stage.service.app, 'POST', `/api/v1/track/${path}`, {
      body,
      ...(path === 'click' ? {} : { bearer: program.liveKey }),
    })

  async function clickOn({ code }: TestProgram): Promise<string> {
    const { body } = await send(stage.service.app, 'POST', '/api/v1/track/click', {
      body: { affiliate_url: `https://shop.test/?aff=${code}` },
    })
    return body.click_id
  }

  async function customer(program: TestProgram, customer_key: string): Promise<string> {
    const click_id = await clickOn(program)
    expect((await call(program, 'lead', { click_id, customer_key })).status).toBe(200)
    return click_id
  }

  const order = (over: object = {}) => ({
    transaction_id: 'order-1',
    amount_cents: 4900,
    customer_key: 'ann',
    ...over,
  })

  /** Another program of the same workspace. */
  async function sibling({ workspaceId }: TestProgram): Promise<TestProgram> {
    const program = await stage.emptyProgram()
    const { kysely } = stage.service.database
    await kysely
      .updateTable('programs')
      .set({ workspace_id: workspaceId })
      .where('id', '=', program.id)
      .execute()
    const listed = kysely.updateTable('workspace_programs').set({ workspace_id: workspaceId })
    await listed.where('program_id', '=', program.id).execute()
    return program
  }

  async function answerTo(program: TestProgram, q: string) {
    const page = await stage.open(`/programs/${program.id}/explain?q=${encodeURIComponent(q)}`)
    await settled(page)
    return page
  }

  test('is asked on the page of events, and the answer has an address', async () => {
    const program = await stage.emptyProgram({ timeZone: 'Asia/Ho_Chi_Minh' })
    await customer(program, 'ann')
    const { body } = await call(program, 'sale', order())
    const page = await stage.open(`/programs/${program.id}/events`)
    await page.getByLabel('Order id, customer key, click id or e-mail').fill('order-1')
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.waitForURL('**/explain?q=order-1')
    await page.getByText('Waits', { exact: true }).waitFor()
    // Whoever uses the keyboard goes on from the answer, not from the top of the document.
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    await page.getByText(`Sale ${body.sale_id} (order-1) earns Pat 9.80 USD.`).waitFor()
    await page.getByText('(Asia/Ho_Chi_Minh)').first().waitFor()
    await page.getByRole('listitem').filter({ hasText: 'Signup of ann reported by your server' }).waitFor()
    await page.getByRole('link', { name: `Sale ${body.sale_id}` }).click()
    await page.waitForURL(`**/events?open=sale-${body.sale_id}`)
    await page.goBack()
    for (const [name, where] of [
      ['Customer ann', '/customers?search=ann'],
      ['Partner Pat', `/partners/${program.partnerId}`],
    ] as const) {
      await page.getByRole('link', { name }).click()
      await page.waitForURL((url) => url.href.includes(where))
      await page.goBack()
    }
  })

  test('finds a customer, a click and an e-mail by themselves, and a name that was mistaken', async () => {
    const program = await stage.emptyProgram()
    const click_id = await clickOn(program)
    await call(program, 'lead', { click_id, customer_key: 'ann', email: 'ann@example.com' })
    for (const q of ['ann', click_id, 'Ann@example.com']) {
      await (await answerTo(program, q)).getByText('no sale was ever received').waitFor()
    }
    const page = await answerTo(program, 'Ann')
    await page.getByText('Nothing of Ann was ever received, but something of ann was.').waitFor()
    await page.getByRole('link', { name: 'Ask for ann' }).click()
    await page.getByText('no sale was ever received').waitFor()
  })

  test('tells a test as a test', async () => {
    const program = await stage.emptyProgram()
    await send(stage.service.app, 'POST', '/api/v1/track/sale', {
      body: order({ transaction_id: 'try-1' }),
      bearer: program.testKey,
    })
    const page = await answerTo(program, 'try-1')
    await page.getByText('try-1 was sent as a test.').waitFor()
    await page.getByRole('heading', { name: 'Sent as a test' }).waitFor()
  })

  const other = (program: TestProgram) => ({ ...program, liveKey: `${program.liveKey.slice(0, -4)}AAAA` })

  /** The nine mistakes of an integration, each made over HTTP, and what the screen says of it. */
  const MISTAKES: [string, (program: TestProgram) => Promise<string>, RegExp][] = [
    [
      'a wrong key',
      async (program) => {
        await mistake(other(program), order())
        return 'order-1'
      },
      /The call was refused on .* with unauthorized/,
    ],
    [
      'the key of another program',
      async (program) => {
        await customer(program, 'ann')
        await mistake(await sibling(program), order({ transaction_id: 'order-of-another' }))
        return 'order-of-another'
      },
      /This program knows nothing of order-of-another, but the program .* of this workspace does/,
    ],
    [
      'an unknown customer key',
      async (program) => {
        await customer(program, 'Ann')
        await mistake(program, order())
        return 'order-1'
      },
      /No customer has the key ann, but one has Ann/,
    ],
    [
      'no click',
      async (program) => {
        await mistake(program, { customer_key: 'ann' }, 'lead')
        await mistake(program, order())
        return 'order-1'
      },
      /A lead with the key ann was refused on .* No click was recorded under the click id of that call, or it had none/,
    ],
    [
      'a click of another program',
      async (program) => {
        await mistake(
          program,
          order({ customer_key: undefined, click_id: await clickOn(await sibling(program)) }),
        )
        return 'order-1'
      },
      /is of another program, .*: it brings nobody here/,
    ],
    [
      'an expired window',
      async (program) => {
        await customer(program, 'ann')
        stage.service.clock.advance({ days: 63 })
        await mistake(program, order())
        return 'order-1'
      },
      /The attribution window of 60 days .* was over: it ended on .*, 3 days before/,
    ],
    [
      'a wrong currency',
      async (program) => {
        await mistake(program, order({ currency: 'usd' }))
        return 'order-1'
      },
      /The sale was refused on .* with unsupported_currency/,
    ],
    [
      'a duplicate',
      async (program) => {
        await customer(program, 'ann')
        await customer(program, 'bob')
        expect((await call(program, 'sale', order())).status).toBe(200)
        stage.service.clock.advance({ minutes: 1 })
        await mistake(program, order({ customer_key: 'bob' }))
        return 'bob'
      },
      /The sale order-1 was recorded before/,
    ],
    [
      'an amount as text',
      async (program) => {
        await customer(program, 'ann')
        await mistake(program, order({ amount_cents: '4900' }))
        return 'order-1'
      },
      /The call was refused on .* with invalid_request: .*amount_cents/,
    ],
  ]

  const mistake = (program: TestProgram, body: Record<string, unknown>, of: 'sale' | 'lead' = 'sale') =>
    refuse(stage.service, { program }, { call: of, body })

  test.each(MISTAKES)('explains %s', async (_mistake, make, words) => {
    const program = await stage.emptyProgram()
    const page = await answerTo(program, await make(program))
    await expect.poll(() => page.locator('main').innerText()).toMatch(words)
    await page.getByText('Pays nothing', { exact: true }).waitFor()
    await page.getByText('What would make it pay.').waitFor()
  })

  test('says what to check when nothing is known, and asks when nothing is asked', async () => {
    const program = await stage.emptyProgram()
    const page = await answerTo(program, 'never-sent')
    await page.getByText('Nothing of never-sent was ever received by this program.').waitFor()
    await page.getByText(/Check that it was sent to this program/).waitFor()
    await page.goto(addressOf(`/programs/${program.id}/explain`))
    await page.getByText('Ask why an order paid, or did not').waitFor()
  })

  test('is shared by a link that opens without signing in, until it is revoked', async () => {
    const program = await stage.emptyProgram()
    await customer(program, 'ann')
    await call(program, 'sale', order())
    const page = await answerTo(program, 'order-1')
    await page.getByRole('button', { name: 'Share with support' }).click()
    const link = await page.getByRole('dialog').locator('code').innerText()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1440]) {
        const stranger = await stage.newVisitor({ colorScheme, width })
        await stranger.goto(link)
        await settled(stranger)
        await stranger.getByText('earns Pat 9.80 USD').waitFor()
        expect(await findBarriers(stranger)).toEqual([])
      }
    }
    await page.getByRole('button', { name: 'Revoke the link to order-1' }).click()
    await page.getByText('The link opens nothing any more.').first().waitFor()
    const late = await stage.newVisitor()
    await late.goto(link)
    await late.getByText('This link opens nothing').waitFor()
  })

  test('keeps nobody out, in both colours, on a desk and on a phone', async () => {
    const program = await stage.emptyProgram()
    await customer(program, 'ann')
    await call(program, 'sale', order())
    await mistake(program, order({ transaction_id: 'order-2', amount_cents: '4900' }))
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1440]) {
        const page = await stage.open(`/programs/${program.id}/explain?q=ann`, { colorScheme, width })
        await settled(page)
        expect(await findBarriers(page)).toEqual([])
      }
    }
  })
})
