/** Not every browser says that the printing is over. */
let forgetLast = () => undefined as void;

/** Hands this to the browser's print dialog: meanwhile it is all that the page has on paper. */
export function print(sheets: HTMLElement, page: string, onEnd: () => void = () => undefined): void {
  forgetLast();
  const paper = new CSSStyleSheet();
  paper.replaceSync(`@page { ${page} }`);
  sheets.className = 'printed';
  const forget = () => {
    sheets.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== paper);
    onEnd();
  };
  forgetLast = forget;
  document.adoptedStyleSheets.push(paper);
  document.body.append(sheets);
  // Not every browser waits in print() for the dialog.
  window.addEventListener('afterprint', forget, { once: true });
  window.print();
}
