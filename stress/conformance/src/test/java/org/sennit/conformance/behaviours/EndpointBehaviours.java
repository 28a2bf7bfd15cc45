package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.sennit.Communicator;
import org.sennit.Comparison;
import org.sennit.EndpointStatistics;
import org.sennit.Group;
import org.sennit.Operation;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** Endpoints that communicators make. */
final class EndpointBehaviours {
    private EndpointBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("29 endpointsAreRankedInParentOrder", EndpointBehaviours::ranks),
                new Behaviour("30 noEndpointsAreLegal", EndpointBehaviours::none),
                new Behaviour("30 fewerThanNoEndpointsAreAnErrorOnAll", EndpointBehaviours::negative),
                new Behaviour("31 oneEndpointEachIsCongruentToItsParent", EndpointBehaviours::oneEach),
                new Behaviour("32 moreThan256EndpointsOfAProcess", EndpointBehaviours::many),
                new Behaviour("33 tagsOfAllSizesAmongEndpoints", EndpointBehaviours::tags),
                new Behaviour("34 endpointsOfOneProcessObeyAllRules", EndpointBehaviours::allRules),
                new Behaviour("59 anyThreadDrivesAnEndpoint", EndpointBehaviours::poolThreads),
                new Behaviour("endpointsOfEndpoints", EndpointBehaviours::nested),
                new Behaviour("endpointsProgressApartFromTheirMaker", EndpointBehaviours::apart),
                new Behaviour("closedEndpointsAreGone", EndpointBehaviours::closed),
                new Behaviour("aSendToAnEndpointThatHasGoneEnds", EndpointBehaviours::sendToGone));
    }

    private static void ranks(Communicator world) throws Exception {
        int own = world.rank();
        int first = own * (own + 1) / 2;
        List<Communicator> handles = world.createEndpoints(own + 1);
        assertEquals(own + 1, handles.size());
        int total = world.size() * (world.size() + 1) / 2;
        for (int i = 0; i < handles.size(); i++) {
            assertEquals(first + i, handles.get(i).rank());
            assertEquals(total, handles.get(i).size());
            assertEquals(world.processOf(own), handles.get(i).processOf(first + i));
        }
        EndpointThreads.runOn(world, handles, endpoints -> {
            int[] all = new int[endpoints.size()];
            endpoints.allgather(new int[] {endpoints.rank() * 3}, all);
            for (int r = 0; r < all.length; r++) {
                assertEquals(r * 3, all[r]);
            }
            talkToAll(endpoints);
        });
    }

    /** Each sends its rank to each, and gets one message from each. */
    static void talkToAll(Communicator communicator) {
        int size = communicator.size();
        int[][] received = new int[size][2];
        Request[] receives = new Request[size];
        for (int r = 0; r < size; r++) {
            receives[r] = communicator.nonblocking().receive(received[r], r, 9);
        }
        Request[] sends = new Request[size];
        for (int r = 0; r < size; r++) {
            sends[r] = communicator.nonblocking().send(new int[] {communicator.rank(), r}, r, 9);
        }
        Request.awaitAll(receives);
        Request.awaitAll(sends);
        for (int r = 0; r < size; r++) {
            assertArrayEquals(new int[] {r, communicator.rank()}, received[r]);
        }
    }

    private static void none(Communicator world) throws Exception {
        int count = world.rank() == 1 ? 0 : 2;
        List<Communicator> handles = world.createEndpoints(count);
        assertEquals(count, handles.size());
        int first = world.rank() == 0 ? 0 : 2 * (world.rank() - 1);
        for (int i = 0; i < count; i++) {
            assertEquals(first + i, handles.get(i).rank());
            assertEquals(2 * (world.size() - 1), handles.get(i).size());
        }
        EndpointThreads.runOn(world, handles, EndpointBehaviours::talkToAll);
        assertEquals(List.of(), world.createEndpoints(0)); // no rank wants one
    }

    private static void negative(Communicator world) {
        int count = world.rank() == 2 ? -1 : 3;
        SennitException error = assertThrows(SennitException.class, () -> world.createEndpoints(count));
        assertEquals(ErrorClass.ARG, error.errorClass());
        assertTrue(error.getMessage().contains("rank=2 count=-1"), error.getMessage());
    }

    private static void oneEach(Communicator world) {
        List<Communicator> handles = world.createEndpoints(1);
        Communicator own = handles.getFirst();
        assertEquals(Comparison.CONGRUENT, world.compare(own));
        assertEquals(Comparison.CONGRUENT, own.compare(world));
        assertEquals(Comparison.IDENTICAL, world.group().compare(own.group()));
        List<Communicator> two = own.createEndpoints(2);
        assertEquals(Comparison.UNEQUAL, world.compare(two.getFirst()));
        assertEquals(Group.UNDEFINED, two.getFirst().group().translateRanks(new int[] {0}, world.group())[0]);
        two.forEach(Communicator::close);
        List<Communicator> again = own.createEndpoints(1);
        assertEquals(Comparison.CONGRUENT, world.compare(again.getFirst()));
        talkToAll(again.getFirst());
        again.getFirst().close();
        own.close();
    }

    private static void many(Communicator world) {
        int count = world.rank() == 0 ? 300 : 1;
        List<Communicator> handles = world.createEndpoints(count);
        int size = 300 + world.size() - 1;
        List<Request> requests = new ArrayList<>();
        int[][] received = new int[count][1];
        for (int i = 0; i < count; i++) { // one thread drives them all
            Communicator handle = handles.get(i);
            assertEquals(size, handle.size());
            requests.add(handle.nonblocking().receive(received[i], (handle.rank() + size - 1) % size, 255));
        }
        for (Communicator handle : handles) {
            requests.add(handle.nonblocking().send(new int[] {handle.rank()}, (handle.rank() + 1) % size, 255));
        }
        requests.forEach(Request::await);
        for (int i = 0; i < count; i++) {
            assertEquals((handles.get(i).rank() + size - 1) % size, received[i][0]);
            assertFalse(handles.get(i).nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null));
        }
        world.barrier();
        handles.forEach(Communicator::close);
    }

    private static final int[] TAGS = {0, 1, 255, 256, 32767, 32768, 65536, 1 << 24, Integer.MAX_VALUE};

    private static void tags(Communicator world) throws Exception {
        EndpointThreads.run(world, 2, endpoints -> {
            int size = endpoints.size();
            int next = (endpoints.rank() + 1) % size;
            int before = (endpoints.rank() + size - 1) % size;
            for (int tag : TAGS) {
                endpoints.send(new int[] {tag}, next, tag);
            }
            for (int i = TAGS.length - 1; i >= 0; i--) {
                int[] value = new int[1];
                endpoints.receive(value, before, TAGS[i]);
                assertEquals(TAGS[i], value[0]);
            }
            for (int tag : new int[] {Integer.MAX_VALUE + 1, -2}) {
                SennitException error =
                        assertThrows(SennitException.class, () -> endpoints.send(new int[1], next, tag));
                assertEquals(ErrorClass.TAG, error.errorClass());
            }
            endpoints.barrier();
            assertFalse(endpoints.nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, null));
        });
    }

    /** All endpoints are the last rank's: near each other, and their maker waits. */
    private static void allRules(Communicator world) throws Exception {
        int count = world.rank() == world.size() - 1 ? Behaviour.RANKS : 0;
        List<Behaviour> rules = new ArrayList<>();
        rules.addAll(OrderBehaviours.all());
        rules.addAll(MatchingBehaviours.all());
        rules.addAll(ContentBehaviours.all());
        rules.addAll(CommunicatorBehaviours.isolation());
        rules.addAll(TransferBehaviours.ofHelpers(500));
        EndpointThreads.run(world, count, endpoints -> {
            for (Behaviour rule : rules) {
                rule.run(endpoints);
            }
            EndpointStatistics.Protocols counters =
                    endpoints.endpoint().statistics().protocols();
            assertEquals(0, counters.eager() + counters.rendezvous(), "nothing may go through the network");
            assertTrue(counters.immediate() > 0 && counters.byReference() > 0, counters.toString());
        });
    }

    /** Each endpoint is driven by another thread in each phase, and what one has posted the next one completes. */
    private static void poolThreads(Communicator world) throws Exception {
        int each = 3;
        int phases = 7;
        List<Communicator> handles = world.createEndpoints(each);
        Thread[] before = new Thread[each];
        Request[] pending = new Request[each];
        int[][] memory = new int[each][1];
        List<ExecutorService> threads =
                Stream.generate(Executors::newSingleThreadExecutor).limit(each).toList();
        try {
            for (int phase = 0; phase < phases; phase++) {
                int number = phase;
                List<Future<?>> done = new ArrayList<>();
                for (int i = 0; i < each; i++) {
                    int k = i;
                    Communicator handle = handles.get(k);
                    done.add(threads.get((k + phase) % each).submit(() -> {
                        assertNotSame(before[k], Thread.currentThread(), "endpoint " + k + " has changed its thread");
                        before[k] = Thread.currentThread();
                        drive(handle, number, pending[k], memory[k]);
                        int left = (handle.rank() + handle.size() - 1) % handle.size();
                        pending[k] = handle.nonblocking().receive(memory[k], left, 60 + number);
                    }));
                }
                for (Future<?> one : done) {
                    one.get();
                }
            }
        } finally {
            threads.forEach(ExecutorService::shutdownNow);
        }
        for (Request request : pending) {
            request.cancel();
            assertTrue(request.await().isCancelled());
        }
        handles.forEach(Communicator::close);
    }

    private static void drive(Communicator handle, int phase, Request pending, int[] memory) {
        int n = handle.size();
        if (pending != null) { // another thread has posted it
            handle.send(new int[] {handle.rank() * 100 + phase}, (handle.rank() + 1) % n, 60 + phase - 1);
            assertEquals((handle.rank() + n - 1) % n, pending.await().source());
            assertEquals((handle.rank() + n - 1) % n * 100 + phase, memory[0]);
        }
        int[] sum = new int[1];
        handle.allreduce(new int[] {handle.rank() + phase}, sum, Operation.SUM);
        assertEquals(n * (n - 1) / 2 + n * phase, sum[0]);
        talkToAll(handle);
    }

    private static void nested(Communicator world) throws Exception {
        EndpointThreads.run(world, world.rank() % 2 + 1, endpoints -> {
            List<Communicator> inner = endpoints.createEndpoints(2);
            assertEquals(2 * endpoints.size(), inner.getFirst().size());
            assertEquals(2 * endpoints.rank(), inner.getFirst().rank());
            EndpointThreads.runOn(endpoints, inner, EndpointBehaviours::talkToAll);
            endpoints.barrier();
        });
    }

    private static void apart(Communicator world) throws Exception {
        int last = world.size() - 1;
        EndpointThreads.run(world, 1, endpoints -> {
            // The maker is in a join, and its own messages wait; those of the endpoint do not.
            if (endpoints.rank() == 0) {
                endpoints.send(new byte[1 << 20], last, 1);
            } else if (endpoints.rank() == last) {
                Status status = new Status();
                endpoints.receive(new byte[1 << 20], Communicator.ANY_SOURCE, 1, status);
                assertEquals(0, status.source());
            }
            endpoints.barrier();
        });
    }

    private static void closed(Communicator world) {
        for (int round = 0; round < 50; round++) {
            List<Communicator> handles = world.createEndpoints(2);
            Communicator first = handles.getFirst();
            int last = first.size() - 1;
            if (first.rank() == 0) {
                first.send(new byte[] {(byte) round}, last, round);
            }
            Communicator second = handles.getLast();
            if (second.rank() == last) {
                byte[] value = new byte[1];
                second.receive(value, 0, round);
                assertEquals(round, value[0]);
            }
            handles.forEach(Communicator::close);
            SennitException error = assertThrows(SennitException.class, () -> second.send(new byte[1], 0, 1));
            assertEquals(ErrorClass.COMM, error.errorClass());
        }
    }

    private static void sendToGone(Communicator world) {
        List<Communicator> handles = world.createEndpoints(2);
        Communicator stays = handles.getFirst();
        handles.getLast().close();
        world.barrier();
        for (int r = 1; r < stays.size(); r += 2) { // near and far
            try {
                stays.send(new byte[4 << 20], r, 1);
            } catch (SennitException e) {
                assertEquals(ErrorClass.PROC_FAILED, e.errorClass());
            }
        }
        world.barrier();
        talkToAll(world);
        stays.close();
    }
}
