package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.am.call.CallHeader;
import org.sennit.internal.endpoints.am.call.CallRoom;
import org.sennit.internal.endpoints.am.call.RemoteAnswer;
import org.sennit.internal.endpoints.am.call.RemoteCall;
import org.sennit.internal.endpoints.am.call.RemoteCallHandler;
import org.sennit.internal.endpoints.am.call.RemoteCalls;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Operations that are executed in another process. */
@Core
@Deadline(seconds = 60)
class RemoteCallsTest {
    private static final int ADD = 60;
    private static final int STORE = 61;
    private static final int LATER = 62;

    /** Of an answer, as an endpoint waits for it. */
    private static final class Answer implements RemoteAnswer {
        private final CommContext comm;
        private final MemorySegment room;
        private long result;
        private SennitException failure;
        private volatile boolean isHere;

        Answer(CommContext comm, MemorySegment room) {
            this.comm = comm;
            this.room = room;
        }

        @Override
        public MemorySegment room(long bytes) {
            return room;
        }

        @Override
        public void answered(long number) {
            result = number;
            isHere = true;
            comm.endpoint().progress().signal();
        }

        @Override
        public void failed(SennitException error) {
            failure = error;
            isHere = true;
            comm.endpoint().progress().signal();
        }

        Answer await() {
            comm.endpoint().progress().await(() -> isHere, Long.MAX_VALUE);
            return this;
        }
    }

    @Test
    void callsAreExecutedInTheOtherProcess() {
        byte[] memory = new byte[RemoteCalls.MAX_PAYLOAD_BYTES];
        AtomicLong number = new AtomicLong();
        new InProcessJob(new LocalNetwork(31, false, network -> null), 2, 1, Options.fromEnvironment())
                .run(endpoint -> {
                    CommContext comm = ((CommunicatorHandle) endpoint.world()).context();
                    ActiveProcess process = comm.own().process().active();
                    List<RemoteCall> kept = new CopyOnWriteArrayList<>();
                    if (comm.rank() == 1) {
                        register(process.calls(), memory, number, kept, comm);
                    }
                    endpoint.world().barrier();
                    if (comm.rank() == 0) {
                        callAll(comm, process.calls());
                        endpoint.world().send(new int[1], 1, 0);
                        Answer late = call(comm, process.calls(), LATER, 0, MemorySegment.NULL, null);
                        assertEquals(7, late.await().result);
                    } else {
                        endpoint.world().receive(new int[1], 0, 0);
                        comm.endpoint().progress().await(() -> !kept.isEmpty(), Long.MAX_VALUE);
                        kept.getFirst().answer(7);
                    }
                });
        assertEquals(1000, number.get());
        for (int i = 0; i < memory.length; i++) {
            assertEquals((byte) (i * 7), memory[i]);
        }
    }

    private static void register(
            RemoteCalls calls, byte[] memory, AtomicLong number, List<RemoteCall> kept, CommContext comm) {
        calls.register(ADD, (call, data) -> {
            assertEquals(0, call.sourceProcess());
            call.answer(number.getAndAdd(call.header().get(ValueLayout.JAVA_LONG, 0)));
        });
        calls.register(STORE, new RemoteCallHandler() {
            @Override
            public boolean room(RemoteCall call, CallRoom room) {
                room.set(MemorySegment.ofArray(memory), call.header().get(ValueLayout.JAVA_LONG, 0), null);
                return true;
            }

            @Override
            public void execute(RemoteCall call, MemorySegment data) {
                call.answer(call.dataBytes(), MemorySegment.ofArray(memory), -1);
            }
        });
        calls.register(LATER, (call, data) -> {
            kept.add(call);
            comm.endpoint().progress().signal();
        });
    }

    private static Answer call(
            CommContext comm, RemoteCalls calls, int number, long header, MemorySegment data, MemorySegment room) {
        Answer answer = new Answer(comm, room);
        Peer target = comm.peers().peer(1);
        calls.send(comm.endpoint(), target, number, new Header(header), data, answer);
        return answer;
    }

    /** A number. */
    private record Header(long value) implements CallHeader {
        @Override
        public int bytes() {
            return Long.BYTES;
        }

        @Override
        public void write(MemorySegment memory, long offsetBytes) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offsetBytes, value);
        }
    }

    private static void callAll(CommContext comm, RemoteCalls calls) {
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            answers.add(call(comm, calls, ADD, 1, MemorySegment.NULL, null));
        }
        long sum = 0;
        for (Answer each : answers) {
            sum += each.await().result;
        }
        assertEquals(999 * 500, sum);
        byte[] given = new byte[RemoteCalls.MAX_PAYLOAD_BYTES];
        for (int i = 0; i < given.length; i++) {
            given[i] = (byte) (i * 7);
        }
        MemorySegment back = MemorySegment.ofArray(new byte[given.length]);
        Answer stored =
                call(comm, calls, STORE, 0, MemorySegment.ofArray(given), back).await();
        assertEquals(given.length, stored.result);
        assertEquals(-1, back.mismatch(MemorySegment.ofArray(given)));
        Answer outside = call(comm, calls, STORE, given.length, MemorySegment.ofArray(new byte[8]), null);
        assertEquals(ErrorClass.OTHER, outside.await().failure.errorClass());
        Answer unknown = call(comm, calls, 5, 0, MemorySegment.NULL, null).await();
        assertTrue(unknown.failure.getMessage().contains("no handler"), unknown.failure::getMessage);
    }
}
