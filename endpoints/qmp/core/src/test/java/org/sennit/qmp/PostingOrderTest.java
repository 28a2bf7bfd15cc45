package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Core
@Deadline(seconds = 30)
class PostingOrderTest {
    private static final int ONE = 1;
    private static final int OTHER = 2;

    @Test
    void receivesComeFirstAndHigherPrioritiesBeforeLowerOnes() {
        Nodes.run(1, qmp -> {
            List<Channel> declared = List.of(
                    channel(qmp, true, ONE, 2),
                    channel(qmp, false, ONE, 3),
                    channel(qmp, true, OTHER, 0),
                    channel(qmp, false, OTHER, 1));
            assertEquals(List.of(3, 1, 2, 0), order(declared));
        });
    }

    @Test
    void channelsThatMatchEachOtherKeepTheDeclaredOrder() {
        Nodes.run(1, qmp -> {
            List<Channel> declared = List.of(
                    channel(qmp, true, OTHER, 1),
                    channel(qmp, true, ONE, 5), // starts with the priority of the next of its kind
                    channel(qmp, true, ONE, 0),
                    channel(qmp, true, ONE, 0));
            assertEquals(List.of(1, 2, 3, 0), order(declared));
        });
    }

    private static Channel channel(Qmp qmp, boolean isSend, int tag, int priority) {
        MessageMemory memory = qmp.declareMsgmem(new byte[8], 8);
        return new Channel(qmp.getDefaultCommunicator().communicator(), isSend, 0, tag, priority, memory);
    }

    private static List<Integer> order(List<Channel> declared) {
        List<Integer> order = new ArrayList<>();
        Arrays.stream(PostingOrder.of(declared)).forEach(channel -> order.add(declared.indexOf(channel)));
        return order;
    }
}
