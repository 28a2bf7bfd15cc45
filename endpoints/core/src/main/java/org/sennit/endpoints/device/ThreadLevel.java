package org.sennit.endpoints.device;

import org.sennit.runtime.config.Option;

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

    /**
     * Reads the option's value.
     *
     * @param text {@code serialized} or {@code multiple}
     * @return the level
     * @throws org.sennit.runtime.error.SennitException ARG when it is neither; final
     */
    public static ThreadLevel of(String text) {
        return switch (text) {
            case "serialized" -> SERIALIZED;
            case "multiple" -> MULTIPLE;
            default ->
                throw new org.sennit.runtime.error.SennitException(
                        org.sennit.runtime.error.ErrorClass.ARG,
                        "option " + OPTION.name() + ": serialized or multiple, not " + text);
        };
    }
}
