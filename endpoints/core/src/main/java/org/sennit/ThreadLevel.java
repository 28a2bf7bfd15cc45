package org.sennit;

import org.sennit.config.Option;

/** Who may use an endpoint at the same time. (MPI 4.1, section 11.6) */
public enum ThreadLevel {
    /** Any thread, one at a time: no lock is taken. */
    SERIALIZED,
    /** Several threads at once: the receiver's side works under the queue's MCS lock. */
    MULTIPLE;

    /** The level of all endpoints of a job. */
    public static final Option<String> OPTION = Option.ofString(
            "thread.level",
            "serialized",
            "serialized: one thread at a time drives an endpoint, without a lock; multiple: several at once, under the"
                    + " queue's MCS lock");

    /** The value of the option. */
    String text() {
        return this == MULTIPLE ? "multiple" : "serialized";
    }

    /**
     * Reads the option's value.
     *
     * @param text {@code serialized} or {@code multiple}
     * @return the level
     * @throws org.sennit.message.SennitException ARG when it is neither; final
     */
    public static ThreadLevel of(String text) {
        return switch (text) {
            case "serialized" -> SERIALIZED;
            case "multiple" -> MULTIPLE;
            default ->
                throw new org.sennit.message.SennitException(
                        org.sennit.message.ErrorClass.ARG,
                        "option " + OPTION.name() + ": serialized or multiple, not " + text);
        };
    }
}
