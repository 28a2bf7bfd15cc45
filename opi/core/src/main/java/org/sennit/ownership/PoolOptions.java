package org.sennit.ownership;

import java.util.function.Consumer;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.runtime.error.Given;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The settings of a pool.
 *
 * @param isSenderSide whether a freed buffer returns to the pool that made it, instead of to the pool of the endpoint
 *     that freed it
 * @param capBytes memory of other pools that may lie in the pool before it is returned, in bytes; 0 on the sender's
 *     side
 * @param windowBytes how much may have been given to one endpoint and not yet taken before a give waits, in bytes; one
 *     buffer always may, and a few dozens for each of which another one has been taken from there
 * @param isShared whether the memory is shared with the other processes of the host
 * @param isChecked whether misuse is detected: each owner gets a fresh handle, whose use after a give or free is an
 *     error
 * @param sampling in checked mode one in this many allocations records its line, for the report of buffers never freed
 * @param warnings gets a line when the endpoint ends with buffers that were never freed, or gives that were not taken;
 *     any thread
 */
public record PoolOptions(
        boolean isSenderSide,
        long capBytes,
        long windowBytes,
        boolean isShared,
        boolean isChecked,
        int sampling,
        Consumer<String> warnings) {
    /**
     * Checks what is said.
     *
     * @throws SennitException ARG when a length is negative, the sampling not positive, or there is no consumer; final
     */
    public PoolOptions {
        Given.given(warnings, ErrorClass.ARG, "consumer of warnings", "PoolOptions");
        if (capBytes < 0 || windowBytes < 0 || sampling < 1) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "a pool cannot work like this: cap=" + capBytes + " window=" + windowBytes + " sampling="
                            + sampling);
        }
    }

    /** Whose pool a freed buffer goes to. */
    public static final Option<String> POOL = Option.ofChoice(
            "opi.pool",
            "receiver",
            "pool that a freed buffer returns to: that of the endpoint that frees it, or that of the one that"
                    + " allocated it",
            "receiver",
            "sender");

    /** Memory of other pools that a pool keeps before it returns buffers, in KiB. */
    public static final Option<Integer> CAP = Option.ofInt(
            "opi.cap",
            64 << 10,
            0,
            Integer.MAX_VALUE,
            "KiB",
            "memory of other endpoints' pools that an endpoint's pool keeps before it returns buffers");

    /** Memory given to another endpoint and not yet taken, beyond which a give waits, in KiB. */
    public static final Option<Integer> WINDOW = Option.ofInt(
            "opi.window",
            32 << 10,
            0,
            Integer.MAX_VALUE,
            "KiB",
            "memory that an endpoint has given to another one and that is not yet taken, beyond which a give waits");

    /** Whether other processes of the host can map the memory. */
    public static final Option<String> SHARED = Option.ofChoice(
            "opi.shared",
            "auto",
            "whether pools are in memory that the other JVMs of the host map; auto: if the job has several on this"
                    + " host",
            "auto",
            "true",
            "false");

    /** Whether misuse of buffers is detected. */
    public static final Option<String> CHECKED = Option.ofChoice(
            "opi.checked",
            "auto",
            "whether the use of buffers after their give or free is detected; auto: if checked is set, or assertions"
                    + " are enabled, as in tests",
            "auto",
            "true",
            "false");

    /** Sampling of the places of allocations. */
    public static final Option<Integer> SAMPLING = Option.ofInt(
            "opi.sampling",
            16,
            1,
            Integer.MAX_VALUE,
            "allocations",
            "in checked mode, one in this many allocations records its line, for the report of buffers never freed");

    /**
     * Returns the options of a job.
     *
     * @param options the options
     * @param hostProcesses the number of the job's processes on this host
     * @return the pool's options
     */
    static PoolOptions of(Options options, int hostProcesses) {
        String shared = options.value(SHARED);
        String checked = options.value(CHECKED);
        return new PoolOptions(
                options.value(POOL).equals("sender"),
                (long) options.value(CAP) << 10,
                (long) options.value(WINDOW) << 10,
                shared.equals("auto") ? hostProcesses > 1 : shared.equals("true"),
                checked.equals("auto")
                        ? options.value(SingleThreadCheck.CHECKED) || PoolOptions.class.desiredAssertionStatus()
                        : checked.equals("true"),
                options.value(SAMPLING),
                System.err::println);
    }

    /**
     * Returns the same with the pool of the other kind.
     *
     * @param onSenderSide whether freed buffers go home at once
     * @return a copy
     */
    public PoolOptions senderSide(boolean onSenderSide) {
        return new PoolOptions(onSenderSide, capBytes, windowBytes, isShared, isChecked, sampling, warnings);
    }

    /**
     * Returns the same with another cap.
     *
     * @param bytes how much of other pools' memory may lie in the pool
     * @return a copy
     * @throws SennitException ARG when it is negative; final
     */
    public PoolOptions cap(long bytes) {
        return new PoolOptions(isSenderSide, bytes, windowBytes, isShared, isChecked, sampling, warnings);
    }

    /**
     * Returns the same with another window.
     *
     * @param bytes how much may have been given and not yet taken
     * @return a copy
     * @throws SennitException ARG when it is negative; final
     */
    public PoolOptions window(long bytes) {
        return new PoolOptions(isSenderSide, capBytes, bytes, isShared, isChecked, sampling, warnings);
    }

    /**
     * Returns the same with shared memory or without.
     *
     * @param withOtherProcesses whether the other processes of the host can map the memory
     * @return a copy
     */
    public PoolOptions shared(boolean withOtherProcesses) {
        return new PoolOptions(isSenderSide, capBytes, windowBytes, withOtherProcesses, isChecked, sampling, warnings);
    }

    /**
     * Returns the same with checks or without.
     *
     * @param looksForMisuse whether misuse is looked for
     * @return a copy
     */
    public PoolOptions checked(boolean looksForMisuse) {
        return new PoolOptions(isSenderSide, capBytes, windowBytes, isShared, looksForMisuse, sampling, warnings);
    }

    /**
     * Returns the same with another sampling.
     *
     * @param allocations one in this many records its line; 1: all
     * @return a copy
     * @throws SennitException ARG when it is not positive; final
     */
    public PoolOptions sampling(int allocations) {
        return new PoolOptions(isSenderSide, capBytes, windowBytes, isShared, isChecked, allocations, warnings);
    }

    /**
     * Returns the same with other ears.
     *
     * @param lines gets the warnings; any thread
     * @return a copy
     * @throws SennitException ARG when it is null; final
     */
    public PoolOptions warnings(Consumer<String> lines) {
        return new PoolOptions(isSenderSide, capBytes, windowBytes, isShared, isChecked, sampling, lines);
    }
}
