/** The files of a multipart form that have content; none when the body is no such form. */
export async function filesOf(body: Buffer, contentType = ''): Promise<Uint8Array[]> {
  const form = await readForm(body, contentType)
  const files = [...(form?.values() ?? [])].filter((part) => part instanceof File)
  const contents = await Promise.all(files.map((each) => each.arrayBuffer()))
  return contents
    .filter(({ byteLength }) => byteLength > 0)
    .map((content) => new Uint8Array(content))
}

async function readForm(body: Buffer, contentType: string) {
  try {
    const headers = { 'content-type': contentType }
    return await new Response(new Uint8Array(body), { headers }).formData()
  } catch {
    return undefined
  }
}
