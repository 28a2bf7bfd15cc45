package org.sennit.internal.endpoints.handle;

import java.util.Map;
import java.util.function.Supplier;
import org.sennit.AttributeKey;
import org.sennit.Communicator;
import org.sennit.Comparison;
import org.sennit.Endpoint;
import org.sennit.ErrorHandler;
import org.sennit.Group;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.group.MemberGroup;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The part of a communicator handle for members, name, hints, attributes, error handler, and closing. */
abstract class AttributeHandle extends CollectiveHandle implements Communicator {
    private final Endpoint endpoint;
    private final Attributes attributes = new Attributes();
    private ErrorHandler errorHandler; // null: the endpoint's

    AttributeHandle(Endpoint endpoint, CommContext context, ErrorHandler errorHandler) {
        super(context);
        this.endpoint = endpoint;
        this.errorHandler = errorHandler;
        context.reportErrorsTo(this::report);
    }

    @Override
    public final Endpoint endpoint() {
        return endpoint;
    }

    @Override
    public final int rank() {
        return context().rank();
    }

    @Override
    public final int size() {
        return context().group().size();
    }

    @Override
    public final int processOf(int rank) {
        if (rank < 0 || rank >= size()) {
            throw raised(new SennitException(
                    ErrorClass.RANK,
                    "rank outside the communicator: operation=processOf rank=" + rank + " size=" + size()
                            + " communicator=" + context()));
        }
        return context().group().address(rank).process();
    }

    @Override
    public final Group group() {
        return context().group().group(context().rank());
    }

    @Override
    public final boolean isInter() {
        return context().isInter();
    }

    @Override
    public final Comparison compare(Communicator other) {
        given(ErrorClass.COMM, "compare", "communicator", other);
        CommContext theirs = ((AttributeHandle) other).context();
        raising(() -> {
            context().checkOpen("compare");
            theirs.checkOpen("compare");
        });
        if (theirs.job() != context().job()) {
            throw raised(new SennitException(
                    ErrorClass.COMM,
                    "a communicator of another job: operation=compare rank=" + rank() + " communicator=" + context()
                            + " other=" + theirs));
        }
        if (context().isInter() != theirs.isInter()) {
            return Comparison.UNEQUAL;
        }
        if (context().own() == theirs.own() && context().userContextId() == theirs.userContextId()) {
            return Comparison.IDENTICAL;
        }
        Comparison own = compare(context().group(), theirs.group());
        if (!context().isInter()) {
            return own;
        }
        Comparison remote = compare(context().peers(), theirs.peers());
        return own.compareTo(remote) > 0 ? own : remote;
    }

    /** Compares two communicators that are not the same. */
    private static Comparison compare(RankMap one, RankMap other) {
        Comparison groups = one.group(-1).compare(other.group(-1));
        return groups == Comparison.IDENTICAL ? Comparison.CONGRUENT : groups;
    }

    @Override
    public final Group failed() {
        return new MemberGroup(
                context().failedIdentities().toArray(EndpointAddress[]::new),
                context().group().peer(context().rank()).identity());
    }

    @Override
    public final void acknowledgeFailures() {
        context().acknowledgeFailures();
    }

    @Override
    public String toString() {
        return context().name() + " rank " + rank() + " of " + size();
    }

    private SennitException report(SennitException error) {
        errorHandler().handle(this, error);
        return error;
    }

    final ErrorHandler ownErrorHandler() {
        return errorHandler;
    }

    @Override
    public final String name() {
        return context().name();
    }

    @Override
    public final void setName(String name) {
        given(ErrorClass.ARG, "setName", "name", name);
        context().rename(name);
    }

    @Override
    public final Map<String, String> info() {
        return context().hints().honored();
    }

    @Override
    public final Map<String, String> ignoredInfo() {
        return context().hints().ignored();
    }

    @Override
    public final void setInfo(Map<String, String> info) {
        context().useHints(hints("setInfo", info));
    }

