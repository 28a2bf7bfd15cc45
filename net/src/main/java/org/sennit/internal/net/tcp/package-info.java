/**
 * The tcp module: brings loop, connections and options together and offers them as a network module.
 *
 * <p><b>Lanes.</b> A lane is a loop with its sockets ({@link org.sennit.internal.net.tcp.TcpLane}). Two lanes of two
 * processes have a connection of their own, with a socket from the first send on, and all that two endpoints send each
 * other goes over it, both ways: the order of a pair is the order of its connection. Beneath {@code mapped} a process
 * has several lanes only if it is alone on its host. Handshakes name lanes ({@code LaneNumber}); the first lane's
 * number is its process's. A further lane listens where the first does, on ports of its own; one card lists them all
 * ({@code LaneCard}). No wait hangs, because
 *
 * <ul>
 *   <li>a waiting thread drives its own lane (or follows the one that does), and the connection of two waiting
 *       endpoints belongs to their two lanes only. Only credit goes to the sender's first lane, and no thread waits for
 *       it: without credit messages go by rendezvous;
 *   <li>a lane whose endpoints all compute or have ended is driven by the background progress (looked at lane by lane),
 *       by the liveness thread once a second even without that, and by the process's own wait at the end, which serves
 *       all lanes. So the data of a full socket, a CLOSE or an ABORT may be late, but is sent;
 *   <li>quiesce and close address all lanes at once and drive all: lanes of the peers wait for each of them;
 *   <li>a holder of one loop takes another only by trying, and queues its task otherwise ({@code tryAcquire},
 *       {@code execute}); calls that take loops one after the other are refused in upcalls. A death that one lane
 *       detects is queued to the others.
 * </ul>
 */
package org.sennit.internal.net.tcp;
