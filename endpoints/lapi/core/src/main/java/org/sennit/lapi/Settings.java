package org.sennit.lapi;

import org.sennit.active.ActiveMessages;

/** The properties of a task that programs ask for and set. Any thread. */
final class Settings {
    private static final long NS_PER_S = 1_000_000_000L;

    private final int task;
    private final int tasks;

    // Written by any thread, read by all; each by itself.
    private volatile boolean checksAlignment = true;
    private volatile long timeoutS; // 0: none
    private volatile boolean isInterrupting = true;

    Settings(int task, int tasks) {
        this.task = task;
        this.tasks = tasks;
    }

    boolean checksAlignment() {
        return checksAlignment;
    }

    long timeoutNs() {
        return timeoutS * NS_PER_S;
    }

    long value(LapiQuery query) {
        return switch (query) {
            case TASK_ID -> task;
            case NUM_TASKS -> tasks;
            case MAX_UHDR_SZ -> ActiveMessages.MAX_HEADER_BYTES;
            case MAX_DATA_SZ -> Shape.MAX_MESSAGE;
            case MAX_PKT_SZ -> Lightweight.MAX_BYTES;
            case LOC_ADDRTBL_SZ -> HandlerNumbers.TABLE_SIZE;
            case ERROR_CHK -> checksAlignment ? 1 : 0;
            case TIMEOUT -> timeoutS;
            case INTERRUPT_SET -> isInterrupting ? 1 : 0;
            case null -> throw new LapiException(LapiStatus.QUERY_TYPE, "qenv", "query=null");
        };
    }

    void set(LapiQuery query, long value) {
        switch (query) {
            case ERROR_CHK -> {
                checkValue(query, value, value == 0 || value == 1);
                checksAlignment = value == 1;
            }
            case TIMEOUT -> {
                checkValue(query, value, value >= 0 && value <= Long.MAX_VALUE / NS_PER_S);
                timeoutS = value;
            }
            case INTERRUPT_SET -> {
                checkValue(query, value, value == 0 || value == 1);
                isInterrupting = value == 1;
            }
            case null, default -> throw new LapiException(LapiStatus.QUERY_TYPE, "senv", "query=" + query);
        }
    }

    private static void checkValue(LapiQuery query, long value, boolean isGood) {
        if (!isGood) {
            throw new LapiException(LapiStatus.SET_VAL, "senv", "query=" + query + " value=" + value);
        }
    }
}