    /** Returns the hints of the user; throws when they are missing, or names or values of them. */
    final Hints hints(String operation, Map<String, String> info) {
        SennitException wrong = wrongHints(operation, info);
        if (wrong != null) {
            throw raised(wrong);
        }
        return new Hints(info);
    }

    /** Returns the error of hints that are missing, or names or values of them; null for good ones. */
    final SennitException wrongHints(String operation, Map<String, String> info) {
        if (info == null) {
            return missing(ErrorClass.ARG, operation, "hints");
        }
        for (Map.Entry<String, String> hint : info.entrySet()) {
            if (hint.getKey() == null) {
                return missing(ErrorClass.ARG, operation, "name of a hint");
            }
            if (hint.getValue() == null) {
                return missing(ErrorClass.ARG, operation, "value of the hint " + hint.getKey());
            }
        }
        return null;
    }

    @Override
    public final <T> void setAttribute(AttributeKey<T> key, T value) {
        given(ErrorClass.ARG, "setAttribute", "key", key);
        given(ErrorClass.ARG, "setAttribute", "value", value);
        raising(() -> {
            context().checkOpen("setAttribute");
            attach(key, value);
        });
    }

    /** Calls the error handler when work fails. */
    private void raising(Runnable work) {
        try {
            work.run();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public final <T> T attribute(AttributeKey<T> key) {
        given(ErrorClass.ARG, "attribute", "key", key);
        return attached(key);
    }

    private <T> void attach(AttributeKey<T> key, T value) {
        attributes.set(
                key,
                value,
                deleted -> action("delete", () -> {
                    key.deletion().delete(this, deleted);
                    return null;
                }));
    }

    @SuppressWarnings("unchecked") // attach puts only a T under an AttributeKey<T>
    private <T> T attached(AttributeKey<T> key) {
        return (T) attributes.get(key);
    }

    /** Returns the attributes that the callbacks of the keys give a duplicate now. */
    final AttributeCopies attributeCopies() {
        AttributeCopies copies = new AttributeCopies();
        try {
            for (Object key : attributes.keys()) {
                copy((AttributeKey<?>) key, copies);
            }
        } catch (SennitException e) {
            copies.fail(e);
        }
        return copies;
    }

    private <T> void copy(AttributeKey<T> key, AttributeCopies copies) {
        T value = attached(key);
        T copied = value == null
                ? null
                : action("copy", () -> key.copying().copy(this, value)); // null: another's copy has deleted it
        if (copied != null) {
            copies.add(duplicate -> duplicate.attach(key, copied));
        }
    }

    /** Runs an action of a key; what it throws becomes an error of the operation that needed it. */
    private <R> R action(String name, Supplier<R> action) {
        return Attributes.run(name, () -> "rank=" + rank() + " communicator=" + context(), action);
    }

    @Override
    public final void deleteAttribute(AttributeKey<?> key) {
        given(ErrorClass.ARG, "deleteAttribute", "key", key);
        raising(() -> attributes.delete(key));
    }

    @Override
    public final void setErrorHandler(ErrorHandler handler) {
        errorHandler = handler;
    }

    @Override
    public final ErrorHandler errorHandler() {
        return errorHandler == null ? endpoint().errorHandler() : errorHandler;
    }

    @Override
    public final void abort(Throwable cause) {
        abort(1, cause);
    }

    @Override
    public final void abort(int status, Throwable cause) {
        Throwable why =
                cause == null ? new SennitException(ErrorClass.OTHER, "no cause given: operation=abort") : cause;
        context().job().abort("rank " + rank() + " of " + name(), status, why);
    }

    @Override
    public final boolean isClosed() {
        return context().isClosed();
    }

    @Override
    public final void close() {
        if (context().isClosed()) {
            return;
        }
        try {
            raising(attributes::deleteAll);
        } finally {
            context().close();
        }
    }
}
