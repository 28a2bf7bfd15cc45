package org.sennit;

import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * The receive of an object, matched like any other. After its completion, {@link #value} returns the object.
 *
 * <p>Belongs to the thread that drives the endpoint.
 *
 * @param <T> the class of the object
 */
public abstract class ObjectRequest<T> extends Request {
    /**
     * Called by the library.
     *
     * @param progress what moves it on
     */
    protected ObjectRequest(Progress progress) {
        super(progress);
    }

    /**
     * Returns the object.
     *
     * @return what was sent, possibly null
     * @throws SennitException REQUEST when the outcome has not been taken yet, or there was no object: an empty
     *     message, an error, a cancelled receive; final
     */
    public abstract T value();
}
