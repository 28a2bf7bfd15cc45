package org.sennit.lapi;

import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Intercommunicator;
import org.sennit.message.SennitException;

/**
 * LAPI as one task has it: active messages whose handlers at the target say where the data goes, put, get, and
 * read-modify-write, all with counters. A task is an endpoint, so the same program runs on threads of a JVM, JVMs of a
 * host, and hosts. Made by {@link #init}. Not for implementation by users.
 *
 * <pre>{@code
 * Lapi lapi = Lapi.init(endpoint);
 * byte[] inbox = new byte[24];
 * int handler = lapi.registerHandler(message -> LapiVector.strided(inbox, 3, 5, 8));
 * LapiCounter done = lapi.newCounter();
 * lapi.amsendv(next, handler, null, 0, LapiVector.strided(data, 3, 5, 8), null, null, done);
 * lapi.waitcntr(done, 1);
 * lapi.term();
 * }</pre>
 *
 * <p><b>Counters</b>, each of which may be null: the origin counter moves when the memory and the vector of the call
 * may be changed; the target counter, at the target, when the completion handler has returned, or the data is there if
 * there is none; the completion counter, at the origin, after the same event. The operations of a task have no order;
 * {@link #fence} gives one to their data.
 *
 * <p><b>Errors</b> of a call are a {@link LapiException}: it has sent nothing, and no counter moves. Arguments are
 * checked in this order: handle, target, header handler, header, vector or address, counter. What only the target sees,
 * and what a handler throws, goes to the error handler that is registered there; the counters move all the same. The
 * failure of another task is a {@link SennitException} of class PROC_FAILED or PROC_ABORTED from calls that wait or
 * send. None is worth a retry but TIMEOUT.
 *
 * <p><b>Threads:</b> any thread makes the calls that do not wait. Those that wait belong to the thread that drives the
 * endpoint and to completion handlers; {@link #gfence}, {@link #addressInit(RemoteAddress)} and its like, {@link #init}
 * and {@link #term} are collective, and belong to the former.
 */
public interface Lapi extends EnvironmentCalls, AddressCalls, CounterCalls, TransferCalls, OrderCalls {
    /**
     * Initializes LAPI on the endpoints of a program that is running. Collective; blocks. (LAPI_Init)
     *
     * @param endpoint driven by the calling thread
     * @return the handle of this task
     * @throws LapiException HNDL_INVALID when there is none
     */
    static Lapi init(Endpoint endpoint) {
        return init(endpoint == null ? null : endpoint.world());
    }

    /**
     * Initializes LAPI on the members of a communicator, of which it makes a duplicate. Collective; blocks. (LAPI_Init)
     *
     * @param members their ranks are the numbers of the tasks
     * @return the handle of this task
     * @throws LapiException HNDL_INVALID when there is none, or it has two sides, so that ranks name no task; final
     */
    static Lapi init(Communicator members) {
        if (members == null || members instanceof Intercommunicator) {
            String what = members == null ? "no endpoint or communicator" : "an intercommunicator";
            throw new LapiException(LapiStatus.HNDL_INVALID, "init", what + ": given=" + members);
        }
        return LapiHandle.of(members);
    }

    /**
     * Returns the text of a return code. (LAPI_Msg_string)
     *
     * @param code a number
     * @return the name as LAPI writes it, and a few words; a text that says so where there is no such code
     */
    static String msgString(int code) {
        LapiStatus status = LapiStatus.of(code);
        return status == null ? "no return code of LAPI: " + code : status.text();
    }

    /**
     * Ends the use of this handle when the data of all operations of all tasks is in place; later calls fail with
     * HNDL_INVALID. A completion handler that is running goes on. Collective; blocks. (LAPI_Term)
     *
     * @throws LapiException HNDL_INVALID when called before
     * @throws SennitException PROC_FAILED when a task has failed, purged or not; the use of the handle is ended all the
     *     same. Final
     */
    void term();
}
