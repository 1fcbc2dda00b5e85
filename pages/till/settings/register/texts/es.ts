import type { RegisterTexts } from './en.ts'

export const es: RegisterTexts = {
  title: 'Hacer de este dispositivo una caja',
  why: 'Una caja tiene números de recibo y un cajón de efectivo propios. Sin ella, este dispositivo vende con los números de la tienda.',
  name: 'Nombre de la caja',
  till: (place) => `Caja ${place}`,
  register: (name) => `Usar el nombre «${name}»`,
  decline: 'Seguir sin ella',
}
