package org.sennit.internal.net.connection;

import org.sennit.spi.network.NetworkSend;

/** Stands in the queue of pending sends where terminate was called: what is behind it belongs to the next session. */
final class TerminateMark extends NetworkSend {}
