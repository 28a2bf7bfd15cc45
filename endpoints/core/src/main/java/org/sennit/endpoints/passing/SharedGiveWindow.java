package org.sennit.endpoints.passing;

/** The window of an endpoint that several threads share: two of them may pass it at once, and then it is a little wider. */
public final class SharedGiveWindow extends GiveWindow {
    /**
     * An empty window.
     *
     * @param mostBytes how much may be under way before a give waits, in bytes
     */
    public SharedGiveWindow(long mostBytes) {
        super(mostBytes);
    }

    @Override
    public synchronized boolean isOpen(long lengthBytes) {
        return super.isOpen(lengthBytes);
    }

    @Override
    public synchronized void add(PassedMemory gift, long word, long lengthBytes) {
        super.add(gift, word, lengthBytes);
    }

    @Override
    public synchronized boolean isOpenToProcess(long lengthBytes) {
        return super.isOpenToProcess(lengthBytes);
    }
}
