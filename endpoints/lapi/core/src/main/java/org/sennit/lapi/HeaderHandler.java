package org.sennit.lapi;

/** Returns the memory for the data of an arriving message. (vhdr_hndlr_t, hdr_hndlr_t) */
@FunctionalInterface
public interface HeaderHandler {
    /**
     * Handles the header of a message before its data is written. Runs in the thread that has received the header, one
     * at a time for each task; must not block and not call a {@link Lapi}. An exception is reported to the error
     * handler of this task, the data is dropped, and the counters move.
     *
     * @param message user header, lengths and origin; valid during the call
     * @return where to write the data, to be left alone until the target counter has moved; null drops the data
     */
    LapiVector handle(ArrivingHeader message);
}
