package org.sennit;

import org.sennit.config.Option;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The number of threads that may be in calls of an endpoint at the same time. (MPI 4.1, section 11.6) */
public enum ThreadLevel {
    /**
     * Any thread, one at a time: no lock is taken. The program orders the calls of different threads, with a
     * happens-before edge between them.
     *
     * <p>Two threads in one endpoint at once are an error of the program, which is reported (UNSUPPORTED, with both
     * threads and their operations). A thread that begins an operation while another one has been waiting in the
     * endpoint for longer than a short spin is refused, and the other goes on. Where two calls overlap otherwise, one
     * of them mostly finds it when it ends: a message may have gone out with memory, tag or destination of the other
     * thread's by then, so further messages and waits of the endpoint end with that error. Not all overlaps are found:
     * not those of two short sends inside a JVM, which are harmless, nor some of collectives, which may leave their
     * members waiting. With the option {@code checked} every second thread is refused before it has changed anything.
     */
    SERIALIZED,
    /** Several threads at once: the receiver's side works under the queue's MCS lock. */
    MULTIPLE;

    /** The level of all endpoints of a job. */
    public static final Option<String> OPTION = Option.ofChoice(
            "thread.level",
            "serialized",
            "serialized: one thread at a time drives an endpoint, without a lock; multiple: several at once, under the"
                    + " queue's MCS lock",
            "serialized",
            "multiple");

    /** Returns the value of the option. */
    String text() {
        return this == MULTIPLE ? "multiple" : "serialized";
    }

    /**
     * Reads the option's value.
     *
     * @param text {@code serialized} or {@code multiple}
     * @return the level
     * @throws SennitException ARG when it is neither; final
     */
    public static ThreadLevel of(String text) {
        return switch (text) {
            case "serialized" -> SERIALIZED;
            case "multiple" -> MULTIPLE;
            default ->
                throw new SennitException(
                        ErrorClass.ARG, "option " + OPTION.name() + ": serialized or multiple, not " + text);
        };
    }
}
