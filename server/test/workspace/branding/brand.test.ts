import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  concurrently,
  createTestProgram,
  send,
  signInMember,
  startTestService,
  type TestProgram,
} from '../../harness.ts'

const service = await startTestService()
const { app } = service
let program: TestProgram
let bearer: string

beforeEach(async () => {
  program = await createTestProgram(service)
  bearer = await signInMember(service, program)
})

const IMAGE = 'RIFF0000WEBP-of-a-test'
const change = (body: unknown, of = { program, bearer }) =>
  send(app, 'PATCH', `/api/programs/${of.program.id}/branding`, { bearer: of.bearer, body })
const read = () => send(app, 'GET', `/api/programs/${program.id}/branding`, { bearer })
const setLogo = (image: string) =>
  send(app, 'PUT', `/api/programs/${program.id}/logo`, {
    bearer,
    body: { image: Buffer.from(image).toString('base64') },
  })

describe('a program’s branding', () => {
  it('has only a default color until it is set, and changes field by field', async () => {
    const nothing = { slug: null, color: '#2f4fb3', textColor: '#ffffff', replyTo: null, logoUrl: null }
    expect((await read()).body.data).toEqual(nothing)
    const slug = `acme-${randomUUID().slice(0, 8)}`
    expect((await change({ slug, color: '#FFD400' })).body.data).toEqual({
      ...nothing,
      slug,
      color: '#ffd400',
      textColor: '#000000',
    })
    await change({ replyTo: ' partners@acme.test ' })
    const brand = { slug, color: '#ffd400', replyTo: 'partners@acme.test' }
    expect((await read()).body.data).toMatchObject(brand)
    await change({ slug: null, replyTo: null })
    expect((await read()).body.data).toMatchObject({ slug: null, color: '#ffd400', replyTo: null })
  })

  it.each([
    [{ slug: 'Acme' }, 'slug'],
    [{ slug: 'a--b' }, 'slug'],
    [{ slug: 'api' }, 'slug'],
    [{ slug: 'x'.repeat(64) }, 'slug'],
    [{ color: 'red' }, 'color'],
    [{ color: '#fff' }, 'color'],
    [{ color: '#2f4fb3;}body{display:none' }, 'color'],
    [{ replyTo: 'a@b.test, c@d.test' }, 'replyTo'],
    [{ replyTo: 'a@b.test\r\nBcc: eve@evil.test' }, 'replyTo'],
  ])('rejects %j', async (body, field) => {
    const { status, body: response } = await change(body)
    expect([status, response.error.details]).toEqual([400, { field }])
  })

  it('assigns a slug to one of several programs that request it at once, and releases it when another slug is chosen', async () => {
    const programs = await concurrently(5, async () => {
      const newProgram = await createTestProgram(service)
      return { program: newProgram, bearer: await signInMember(service, newProgram) }
    })
    const slug = `s-${randomUUID().slice(0, 8)}`
    const responses = await concurrently(5, (n) => change({ slug }, programs[n]))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const winner = programs[responses.findIndex(({ status }) => status === 200)]
    expect((await change({ slug: `t-${randomUUID().slice(0, 8)}` }, winner)).status).toBe(200)
    expect((await change({ slug })).status).toBe(200)
  })
})

describe('a program’s public branding', () => {
  const readPublic = (slug: string) => send(app, 'GET', `/api/partner/brands/${slug}`)

  it('is read by its slug, with text colors for both themes', async () => {
    const slug = `acme-${randomUUID().slice(0, 8)}`
    await change({ slug, color: '#ffd400', replyTo: 'partners@acme.test' })
    await setLogo(IMAGE)
    const { status, body } = await readPublic(slug)
    expect([status, body.data]).toEqual([
      200,
      {
        name: expect.any(String),
        brand: {
          slug,
          color: '#ffd400',
          textColor: '#000000',
          linkColors: { light: expect.stringMatching(/^#[0-9a-f]{6}$/), dark: '#ffd400' },
          logoUrl: expect.stringMatching(`^/logos/${program.id}/`),
        },
      },
    ])
    expect((await readPublic(`${slug}-not`)).status).toBe(404)
    expect((await readPublic('NOT A SLUG')).status).toBe(404)
  })
})

describe('a logo', () => {
  it('has a public URL with its hash and is served only as an image', async () => {
    const { status, body } = await setLogo(IMAGE)
    const digest = createHash('sha256').update(IMAGE).digest('base64url')
    expect([status, body.data.logoUrl]).toEqual([200, `/logos/${program.id}/${digest}`])
    const response = await send(app, 'GET', body.data.logoUrl)
    expect([response.status, response.text]).toEqual([200, IMAGE])
    expect(response.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    // The old URL serves the current logo and is cached only briefly.
    await setLogo(`${IMAGE}-2`)
    const former = await send(app, 'GET', body.data.logoUrl)
    expect([former.text, former.headers['cache-control']]).toEqual([`${IMAGE}-2`, 'public, max-age=300'])
    expect(
      (await send(app, 'DELETE', `/api/programs/${program.id}/logo`, { bearer })).body.data.logoUrl,
    ).toBeNull()
    expect((await send(app, 'GET', body.data.logoUrl)).status).toBe(404)
  })

  it('is detected by its content, cannot be SVG, and has a maximum of 45 kB', async () => {
    for (const image of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'GIF89a',
      '',
      `${IMAGE}${'x'.repeat(45 * 1024)}`,
    ]) {
      const { status, body } = await setLogo(image)
      expect([status, body.error.details]).toEqual([400, { field: 'image' }])
    }
    expect((await read()).body.data.logoUrl).toBeNull()
    expect((await setLogo(IMAGE.padEnd(45 * 1024, 'x'))).status).toBe(200)
  })
})
