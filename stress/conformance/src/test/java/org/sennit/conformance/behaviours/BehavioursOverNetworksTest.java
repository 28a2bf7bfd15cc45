package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.conformance.OneJvmJob;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;
import org.sennit.testkit.SeededRandom;

/**
 * The behaviours with two endpoints in each of two processes, over every network module and over faults of the network.
 */
@Deadline(seconds = 120)
@Core
class BehavioursOverNetworksTest {
    private static final Map<String, Map<String, String>> NETWORKS = new LinkedHashMap<>();

    static {
        NETWORKS.put("unix", Map.of("net.module", "unix"));
        NETWORKS.put("mapped", Map.of("net.module", "mapped"));
        NETWORKS.put("tcp, 2 lanes", Map.of("net.module", "tcp", "net.lanes", "2"));
        NETWORKS.put("faulty over tcp", Map.of("net.module", "tcp", "net.faulty", "11:fragment,reorder"));
        NETWORKS.put("faulty over mapped", Map.of("net.module", "mapped", "net.faulty", "12:fragment,stall"));
    }

    private static final Map<String, Map<String, String>> REORDERING = new LinkedHashMap<>();

    static {
        REORDERING.put("mapped", Map.of("net.module", "mapped", "net.faulty", "115:fragment,delay,reorder"));
        REORDERING.put("tcp", Map.of("net.module", "tcp", "net.faulty", "137:fragment,delay,reorder"));
    }

    private static final int MOST_ROUNDS = 1000;
    private static final int MESSAGES = 32; // of a round

    @RegisterExtension
    private final SeededRandom random = new SeededRandom();

    /** Over shared memory they hold in JVMs of their own. */
    @TestFactory
    Stream<DynamicContainer> holdOverSockets() {
        return containers(Map.of("tcp", Map.of("net.module", "tcp")), Behaviour.all());
    }

    @TestFactory
    @NotCore
    Stream<DynamicContainer> holdOverEveryOtherNetwork() {
        return containers(NETWORKS, Behaviour.all());
    }

    /**
     * Nothing of one-sided communication relies on the order of packets, so a network may change it, as the seed of the
     * tests draws.
     */
    @TestFactory
    Stream<DynamicContainer> oneSidedCommunicationHoldsInAnyOrder() {
        Map<String, Map<String, String>> networks = new LinkedHashMap<>();
        for (String module : List.of("mapped", "tcp")) {
            String faults = random.nextInt(1 << 20) + ":fragment,delay,reorder";
            networks.put(module, Map.of("net.module", module, "net.faulty", faults));
        }
        return containers(networks, Behaviour.ofOneSidedCommunication());
    }

    /** The order of packets is restored for other messages; handlers run as the packets come. */
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void handlersRunOutOfOrderWhereTheNetworkReorders(String network) {
        AtomicBoolean isOutOfOrder = new AtomicBoolean();
        new OneJvmJob(2, 1, REORDERING.get(network)).run(endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages messages = world.activeMessages();
            AtomicInteger latest = new AtomicInteger(-1); // of the target
            int handler = messages.register(message -> {
                int number = message.header().get(ValueLayout.JAVA_INT_UNALIGNED, 0);
                if (number < latest.getAndAccumulate(number, Math::max)) {
                    isOutOfOrder.set(true);
                }
                return ActiveVector.EMPTY;
            });
            world.barrier();
            if (world.rank() == 0) {
                ActiveCounter complete = messages.newCounter();
                for (int number = 0; number < MOST_ROUNDS * MESSAGES && !isOutOfOrder.get(); number++) {
                    int[] header = {number};
                    messages.send(1, handler, header, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, complete);
                    if ((number + 1) % MESSAGES == 0) {
                        complete.await(MESSAGES);
                    }
                }
            }
            world.barrier();
        });
        assertTrue(isOutOfOrder.get(), "all handlers have run in the order of their messages");
    }

    @TestFactory
    @NotCore
    Stream<DynamicContainer> oneSidedCommunicationHoldsOverTls() {
        Map<String, Map<String, String>> networks = Map.of("tcp, TLS", Map.of("net.module", "tcp", "net.tls", "on"));
        return containers(networks, Behaviour.ofOneSidedCommunication());
    }

    private Stream<DynamicContainer> containers(Map<String, Map<String, String>> networks, List<Behaviour> behaviours) {
        return networks.entrySet().stream().map(network -> {
            OneJob job = new OneJob(network.getValue(), behaviours, random.seed());
            List<DynamicTest> tests = new ArrayList<>();
            tests.add(DynamicTest.dynamicTest("the job ends well", job::assertEndsWell));
            for (int i = 0; i < behaviours.size(); i++) {
                int number = i;
                tests.add(DynamicTest.dynamicTest(behaviours.get(i).name(), () -> job.assertPassed(number)));
            }
            return DynamicContainer.dynamicContainer(network.getKey(), tests);
        });
    }

    /**
     * One job of many behaviours, since starting one takes longer than most of them. It is run by the first test that
     * asks, within the deadline of that test. The tests ask one after the other.
     */
    private static final class OneJob {
        private final Map<String, String> settings;
        private final List<Behaviour> behaviours;
        private final long seed;
        private final AtomicIntegerArray passed; // of each behaviour, how many ranks have passed it
        private boolean hasBegun;
        private volatile Throwable failure; // null: the job has ended well

        OneJob(Map<String, String> settings, List<Behaviour> behaviours, long seed) {
            this.settings = settings;
            this.behaviours = behaviours;
            this.seed = seed;
            this.passed = new AtomicIntegerArray(behaviours.size());
        }

        void assertEndsWell() {
            run();
            if (failure != null) {
                throw new AssertionError("with " + settings + " (-Dsennit.test.seed=" + seed + ")", failure);
            }
        }

        void assertPassed(int behaviour) {
            run();
            int ranks = passed.get(behaviour);
            if (ranks < Behaviour.RANKS) {
                throw new AssertionError("passed by " + ranks + " ranks of " + Behaviour.RANKS, failure);
            }
        }

        private void run() {
            if (hasBegun) {
                return;
            }
            hasBegun = true;
            failure = new AssertionError("the job has not ended");
            try {
                new OneJvmJob(2, Behaviour.RANKS / 2, settings).run(endpoint -> {
                    for (int i = 0; i < behaviours.size(); i++) {
                        behaviours.get(i).run(endpoint.world());
                        passed.getAndIncrement(i);
                    }
                });
                failure = null;
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }
    }
}
