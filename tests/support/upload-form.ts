import type { Client } from './client.ts'

type File = { bytes: Uint8Array | string; name?: string; type?: string; field?: string }

/** Builds the request of a browser for a form of files. */
export async function createForm(...files: File[]) {
  const data = new FormData()
  for (const { bytes, name = 'x.bin', type = '', field = 'files' } of files) {
    const content = typeof bytes === 'string' ? bytes : new Uint8Array(bytes)
    data.append(field, new File([content], name, { type }))
  }
  const request = new Response(data)
  return {
    body: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  }
}

/** Sends files as a form. */
export async function uploadFiles(client: Client, ...files: File[]) {
  const { body, headers } = await createForm(...files)
  return client.post('/uploads', body, headers)
}
