package org.sennit.internal.shm.match;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.testkit.CacheLines;
import org.sennit.testkit.Deadline;

/**
 * Where the fields of hot objects lie in memory: what one side writes at every message shares no pair of cache lines
 * with what the other side reads or writes, nor with the object that lies before it. The JVM puts fields of a subclass
 * into gaps of its superclasses, so that padding alone proves nothing.
 */
@Deadline(seconds = 60)
class HotLayoutTest {
    private static final List<String> OF_PRODUCERS = List.of("claimed");
    private static final List<String> OF_APPENDER =
            List.of("lastChunk", "chunkCells", "immediateBytes", "extensionBytes");
    private static final List<String> OF_CONSUMER =
            List.of("lastFirst", "position", "chunkEnd", "cell", "consumerChunk", "cells", "place");

    @Test
    void inboxKeepsProducersAppenderAndConsumerOnLinesApart() {
        CacheLines.of(ManyToOneInbox.class)
                .assertApartFromFront(OF_PRODUCERS)
                .assertApartFromFront(OF_APPENDER)
                .assertApartFromFront(OF_CONSUMER)
                .assertApart(OF_PRODUCERS, OF_APPENDER)
                .assertApart(OF_PRODUCERS, OF_CONSUMER)
                .assertApart(OF_APPENDER, OF_CONSUMER);
    }

    @Test
    void nothingOfProducersLiesBehindTheConsumersFields() {
        CacheLines.of(ManyToOneInbox.class).assertApartFromEnd(OF_CONSUMER);
    }

    @Test
    void chunkIsApartFromWhatLiesBeforeIt() {
        CacheLines.of(InboxChunk.class)
                .assertApartFromFront(
                        List.of("cells", "base", "capacity", "references", "first", "extensions", "next", "previous"));
    }

    @Test
    void parkingSpotHasItsFlagAlone() {
        List<String> flag = List.of("occupant");
        CacheLines.of(ParkingSpot.class).assertApartFromFront(flag).assertApartFromEnd(flag);
    }
}
