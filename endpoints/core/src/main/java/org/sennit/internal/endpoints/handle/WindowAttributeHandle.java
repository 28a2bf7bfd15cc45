package org.sennit.internal.endpoints.handle;

import java.util.Map;
import org.sennit.Group;
import org.sennit.Window;
import org.sennit.WindowAttributeKey;
import org.sennit.WindowErrorHandler;
import org.sennit.WindowFlavor;
import org.sennit.WindowModel;
import org.sennit.internal.endpoints.rma.WindowState;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Members, name, hints, attributes, error handler, and the end of a window. */
abstract class WindowAttributeHandle implements Window {
    private final PointToPointHandle owner;
    private final WindowState window;
    private final Attributes attributes = new Attributes();
    private WindowErrorHandler errorHandler; // null: the communicator's

    WindowAttributeHandle(PointToPointHandle owner, WindowState window) {
        this.owner = owner;
        this.window = window;
    }

    /** Notifies the error handler, once, and returns what is to be thrown. */
    final SennitException raised(SennitException error) {
        WindowErrorHandler own = errorHandler;
        if (own == null) {
            return owner.raised(error);
        }
        if (error.markReported()) {
            own.handle(this, error);
        }
        return error;
    }

    /** Calls the error handler and throws when an argument is missing. */
    private void given(String operation, String what, Object argument) {
        if (argument == null) {
            throw raised(new SennitException(
                    ErrorClass.ARG,
                    "no " + what + ": given=null operation=" + operation + " rank=" + rank() + " window=" + name()));
        }
    }

    @Override
    public final WindowFlavor flavor() {
        return window.flavor();
    }

    @Override
    public final WindowModel model() {
        return WindowModel.UNIFIED;
    }

    @Override
    public final Group group() {
        return window.comm().group().group(rank());
    }

    @Override
    public final int rank() {
        return window.comm().rank();
    }

    @Override
    public final int size() {
        return window.comm().group().size();
    }

    @Override
    public final String name() {
        return window.comm().name();
    }

    @Override
    public final void setName(String name) {
        given("setName", "name", name);
        window.comm().rename(name);
    }

    @Override
    public final Map<String, String> info() {
        return window.hints().inForce();
    }

    @Override
    public final Map<String, String> ignoredInfo() {
        return window.hints().ignored();
    }

    @Override
    public final void setInfo(Map<String, String> info) {
        given("setInfo", "hints", info);
        info.forEach((name, value) -> {
            given("setInfo", "name of a hint", name);
            given("setInfo", "value of the hint " + name, value);
        });
        raising(() -> window.useHints(info));
    }

    @Override
    public final <T> void setAttribute(WindowAttributeKey<T> key, T value) {
        given("setAttribute", "key", key);
        given("setAttribute", "value", value);
        raising(() -> {
            window.checkOpen("setAttribute");
            attributes.set(key, value, deleted -> delete(key, deleted));
        });
    }

    private <T> void delete(WindowAttributeKey<T> key, T value) {
        Attributes.run("delete", () -> "rank=" + rank() + " window=" + name(), () -> {
            key.deletion().delete(this, value);
            return null;
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
    @SuppressWarnings("unchecked") // setAttribute puts only a T under a WindowAttributeKey<T>
    public final <T> T attribute(WindowAttributeKey<T> key) {
        given("attribute", "key", key);
        return (T) attributes.get(key);
    }

    @Override
    public final void deleteAttribute(WindowAttributeKey<?> key) {
        given("deleteAttribute", "key", key);
        raising(() -> attributes.delete(key));
    }

    @Override
    public final void setErrorHandler(WindowErrorHandler handler) {
        errorHandler = handler;
    }

    @Override
    public final WindowErrorHandler errorHandler() {
        return errorHandler;
    }

    @Override
    public final Object memory() {
        return window.memory();
    }

    @Override
    public final boolean isClosed() {
        return window.isClosed();
    }

    @Override
    public final void close() {
        if (window.isClosed()) {
            return;
        }
        try {
            raising(attributes::deleteAll);
        } finally {
            raising(window::close);
        }
    }

    @Override
    public final String toString() {
        return name() + " rank " + rank() + " of " + size();
    }
}
