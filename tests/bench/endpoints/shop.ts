import { inShop, mainShop } from '../../../shared/current-shop.ts'
import { raiseAlert } from '../../../shared/events/alerts/alerts.ts'
import type { Client } from '../../support/client.ts'
import type { BenchShop } from '../bench-shop.ts'
import { callCrud, create } from './counted-client.ts'

/** Calls every operation of staff, settings, shifts, reports, documents and sessions. */
export async function callShop(client: Client, shop: BenchShop): Promise<void> {
  await callCrud(client, '/roles', { role: 'Cashier' })
  const roleId = await create(client, '/roles', { role: 'Waiter' })
  await client.put(`/roles/${roleId}/permissions`, { permissions: ['orders_read'] })
  await client.get(`/roles/${roleId}/permissions`)
  await client.get('/permissions')
  const leaver = { name: 'Cy', pin: '8642', role: roleId }
  const leaverId = await create(client, '/users', leaver)
  await client.get(`/users/${leaverId}/data`)
  await shop.login()
  const { body: sessions } = await client.get(`/users/${shop.userId}/sessions`)
  const [, other = { id: 'unknown' }] = sessions
  await client.del(`/users/${shop.userId}/sessions/${other.id}`)
  await client.del(`/users/${leaverId}/sessions`)
  await client.post(`/users/${leaverId}/erase`, {})
  await callCrud(client, '/users', { name: 'Bo', pin: '8642', role: roleId })
  const colleague = { name: 'Di', pin: '8642', role: roleId }
  await client.put(`/roles/${roleId}/permissions`, { permissions: ['orders_discount'] })
  await client.post('/auth/approvals', {
    userId: await create(client, '/users', colleague),
    pin: colleague.pin,
    permission: 'orders_discount',
    method: 'POST',
    path: '/store/orders/checkout',
    bodySha256: '0a'.repeat(32),
  })
  await client.get('/users/me')
  await client.get('/users/public')
  await client.get('/initial-setup')
  await client.get('/config')
  const manualRate = { currency: 'USD', rate: 100_000 }
  await client.put('/config', { businessName: 'Bench', manualRate })
  await client.get('/base-currency')
  await client.put('/base-currency', { acronym: 'USD' })
  await client.get('/till-data/now?stock=true')
  const { body: known } = await client.get('/till-data')
  await client.get(`/till-data?version=${known.version}`)
  await client.get('/audit')
  await callShifts(client, shop.userId)
  const today = new Date().toISOString().slice(0, 10)
  await client.get(`/reports?startDate=${today}&endDate=${today}`)
  await client.get(`/reports/breakdown?startDate=${today}&endDate=${today}`)
  await client.get(`/reports/export?startDate=${today}&endDate=${today}`)
  await callNotifications(client)
  await callPages(client)
  await shop.login()
  await client.post('/auth/refresh')
  await client.post('/auth/logout')
  await shop.login()
}

async function callShifts(client: Client, userId: string): Promise<void> {
  const shift = {
    userId,
    shiftDate: '2026-05-01',
    startTime: '08:00',
    notes: '',
    initialAmount: 100,
  }
  await client.get('/shifts/drawer')
  const id = await create(client, '/shifts', shift)
  await client.get(`/shifts/open?userId=${userId}`)
  await client.get('/shifts')
  await client.get(`/shifts/${id}`)
  await client.post(`/shifts/${id}/cash`, { type: 'in', amount: 1, reason: 'change' })
  await client.get(`/shifts/${id}/cash`)
  await client.get(`/shifts/${id}/breakdown`)
  await client.post(`/shifts/${id}/close`, {})
  await client.get(`/shifts/${id}/z-report`)
  await client.get('/shifts/z-reports')
  await client.get('/shifts/report?startDate=2026-05-01&endDate=2026-05-01')
  await client.put(`/shifts/${id}`, { ...shift, endTime: '18:00' })
  await client.del(`/shifts/${id}`)
}

async function callNotifications(client: Client): Promise<void> {
  const alert = {
    kind: 'stock_low',
    subject: 'coffee',
    details: { name: 'Coffee' },
  } as const
  await inShop(mainShop, () => raiseAlert(alert, Date.now()))
  const [{ id }] = (await client.get('/admin/notifications')).body
  await client.post(`/admin/notifications/${id}/read`)
  await client.post('/admin/notifications/read-all')
  const preference = { category: 'stock', inAppEnabled: true, pushEnabled: false }
  await client.put('/admin/notification-preferences', preference)
  await client.del(`/admin/notifications/${id}`)
  await client.del('/admin/notifications')
}

async function callPages(client: Client): Promise<void> {
  for (const path of ['/', '/api/health', '/openapi.json', '/asyncapi.json']) {
    await client.get(path)
  }
  for (const page of ['/docs', '/office', '/till', '/kitchen']) {
    const { body } = await client.get(page)
    const [, asset = ''] = new RegExp(`"${page}/([^"]+)"`).exec(body) ?? []
    await client.get(`${page}/${asset}`)
  }
}
