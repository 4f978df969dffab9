'use strict'

const express = require('express')
const { languages, products } = require('./menu.json')
const { name, config } = require('./package.json')
const { render } = require('./views')
const { noteVisit, summariseVisits } = require('./visits')

const app = express()

app.get('/menu', (req, res) => {
  const language = languages.includes(req.query.language) ? req.query.language : 'en'
  const cards = products.map(({ names, price, allergens }) =>
    render('card.html', language, { name: names[language], price, allergens: allergens.join(', ') })
  )
  const page = render('page.html', language, { language, cards: cards.join('') })
  noteVisit({ language, page })
  res.send(page)
})

app.get('/visits', (req, res) => res.json(summariseVisits()))

app.use((req, res) => res.status(404).json({ statusCode: 404 }))

const { HOST = '127.0.0.1', PORT = 3000 } = process.env
const server = app.listen(PORT, HOST, () => {
  console.log(`${name} listening on http://${HOST}:${server.address().port}${config.path}`)
})
