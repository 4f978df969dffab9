'use strict'

// The inventory. Titles follow the rule of the card index: decoration, kind, motif.

const MAKERS = [
  'Adélaïde Tissot', 'Amalie Böhm', 'Åsa Lindqvist', 'Béla Kovács', 'Benoît Charpentier',
  'Dorothea Möller', 'Édouard Vasseur', 'Ernst Grünewald', 'Félicie Aubert', 'Giosuè Bianchi',
  'Héloïse Marchand', 'Ján Novák', 'Käthe Überreiter', 'Léon Bréchet', 'Márta Szűcs',
  'Ødegård & Sons', 'Renée Dufrêne', 'Søren Kjærgaard'
]
const DECORATIONS = [
  'Celadon-glazed', 'Cloisonné', 'Engraved', 'Gilded', 'Lustre', 'Moiré', 'Niello',
  'Pâte-sur-pâte', 'Salt-glazed', 'Underglaze blue'
]
const KINDS = [
  'bowl', 'candlestick', 'charger', 'clock case', 'coffee pot', 'ewer', 'inkwell', 'jardinière',
  'jug', 'plaque', 'salt cellar', 'sauce boat', 'tazza', 'tile', 'vase'
]
const MOTIFS = [
  'a crane', 'a hunting party', 'a Nativity', 'a river landscape', 'a ship', 'acanthus leaves',
  'an allegory of spring', 'armorials', 'butterflies', 'carnations', 'chinoiserie figures',
  'cornflowers', 'daphnés', 'fleurs-de-lys', 'grotesques', 'herons', 'irises', 'lambrequins',
  'musicians', 'oak branches', 'partridges', 'peonies', 'putti', 'roses', 'ruins', 'shells',
  'the four seasons', 'the hours', 'tulips', 'vines'
]
const ROOMS = 24

const count = DECORATIONS.length * KINDS.length * MOTIFS.length
const objects = Array.from({ length: count }, (_, index) => {
  // Objects have come to the museum in another order than that of the cards.
  const card = index * 1237 % count
  const decoration = DECORATIONS[card % DECORATIONS.length]
  const kind = KINDS[Math.floor(card / DECORATIONS.length) % KINDS.length]
  const motif = MOTIFS[Math.floor(card / DECORATIONS.length / KINDS.length)]
  return {
    id: index + 1,
    maker: MAKERS[index * 7 % MAKERS.length],
    title: `${decoration} ${kind} with ${motif}`,
    year: 1690 + index * 31 % 220,
    room: index * 11 % ROOMS + 1
  }
})

module.exports = { objects }
