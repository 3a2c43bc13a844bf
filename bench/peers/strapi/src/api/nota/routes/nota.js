module.exports = require('@strapi/strapi').factories.createCoreRouter('api::nota.nota');
