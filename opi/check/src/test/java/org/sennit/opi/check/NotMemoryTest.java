package org.sennit.opi.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/** What may be passed as memory, and what javac says of everything else. */
class NotMemoryTest {
    @Test
    void whatCanBeMemoryPasses() {
        check("""
            void run(Channel channel, Object any, byte[] bytes, boolean[] booleans, double[] doubles, ByteBuffer buffer,
                    MappedByteBuffer mapped, java.nio.Buffer wider, MemorySegment segment, org.agrona.DirectBuffer agrona,
                    org.agrona.concurrent.UnsafeBuffer unsafe, Comparable<ByteBuffer> comparable, double[][] rows) {
                channel.send(any, 0);
                channel.send(bytes, 0);
                channel.send(booleans, 0);
                channel.send(doubles, 0);
                channel.send(buffer, 0);
                channel.send(mapped, 0);
                channel.send(wider, 0);
                channel.send(segment, 0);
                channel.send(agrona, 0);
                channel.send(unsafe, 0);
                channel.send(comparable, 0);
                channel.send(null, 0);
                channel.send(rows[1], 0);
                channel.send(Channel.Marker.HERE, 0);
                channel.send(any == null ? null : doubles, 0);
                channel.exchange(doubles, "any object", bytes);
                channel.sendObject(rows);
            }
            <T, B extends ByteBuffer, C extends java.io.Serializable & org.agrona.DirectBuffer> void run(
                    Channel channel, T one, B two, C three) {
                channel.send(one, 0);
                channel.send(two, 0);
                channel.send(three, 0);
            }
            """);
    }

    @Test
    void whatCannotBeMemoryIsNamedWhereItStands() {
        check("""
            void run(Channel channel, List<Double> list, double[][] rows, double[] row, boolean isSet) {
                channel.send(list, 0); // BUG: not memory: List is an object: send it with sendObject, or copy
                channel.send(1, 0); // BUG: not memory: int is a value: pass an array of length 1, int[1]
                channel.send(row[0], 0); // BUG: not memory: double is a value: pass an array of length 1, double[1]
                channel.send((isSet ? rows : row), 0); // BUG: not memory: double[][] is not contiguous: send each row
                channel.exchange(row, row, rows); // BUG: not memory: double[][] is not contiguous
                channel.exchange(rows, row, row); // BUG: not memory: double[][] is not contiguous
                Runnable later = () -> channel.send("text", 0); // BUG: not memory: String is an object
            }
            <T extends Number> void run(Channel channel, T number) {
                channel.send(number, 0); // BUG: not memory: Number is an object: send it with sendObject
            }
            """);
    }

    @Test
    void overridingMethodsAndConstructorsAreChecked() {
        check("""
            static class Local {
                Local(@Memory Object memory) {}
                void own(@Memory Object memory) {}
            }
            void run(Channel.Sub sub) {
                sub.send("text", 0); // BUG: not memory: String is an object
                Local local = new Local(1.5); // BUG: not memory: double is a value
                local.own(List.of()); // BUG: not memory: List is an object
            }
            """);
    }

    @Test
    void aDeclarationMaySayOtherwise() {
        check("""
            @SuppressWarnings("NotMemory")
            void quiet(Channel channel) {
                channel.send("text", 0);
            }
            @SuppressWarnings("unused")
            void run(Channel channel) {
                channel.send("text", 0); // BUG: not memory: String is an object
            }
            """);
    }

    @Test
    void theWordsAreThoseOfTheErrorAtRunTime() {
        Map<String, Object> mistakes = new LinkedHashMap<>();
        mistakes.put("double[][]", new double[1][1]);
        mistakes.put("long[][][]", new long[1][1][1]);
        mistakes.put("Integer[]", new Integer[1]);
        mistakes.put("String[][]", new String[1][1]);
        mistakes.put("Boolean", true);
        mistakes.put("Character", 'c');
        mistakes.put("Double", 1.5);
        mistakes.put("String", "text");
        mistakes.put("StringBuilder", new StringBuilder());
        mistakes.put("ArrayList<Double>", new ArrayList<>());
        mistakes.put("TreeMap<String, String>", new TreeMap<>());
        mistakes.put("Channel.Block", new Channel.Block());
        mistakes.put("java.math.BigDecimal", BigDecimal.ONE);
        mistakes.put("DoubleBuffer", DoubleBuffer.allocate(1));
        StringBuilder members = new StringBuilder();
        for (Map.Entry<String, Object> mistake : mistakes.entrySet()) {
            String text = assertThrows(SennitException.class, () -> new MemoryViews().of(mistake.getValue()))
                    .getMessage();
            String hint = text.substring(text.indexOf('(') + 1, text.lastIndexOf(')'));
            members.append("void run(Channel channel, %s value) {%n".formatted(mistake.getKey()));
            members.append("    channel.send(value, 0); // BUG: not memory: %s%n}%n".formatted(hint));
        }
        check(members.toString());
    }

    @Test
    void theAnnotationIsKnownByItsName() {
        assertEquals(Memory.class.getName(), Contracts.MEMORY);
    }

    private static void check(String members) {
        Snippet.checkFile(NotMemory.class, "Sends", """
            import java.lang.foreign.*;
            import java.nio.*;
            import java.util.*;
            import org.sennit.opi.check.*;
            import org.sennit.message.Memory;
            class Sends {
            %s
            }
            """.formatted(members));
    }
}
