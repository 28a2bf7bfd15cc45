package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.info.FieldLayout;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.testkit.Deadline;

/**
 * Where the fields of hot objects lie in memory: what one side writes at every message shares no pair of cache lines
 * with what the other side reads or writes, nor with the object that lies before it. The JVM puts fields of a subclass
 * into gaps of its superclasses, so that padding alone proves nothing.
 */
@Deadline(seconds = 60)
class HotLayoutTest {
    private static final long APART_BYTES = 128;
    private static final long HEADER_BYTES = 16;

    private static final List<String> OF_PRODUCERS = List.of("claimed");
    private static final List<String> OF_APPENDER =
            List.of("lastChunk", "chunkCells", "immediateBytes", "extensionBytes");
    private static final List<String> OF_CONSUMER =
            List.of("lastFirst", "position", "chunkEnd", "cell", "consumerChunk", "cells", "place");

    @Test
    void inboxKeepsProducersAppenderAndConsumerOnLinesApart() {
        ClassLayout layout = ClassLayout.parseClass(ManyToOneInbox.class);
        List<List<String>> groups = List.of(OF_PRODUCERS, OF_APPENDER, OF_CONSUMER);
        for (List<String> group : groups) {
            assertApartFromFront(layout, group);
            for (List<String> other : groups) {
                if (other != group) {
                    assertApart(layout, group, other);
                }
            }
        }
    }

    @Test
    void nothingOfProducersLiesBehindTheConsumersFields() {
        ClassLayout layout = ClassLayout.parseClass(ManyToOneInbox.class);
        assertTrue(layout.instanceSize() - last(layout, OF_CONSUMER) >= APART_BYTES, layout.toPrintable());
    }

    @Test
    void chunkIsApartFromWhatLiesBeforeIt() {
        ClassLayout layout = ClassLayout.parseClass(InboxChunk.class);
        assertApartFromFront(
                layout, List.of("cells", "base", "capacity", "references", "first", "extensions", "next", "previous"));
    }

    @Test
    void parkingSpotHasItsFlagAlone() {
        ClassLayout layout = ClassLayout.parseClass(ParkingSpot.class);
        assertApartFromFront(layout, List.of("occupant"));
        assertTrue(layout.instanceSize() - last(layout, List.of("occupant")) >= APART_BYTES, layout.toPrintable());
    }

    private static void assertApartFromFront(ClassLayout layout, List<String> fields) {
        assertTrue(first(layout, fields) >= HEADER_BYTES + APART_BYTES, layout.toPrintable());
    }

    private static void assertApart(ClassLayout layout, List<String> fields, List<String> others) {
        boolean isBefore = first(layout, others) - last(layout, fields) >= APART_BYTES;
        boolean isBehind = first(layout, fields) - last(layout, others) >= APART_BYTES;
        assertTrue(isBefore || isBehind, () -> fields + " and " + others + "\n" + layout.toPrintable());
    }

    private static long first(ClassLayout layout, List<String> fields) {
        return fields.stream()
                .mapToLong(name -> field(layout, name).offset())
                .min()
                .orElseThrow();
    }

    /** The end of the last one. */
    private static long last(ClassLayout layout, List<String> fields) {
        return fields.stream()
                .mapToLong(name ->
                        field(layout, name).offset() + field(layout, name).size())
                .max()
                .orElseThrow();
    }

    private static FieldLayout field(ClassLayout layout, String name) {
        return layout.fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no field " + name + "\n" + layout.toPrintable()));
    }
}
