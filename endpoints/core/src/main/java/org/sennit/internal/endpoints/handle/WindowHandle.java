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
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/** A window as one endpoint has it: each call tells the error handler what it throws. */
final class WindowHandle extends WindowAttributeHandle {
    private final WindowState window;
    private final Epochs epochs;
    private final Accesses accesses;
    private final AccessRequests requests;

    WindowHandle(CommunicatorHandle owner, WindowState window) {
        super(owner, window);
        this.window = window;
        this.epochs = window.epochs();
        this.accesses = new Accesses(window);
        this.requests = new AccessRequestView(this::raised, window, accesses);
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
            return window.shared(rank);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public long attach(@Memory Object memory) {
        try {
            return window.attach(memory);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void detach(@Memory Object memory) {
        try {
            window.detach(memory);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void put(@Memory Object origin, int target, long displacement) {
        try {
            accesses.put(origin, target, displacement);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void put(
            @Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        try {
            accesses.put(origin, originLayout, target, displacement, targetLayout);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void get(@Memory Object origin, int target, long displacement) {
        try {
            accesses.get(origin, target, displacement);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void get(
            @Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        try {
            accesses.get(origin, originLayout, target, displacement, targetLayout);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void accumulate(@Memory Object origin, int target, long displacement, Operation operation) {
        try {
            accesses.accumulate(origin, target, displacement, (Reduction) operation);
        } catch (SennitException e) {
            throw raised(e);
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
            accesses.accumulate(origin, originLayout, target, displacement, targetLayout, (Reduction) operation);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void getAccumulate(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation) {
        try {
            accesses.getAccumulate(
                    origin,
                    MemoryViews.layoutOf(origin),
                    result,
                    MemoryViews.layoutOf(result),
                    target,
                    displacement,
                    null,
                    (Reduction) operation);
        } catch (SennitException e) {
            throw raised(e);
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
            accesses.getAccumulate(
                    origin, originLayout, result, resultLayout, target, displacement, targetLayout, (Reduction)
                            operation);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void fetchAndOp(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation) {
        try {
            accesses.fetchAndOp(origin, result, target, displacement, (Reduction) operation);
        } catch (SennitException e) {
            throw raised(e);
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
            accesses.fetchAndOp(origin, result, type, target, displacement, (Reduction) operation);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void compareAndSwap(
            @Memory Object origin, @Memory Object expected, @Memory Object result, int target, long displacement) {
        try {
            accesses.compareAndSwap(origin, expected, result, target, displacement);
        } catch (SennitException e) {
            throw raised(e);
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
            accesses.compareAndSwap(origin, expected, result, type, target, displacement);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void fence(WindowAssertion... assertions) {
        try {
            epochs.fence(assertions);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void post(Group origins, WindowAssertion... assertions) {
        try {
            epochs.post(origins, assertions);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void start(Group targets, WindowAssertion... assertions) {
        try {
            epochs.start(targets, assertions);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void complete() {
        try {
            epochs.complete();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void waitFor() {
        try {
            epochs.waitFor();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public boolean test() {
        try {
            return epochs.test();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void lock(LockKind kind, int target, WindowAssertion... assertions) {
        try {
            epochs.lock(kind, target, assertions);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void unlock(int target) {
        try {
            epochs.unlock(target);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void lockAll(WindowAssertion... assertions) {
        try {
            epochs.lockAll(assertions);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void unlockAll() {
        try {
            epochs.unlockAll();
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void flush(int target) {
        try {
            epochs.flush("flush", target);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void flushLocal(int target) {
        try {
            epochs.flush("flushLocal", target);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void flushAll() {
        try {
            epochs.flush("flushAll", Epochs.ALL);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void flushLocalAll() {
        try {
            epochs.flush("flushLocalAll", Epochs.ALL);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    @Override
    public void sync() {
        try {
            epochs.sync();
        } catch (SennitException e) {
            throw raised(e);
        }
    }
}
