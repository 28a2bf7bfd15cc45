/**
 * The engine of active messages. {@link org.sennit.internal.endpoints.am.ActiveProcess} has what the endpoints of a
 * process share; {@link org.sennit.internal.endpoints.am.ActiveEndpoint} is one endpoint, and {@link
 * org.sennit.internal.endpoints.am.ActiveScope} one endpoint in one communicator, which sends there. Users see it as
 * {@code org.sennit.active}. Beneath, lowest first:
 *
 * <ul>
 *   <li>{@code operation}: what is under way, and what ends it where a peer fails;
 *   <li>{@code packet}: what stands in the packets;
 *   <li>{@code memory}: the memory that messages read and write;
 *   <li>{@code endpoint}: handlers and counters, and delivery in one process: the origin's thread holds the target's
 *       gate while the header handler runs, and copies once;
 *   <li>{@code call}: operations of the runtime itself in other processes, such as those on windows;
 *   <li>{@code remote}: messages between processes.
 * </ul>
 */
package org.sennit.internal.endpoints.am;
