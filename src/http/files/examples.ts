/** A body for the demo archive. */
export const ADD_FILES = [{ arquivo: Buffer.from('Anexo.\n').toString('base64'), nomeImagem: 'Anexo', versao: '1', extensao: 'txt' }];
