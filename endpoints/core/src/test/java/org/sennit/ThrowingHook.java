package org.sennit;

import org.sennit.spi.progress.ProgressHook;

/** Work of an endpoint that throws once, at the next progress, and is over then. One thread. */
final class ThrowingHook implements ProgressHook {
    private final RuntimeException thrown;
    private boolean hasThrown;

    ThrowingHook(RuntimeException thrown) {
        this.thrown = thrown;
    }

    @Override
    public int advance() {
        if (hasThrown) {
            return OVER;
        }
        hasThrown = true;
        throw thrown;
    }

    @Override
    public boolean hasWork() {
        return true;
    }
}
