/**
 * The engine of active messages. {@link org.sennit.internal.endpoints.am.ActiveProcess} has what the endpoints of a
 * process share; {@link org.sennit.internal.endpoints.am.ActiveEndpoint} is one endpoint, and {@link
 * org.sennit.internal.endpoints.am.ActiveScope} one endpoint in one communicator, which sends there. What arrives knows
 * only what these two are built on: {@link org.sennit.internal.endpoints.am.EndpointWork}, the gate of the header
 * handlers, and what is not complete, and {@link org.sennit.internal.endpoints.am.EndpointScope}, the handlers and
 * counters. Users see it as {@code org.sennit.active}.
 *
 * <p>In a process the origin's thread holds the target's gate while the header handler runs, and copies once. Between
 * processes a short message is one packet; of a long one the first packet is answered, and then its data goes in pieces
 * that name their offset. Nothing relies on the order of packets.
 *
 * <p><b>Operations of the runtime itself</b> in other processes, such as those on windows, are {@link
 * org.sennit.internal.endpoints.am.RemoteCalls}, of which a process has one, {@code ProcessState.active().calls()}:
 *
 * <ol>
 *   <li>At the start of the process, register a {@link org.sennit.internal.endpoints.am.RemoteCallHandler} under a
 *       number of your own. The constants are in {@code RemoteCalls}.
 *   <li>The origin calls {@code send} with a short header and at most {@code MAX_PAYLOAD_BYTES} of data, and a {@link
 *       org.sennit.internal.endpoints.am.RemoteAnswer}. Longer data is cut by the caller; calls have no order.
 *   <li>At the target the handler is asked for the memory of the data, then it executes the call in the network's
 *       upcall: it must not block. It answers there, or keeps the {@link org.sennit.internal.endpoints.am.RemoteCall}
 *       and answers later from any thread, as when a lock is not free. Every call must be answered once: the answer is
 *       what says that it has been done.
 *   <li>The answer may carry data, which goes to memory that {@code RemoteAnswer.room} gives; {@code answered} and
 *       {@code failed} run in an upcall of the origin's process: set what the endpoint waits for, then
 *       {@code LocalEndpoint.progress().signal()}.
 *   <li>While such calls may come, as between the creation of a window and its end, keep the process engaged: {@code
 *       ProcessState.active().engage()} and {@code disengage()}, one for each window.
 * </ol>
 */
package org.sennit.internal.endpoints.am;
