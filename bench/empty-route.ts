// The click route's baseline: a separate process with the same framework and one POST route that does nothing.
import Fastify from 'fastify'

const RESPONSE = { success: true, click_id: 'none', partner_code: 'none', cookie_window_days: 60 }

const app = Fastify()
app.post('/', async () => RESPONSE)
await app.listen({ host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT) })
process.on('SIGTERM', () => void app.close())
