import { pos, type TicketTemplate } from './pos.ts'

/** The picture of an order's receipt, as the customers' printer prints it. */
export async function receiptOf(orderId: string, signal: AbortSignal): Promise<Blob> {
  const { elements } = await receiptTemplate(signal)
  return pos.templates.preview({ body: { elements, orderId }, signal })
}

/** The template of the default printer for customers, else the built-in one. */
async function receiptTemplate(signal: AbortSignal): Promise<TicketTemplate> {
  const printers = await pos.printers.list({ signal })
  const name = printers.find(
    ({ printerType, isDefault, enabled }) =>
      printerType === 'CUSTOMER' && isDefault && enabled,
  )?.templateName
  const own = name ? await pos.templates.list({ signal }) : []
  const builtIn = await pos.templates.builtIn({ signal })
  const template =
    own.find((each) => each.name === name) ??
    builtIn.find((each) => each.name === 'Receipt')
  if (!template) throw new Error('no template for receipts')
  return template
}
