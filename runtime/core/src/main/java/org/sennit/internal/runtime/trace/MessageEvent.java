package org.sennit.internal.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message that an endpoint has sent or matched; only where a job is watched. One thread. */
@Name("org.sennit.Message")
@Label("Message")
@Category("Sennit")
@StackTrace(false)
public final class MessageEvent extends Event {
    /** Whether the event is the send of the message here, not its match here. */
    @Label("Is Sent")
    public boolean isSent;

    /** The caller's rank in the world. */
    @Label("Rank")
    public int rank;

    /** The other's rank in the world. */
    @Label("Peer")
    public int peer;

    /** The tag. */
    @Label("Tag")
    public int tag;

    /** The length. */
    @Label("Length")
    @DataAmount
    public long lengthBytes;

    /** Protocol by which the bytes travel. */
    @Label("Protocol")
    public String protocol;
}
