package org.sennit.endpoints.device;

import java.util.concurrent.ConcurrentHashMap;

/** The credit between this process and all others, by their numbers. Any thread. */
final class Credits {
    private final long windowBytes;
    private final ConcurrentHashMap<Integer, CreditWindows> byProcess = new ConcurrentHashMap<>();

    Credits(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    /** How much one endpoint may be sent before it has taken any of it. */
    long windowBytes() {
        return windowBytes;
    }

    /** What concerns one process; not for every message. */
    CreditWindows of(int process) {
        return byProcess.computeIfAbsent(process, p -> new CreditWindows(windowBytes));
    }
}
