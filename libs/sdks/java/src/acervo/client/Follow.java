package acervo.client;

import java.util.List;
import java.util.function.BiConsumer;

/** Where {@link Acervo#followEvents} begins, and what it gives. */
public final class Follow {
    String after;
    String epoch;
    List<String> types;
    BiConsumer<Long, String> onPosition = (position, epoch) -> {};

    /** Position after which to read; "fim": from now on. Without it: from the first event. */
    public Follow after(String position) {
        after = position;
        return this;
    }

    /** That of the answer with the position, if it had one. */
    public Follow epoch(String epoch) {
        this.epoch = epoch;
        return this;
    }

    public Follow types(String... types) {
        this.types = List.of(types);
        return this;
    }

    /** Called once all events up to this position have been handled: store it, with the epoch if there is one, and go on from there. */
    public Follow onPosition(BiConsumer<Long, String> onPosition) {
        this.onPosition = onPosition;
        return this;
    }
}
