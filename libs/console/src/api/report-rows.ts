interface WireRow {
  Dados: { NomeAmigavel: string; NomeColuna: string; Tipo: string; Valor: string | number | null }[];
}

/** A report may have any number of rows; so much of it is shown. */
const MOST_CHARACTERS = 2_000_000;
const NEXT_ROW = ',{"Dados":[';

/** The beginning of a list of rows, as far as it was read. Within a value the quotes would be escaped. */
export function rowsIn(text: string, isAll: boolean): WireRow[] {
  if (isAll) return JSON.parse(text) as WireRow[];
  const end = text.lastIndexOf(NEXT_ROW);
  return end < 0 ? [] : (JSON.parse(`${text.slice(0, end)}]`) as WireRow[]);
}

export async function beginningOf(response: Response): Promise<{ text: string; isAll: boolean }> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; ;) {
    const { done, value } = await reader.read();
    if (done) return { text, isAll: true };
    text += value;
    if (text.length < MOST_CHARACTERS) continue;
    await reader.cancel();
    return { text, isAll: false };
  }
}
