/**
 * Calls: operations of the runtime itself in other processes, such as those on windows, and their answers. A process
 * has one {@link org.sennit.internal.endpoints.am.call.RemoteCalls}, {@code ProcessState.active().calls()}:
 *
 * <ol>
 *   <li>At the start of the process, register a {@link org.sennit.internal.endpoints.am.call.RemoteCallHandler} under a
 *       number of your own. The constants are in {@code RemoteCalls}.
 *   <li>The origin calls {@code send} with a short header and at most {@code MAX_PAYLOAD_BYTES} of data, and a {@link
 *       org.sennit.internal.endpoints.am.call.RemoteAnswer}. Longer data is cut by the caller; calls have no order.
 *   <li>At the target the handler is asked for the memory of the data, then it executes the call in the network's
 *       upcall: it must not block. It answers there, or keeps the {@link
 *       org.sennit.internal.endpoints.am.call.RemoteCall} and answers later from any thread, as when a lock is not
 *       free. Every call must be answered once: the answer is what says that it has been done.
 *   <li>The answer may carry data, which goes to memory that {@code RemoteAnswer.room} gives; {@code answered} and
 *       {@code failed} run in an upcall of the origin's process: set what the endpoint waits for, then
 *       {@code LocalEndpoint.progress().signal()}.
 *   <li>While such calls may come, as between the creation of a window and its end, keep the process engaged: {@code
 *       ProcessState.active().engage()} and {@code disengage()}, one for each window.
 * </ol>
 */
package org.sennit.internal.endpoints.am.call;
