package org.sennit.spi.network;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A part of a network module that may have optional interfaces beside its mandatory one. A module implements those that
 * it can serve; one that stands on another has an interface only where the module beneath has it, if it needs that.
 */
public interface Extensible {
    /**
     * Returns the implementation of an optional interface. Always the same object for the same type.
     *
     * @param type the interface
     * @param <T> the interface
     * @return the implementation; null when there is none
     */
    default <T> T extension(Class<T> type) {
        return type.isInstance(this) ? type.cast(this) : null;
    }

    /**
     * Returns the implementation of an optional interface that the caller cannot do without.
     *
     * @param type the interface
     * @param <T> the interface
     * @return the implementation
     * @throws SennitException with {@link ErrorClass#UNSUPPORTED} when there is none; do not retry
     */
    default <T> T require(Class<T> type) {
        T extension = extension(type);
        if (extension == null) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED, "the network module has no " + type.getSimpleName() + ": " + this);
        }
        return extension;
    }
}
