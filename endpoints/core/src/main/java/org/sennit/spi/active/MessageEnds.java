package org.sennit.spi.active;

import org.sennit.active.ActiveMessages;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Which kinds of active messages of an endpoint have ended in a communicator, for a facade with a call that asks for
 * that, such as LAPI_Msgpoll. The library notes the ends of its messages; the facade notes those of operations that it
 * executes in place of a message, as on memory of a target in the same process. Any thread.
 *
 * <p>Notes are not checked: there is one user for each communicator, which a facade has to itself.
 */
public interface MessageEnds {
    /**
     * The kind of messages that this endpoint has sent. They end when header and data may be changed again, or when the
     * message fails before that.
     */
    int SENT = 1;

    /**
     * The kind of messages to this endpoint. They end when the data is there and the completion handler, if there is
     * one, has returned; one that loses its origin before that is not noted.
     */
    int RECEIVED = 2;

    /**
     * Returns the ends of messages of an endpoint.
     *
     * @param messages of a communicator of this library
     * @return always the same for one communicator
     * @throws SennitException ARG for other objects, and null; final
     */
    static MessageEnds of(ActiveMessages messages) {
        if (messages instanceof MessageEnds ends) {
            return ends;
        }
        throw new SennitException(
                ErrorClass.ARG, "not the active messages of a communicator of this library: messages=" + messages);
    }

    /**
     * Returns which kinds of messages have ended since the last call. Does not block. Their counters have moved before,
     * so that a thread that looks at a counter afterwards finds it so.
     *
     * @return {@link #SENT}, {@link #RECEIVED}, their sum, or 0; each call forgets what it returns
     * @throws SennitException COMM after the communicator is closed; final
     */
    int takeEnded();

    /**
     * Has {@link #takeEnded} return kinds of messages, after the counters have moved that follow them. May be called
     * for a communicator that is closed meanwhile, as by the origin for its target.
     *
     * @param kinds {@link #SENT}, {@link #RECEIVED} or their sum; other bits are ignored
     */
    void noteEnded(int kinds);
}
