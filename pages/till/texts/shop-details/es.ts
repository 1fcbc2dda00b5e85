import type { ShopDetailsTexts } from './en.ts'

export const es: ShopDetailsTexts = {
  title: 'Negocio',
  hint: 'Los recibos muestran lo que esté relleno.',
  name: 'Nombre del negocio',
  address: 'Dirección',
  phone: 'Teléfono',
  email: 'Correo electrónico',
  taxId: 'Número fiscal',
  logo: 'Logotipo',
  logoHint:
    'PNG, JPEG, GIF o WebP, de 4 MB como máximo. Los recibos lo imprimen en blanco y negro.',
  chooseLogo: 'Elegir una imagen',
  removeLogo: 'Quitar el logotipo',
  notAPicture: 'Esto no es una imagen de estos formatos.',
  save: 'Guardar',
}
