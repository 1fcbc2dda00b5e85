import type { TillsTexts } from './en.ts'

export const es: TillsTexts = {
  none: 'Aún no hay ninguna caja. A quien puede registrar cajas se le pregunta al iniciar sesión en un dispositivo.',
  till: 'Caja',
  ownDrawer: 'Efectivo fuera de las cajas',
  lastReceipt: 'Último recibo',
  lastSeen: 'Vista por última vez',
  drawer: 'Debe haber en el cajón',
  noShift: 'El efectivo de los cajones se muestra mientras hay un turno abierto.',
  revoked: 'Terminada',
  gone: 'Perdió su memoria',
  missing: (numbers) => `Faltan: ${numbers}`,
  waiting: (count, since) =>
    `${count === 1 ? 'Una venta' : `${count} ventas`} por entregar, desde ${since}`,

  name: 'Nombre',
  rename: 'Cambiar el nombre',
  isRenamed: (name) => `Ahora se llama ${name}.`,

  count: 'Contar el cajón',
  counted: 'Contado',
  keepCount: (amount) => `Guardar el conteo: ${amount}`,
  isKept: 'El conteo se guardó junto a lo esperado.',
  move: 'Mover dinero a otro cajón',
  to: 'A',
  amount: 'Importe',
  reason: 'Motivo',
  moveNow: (amount) => `Mover ${amount}`,
  isMoved: (amount) => `Se movieron ${amount}.`,
  confirm: 'Números que faltan',
  confirmHint:
    'Confirme los números que ningún recibo tiene, como los de un rollo roto. Aparecen en el Z con su nombre. Si aun así llega después una venta, recibe su número.',
  confirmNumbers: (count) =>
    count === 1
      ? 'Confirmar un número como no usado'
      : `Confirmar ${count} números como no usados`,
  areConfirmed: 'Los números están confirmados como no usados.',
  others: 'Solo se muestran los primeros. Confirme estos y mire otra vez.',
  lost: 'Lo que no había entregado se perdió',
  lostHint: 'Confírmelo si el dispositivo no volverá: la alerta termina.',
  confirmLost: 'Confirmar que sus ventas se perdieron',
  isLost: 'Está confirmado.',
  end: 'Terminar esta caja',
  endHint:
    'Ya no se vende nada en ella y sus sesiones terminan. Su serie no se vuelve a dar. No se puede deshacer.',
  endNow: 'Terminarla ahora',
  deviceGone: 'El dispositivo fue robado o se perdió',
  deviceGoneHint:
    'Nadie puede entrar ya en él. Un ladrón puede averiguar los PIN de quienes vendían allí sin internet: hasta que los cambien, solo entran en otros dispositivos que los conocen.',
  isEnded: (name, people, isGone) =>
    [
      `${name} ha terminado.`,
      people.length > 0 && `Sin internet podían vender allí: ${people.join(', ')}.`,
      people.length > 0 && isGone && 'Haga que cambien su PIN.',
    ]
      .filter(Boolean)
      .join(' '),
}
