import { useEffect, type RefObject } from 'react';

/** The first refused field gets the focus, or what stands above the form. */
export function useFocusProblem(form: RefObject<HTMLFormElement | null>, problem: unknown): void {
  useEffect(() => {
    if (!problem || !form.current) return;
    const find = (selector: string) => form.current!.querySelector<HTMLElement>(selector);
    (find('[aria-invalid=true]') ?? find('.notice'))?.focus();
  }, [form, problem]);
}
