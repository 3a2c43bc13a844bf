package acervo.client;

import java.io.IOException;
import java.io.InputStream;

/** Bytes that are read while they are sent. */
interface Source {
    /** Anew for every try. */
    InputStream open() throws IOException;

    /** Whether it can be opened only once: a call that has read from it is not repeated. */
    default boolean once() {
        return false;
    }

    static Source once(InputStream stream) {
        return new Source() {
            @Override
            public InputStream open() {
                return stream;
            }

            @Override
            public boolean once() {
                return true;
            }
        };
    }
}
