package acervo.client;

import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;

/** What stands on pages, one after the other: asks for the next page when it is needed, until there is none. */
final class Pages<T> implements Iterator<T> {
    private final Supplier<List<T>> nextPage;
    private Iterator<T> page = Collections.emptyIterator();

    /** @param nextPage gives null at the end */
    Pages(Supplier<List<T>> nextPage) {
        this.nextPage = nextPage;
    }

    @Override
    public boolean hasNext() {
        while (!page.hasNext()) {
            List<T> next = nextPage.get();
            if (next == null) return false;
            page = next.iterator();
        }
        return true;
    }

    @Override
    public T next() {
        if (!hasNext()) throw new NoSuchElementException();
        return page.next();
    }
}
