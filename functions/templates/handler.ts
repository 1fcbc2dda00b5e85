import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import * as templates from '../../shared/printers/templates.ts'
import type { Template } from '../../shared/printing/template.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await templates.allTemplates(page)).map(onWire),

  one: async ({ params }) => {
    const template = await templates.findTemplate(params.id)
    if (!template) throw new Failure('notFound')
    return onWire(template)
  },

  create: ({ body }) => templates.createTemplate(body),

  update: ({ params, body }) => templates.changeTemplate(params.id, body),

  remove: ({ params }) => templates.deleteTemplate(params.id),
})

const onWire = ({ id, name, elements }: templates.TemplateRecord): Template => ({
  id,
  name,
  elements: elements.map((element, order) => ({ ...element, templateId: id, order })),
})
