package org.sennit.internal.runtime.progress;

/** Has never anything to do. */
final class NoWork implements WorkSource {
    @Override
    public int doWork() {
        return 0;
    }

    @Override
    public boolean hasWork() {
        return false;
    }
}
