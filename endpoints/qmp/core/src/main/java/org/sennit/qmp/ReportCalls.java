package org.sennit.qmp;

import java.io.PrintStream;

/** Calls that report errors and measurements, and print lines with node and host before them. Local. */
public abstract class ReportCalls extends HandleCalls {
    /** For the subclasses of this package. */
    ReportCalls() {}

    // ---- errors ----

    /**
     * Returns the last status of a handle, or of the calling thread. (QMP_get_error_number)
     *
     * @param handle its last call that has failed, until it is started, or completes, without an error; null for the
     *     last call of this thread that has failed, until a declaration succeeds
     * @return the status
     */
    public final QmpStatus getErrorNumber(MessageHandle handle) {
        return handle == null ? node().surroundings().errors().last() : handle.status();
    }

    /**
     * Returns the text of the last error of a handle, or of the calling thread. (QMP_get_error_string)
     *
     * @param handle as for {@link #getErrorNumber}
     * @return the text of the status, with what is known of the cause; never empty
     */
    public final String getErrorString(MessageHandle handle) {
        return handle == null ? node().surroundings().errors().lastText() : handle.statusText();
    }

    /**
     * Returns the text of a status. (QMP_error_string)
     *
     * @param status any
     * @return a few words
     */
    public static String errorString(QmpStatus status) {
        return status.text();
    }

    // ---- profiling and printing ----

    /**
     * Sets how much is written about errors. (QMP_verbose)
     *
     * @param level 0: nothing; 1: each error, to the standard error stream; 2: declared topologies and layouts too
     * @return the level before
     */
    public final int verbose(int level) {
        return node().surroundings().console().verbose(level);
    }

    /**
     * Sets what is measured. (QMP_profcontrol)
     *
     * @param level 0: nothing; 1: starts, bytes and time of each handle that is declared from now on, written by node 0
     *     at the end; 2: written by all nodes
     * @return the level before
     */
    public final int profcontrol(int level) {
        return node().surroundings().profile().control(level);
    }

    /**
     * Returns the measurements so far. (the table of QMP_finalize_msg_passing)
     *
     * @return a line for each handle that was declared while the level was above 0, below a line of headings; empty
     *     without
     */
    public final String getProfile() {
        return node().surroundings().profile().table();
    }

    /**
     * Returns the time. (QMP_time, QMP 2.5)
     *
     * @return seconds since any moment
     */
    public final double time() {
        return node().surroundings().nanoTime() * 1e-9;
    }

    /** Sets the time spent in QMP back to 0. (QMP_reset_total_qmp_time, QMP 2.5) */
    public final void resetTotalQmpTime() {
        node().surroundings().profile().resetTotal();
    }

    /**
     * Returns the time spent in starts, waits and global operations while the level of {@link #profcontrol} was above
     * 0. (QMP_get_total_qmp_time, QMP 2.5)
     *
     * @return seconds
     */
    public final double getTotalQmpTime() {
        return node().surroundings().profile().totalSeconds();
    }

    /**
     * Writes to the standard output stream, with node and host before the text. (QMP_printf)
     *
     * @param format as of {@link String#format}
     * @param arguments its arguments
     * @return the number of characters that were written
     */
    public final int printf(String format, Object... arguments) {
        return node().surroundings().console().print(System.out, format, arguments);
    }

    /**
     * Writes to a stream, with node and host before the text. (QMP_fprintf)
     *
     * @param stream where to
     * @param format as of {@link String#format}
     * @param arguments its arguments
     * @return the number of characters that were written
     */
    public final int fprintf(PrintStream stream, String format, Object... arguments) {
        return node().surroundings().console().print(stream, format, arguments);
    }

    /**
     * Writes a line to the standard output stream, with node and host before the text; its end need not be in the
     * format. (QMP_info)
     *
     * @param format as of {@link String#format}
     * @param arguments its arguments
     * @return the number of characters that were written
     */
    public final int info(String format, Object... arguments) {
        return node().surroundings().console().printLine(System.out, format, arguments);
    }

    /**
     * Writes a line to the standard error stream, with node and host before the text; its end need not be in the
     * format. (QMP_error)
     *
     * @param format as of {@link String#format}
     * @param arguments its arguments
     * @return the number of characters that were written
     */
    public final int error(String format, Object... arguments) {
        return node().surroundings().console().printLine(System.err, format, arguments);
    }
}
