package org.sennit.internal.endpoints.handle;

import java.lang.foreign.MemorySegment;
import org.sennit.AccessRequests;
import org.sennit.Group;
import org.sennit.LockKind;
import org.sennit.Operation;
import org.sennit.WindowAssertion;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.Accesses;
import org.sennit.internal.endpoints.rma.Epochs;
import org.sennit.internal.endpoints.rma.WindowState;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/** A window as one endpoint has it: each call passes its exception to the error handler. */
final class WindowHandle extends WindowAttributeHandle {
    private final WindowState window;
    private final Epochs epochs;
    private final Accesses accesses;
    private final AccessRequests requests;
    private final ProgressEngine progress; // looks for a second thread in the endpoint

    WindowHandle(PointToPointHandle owner, WindowState window) {
        super(owner, window);
        this.window = window;
        this.epochs = window.epochs();
        this.accesses = new Accesses(window);
        this.requests = new AccessRequestView(this::raised, window, accesses);
        this.progress = window.comm().endpoint().progress();
    }

    private RuntimeException failed(Throwable error) {
        progress.failCall();
        if (error instanceof Error e) {
            throw e;
        }
        return error instanceof SennitException e ? raised(e) : (RuntimeException) error;
    }

    @Override
    public AccessRequests nonblocking() {
        return requests;
    }

    @Override
    public long sizeBytes(int rank) {
        try {
            return window.sizeBytes(rank);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public int displacementUnit(int rank) {
        try {
            return window.displacementUnit(rank);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public MemorySegment shared(int rank) {
        try {
            progress.beginCall("shared");
            MemorySegment result = window.shared(rank);
            progress.endCall("shared");
            return result;
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public long attach(@Memory Object memory) {
        try {
            progress.beginCall("attach");
            long result = window.attach(memory);
            progress.endCall("attach");
            return result;
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void detach(@Memory Object memory) {
        try {
            progress.beginCall("detach");
            window.detach(memory);
            progress.endCall("detach");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void put(@Memory Object origin, int target, long displacement) {
        try {
            progress.beginCall("put");
            accesses.put(origin, target, displacement);
            progress.endCall("put");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void put(
            @Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        try {
            progress.beginCall("put");
            accesses.put(origin, originLayout, target, displacement, targetLayout);
            progress.endCall("put");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void get(@Memory Object origin, int target, long displacement) {
        try {
            progress.beginCall("get");
            accesses.get(origin, target, displacement);
            progress.endCall("get");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void get(
            @Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        try {
            progress.beginCall("get");
            accesses.get(origin, originLayout, target, displacement, targetLayout);
            progress.endCall("get");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void accumulate(@Memory Object origin, int target, long displacement, Operation operation) {
        try {
            progress.beginCall("accumulate");
            accesses.accumulate(origin, target, displacement, (Reduction) operation);
            progress.endCall("accumulate");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void accumulate(
            @Memory Object origin,
            DataLayout originLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Operation operation) {
        try {
            progress.beginCall("accumulate");
            accesses.accumulate(origin, originLayout, target, displacement, targetLayout, (Reduction) operation);
            progress.endCall("accumulate");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void getAccumulate(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation) {
        try {
            progress.beginCall("getAccumulate");
            accesses.getAccumulate(
                    origin,
                    MemoryViews.layoutOf(origin),
                    result,
                    MemoryViews.layoutOf(result),
                    target,
                    displacement,
                    null,
                    (Reduction) operation);
            progress.endCall("getAccumulate");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void getAccumulate(
            @Memory Object origin,
            DataLayout originLayout,
            @Memory Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Operation operation) {
        try {
            progress.beginCall("getAccumulate");
            accesses.getAccumulate(
                    origin, originLayout, result, resultLayout, target, displacement, targetLayout, (Reduction)
                            operation);
            progress.endCall("getAccumulate");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void fetchAndOp(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation) {
        try {
            progress.beginCall("fetchAndOp");
            accesses.fetchAndOp(origin, result, target, displacement, (Reduction) operation);
            progress.endCall("fetchAndOp");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void fetchAndOp(
            @Memory Object origin,
            @Memory Object result,
            DataLayout type,
            int target,
            long displacement,
            Operation operation) {
        try {
            progress.beginCall("fetchAndOp");
            accesses.fetchAndOp(origin, result, type, target, displacement, (Reduction) operation);
            progress.endCall("fetchAndOp");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void compareAndSwap(
            @Memory Object origin, @Memory Object expected, @Memory Object result, int target, long displacement) {
        try {
            progress.beginCall("compareAndSwap");
            accesses.compareAndSwap(origin, expected, result, target, displacement);
            progress.endCall("compareAndSwap");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void compareAndSwap(
            @Memory Object origin,
            @Memory Object expected,
            @Memory Object result,
            DataLayout type,
            int target,
            long displacement) {
        try {
            progress.beginCall("compareAndSwap");
            accesses.compareAndSwap(origin, expected, result, type, target, displacement);
            progress.endCall("compareAndSwap");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void fence(WindowAssertion... assertions) {
        try {
            progress.beginCall("fence");
            epochs.fence(assertions);
            progress.endCall("fence");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void post(Group origins, WindowAssertion... assertions) {
        try {
            progress.beginCall("post");
            epochs.post(origins, assertions);
            progress.endCall("post");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void start(Group targets, WindowAssertion... assertions) {
        try {
            progress.beginCall("start");
            epochs.start(targets, assertions);
            progress.endCall("start");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void complete() {
        try {
            progress.beginCall("complete");
            epochs.complete();
            progress.endCall("complete");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void waitFor() {
        try {
            progress.beginCall("waitFor");
            epochs.waitFor();
            progress.endCall("waitFor");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public boolean test() {
        try {
            progress.beginCall("test");
            boolean result = epochs.test();
            progress.endCall("test");
            return result;
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void lock(LockKind kind, int target, WindowAssertion... assertions) {
        try {
            progress.beginCall("lock");
            epochs.lock(kind, target, assertions);
            progress.endCall("lock");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void unlock(int target) {
        try {
            progress.beginCall("unlock");
            epochs.unlock(target);
            progress.endCall("unlock");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void lockAll(WindowAssertion... assertions) {
        try {
            progress.beginCall("lockAll");
            epochs.lockAll(assertions);
            progress.endCall("lockAll");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void unlockAll() {
        try {
            progress.beginCall("unlockAll");
            epochs.unlockAll();
            progress.endCall("unlockAll");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void flush(int target) {
        try {
            progress.beginCall("flush");
            epochs.flush("flush", window.oneTarget("flush", target), false);
            progress.endCall("flush");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void flushLocal(int target) {
        try {
            progress.beginCall("flushLocal");
            epochs.flush("flushLocal", window.oneTarget("flushLocal", target), true);
            progress.endCall("flushLocal");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void flushAll() {
        try {
            progress.beginCall("flushAll");
            epochs.flush("flushAll", Epochs.ALL, false);
            progress.endCall("flushAll");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void flushLocalAll() {
        try {
            progress.beginCall("flushLocalAll");
            epochs.flush("flushLocalAll", Epochs.ALL, true);
            progress.endCall("flushLocalAll");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }

    @Override
    public void sync() {
        try {
            progress.beginCall("sync");
            epochs.sync();
            progress.endCall("sync");
        } catch (RuntimeException | Error e) {
            throw failed(e);
        }
    }
}
