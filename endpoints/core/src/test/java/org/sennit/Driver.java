package org.sennit;

import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.sennit.message.Request;

/** The three ways to call a collective, for tests that make the same call in each. */
enum Driver {
    BLOCKING,
    NONBLOCKING,
    PERSISTENT;

    /** A call in its three forms. */
    record Call(Runnable blocking, Supplier<Request> nonblocking, Supplier<Request> persistent) {}

    /**
     * Fills the memories, calls, and looks at the result; a persistent one twice, with other data.
     *
     * @param fill fills the memories for a round
     * @param call the call
     * @param check looks at the result of a round
     */
    void perform(IntConsumer fill, Call call, IntConsumer check) {
        fill.accept(0);
        switch (this) {
            case BLOCKING -> call.blocking.run();
            case NONBLOCKING -> call.nonblocking.get().await();
            case PERSISTENT -> {
                Request request = call.persistent.get();
                request.start();
                request.await();
                check.accept(0);
                fill.accept(1);
                request.start();
                request.await();
                check.accept(1);
                request.free();
                return;
            }
        }
        check.accept(0);
    }
}
