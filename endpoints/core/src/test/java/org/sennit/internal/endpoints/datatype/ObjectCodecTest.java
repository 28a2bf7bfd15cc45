package org.sennit.internal.endpoints.datatype;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** What is let in as an object, and what may be shared. */
class ObjectCodecTest {
    private static final ObjectRules OWN = rules("org.sennit.internal.endpoints.datatype.*");

    record Point(int x, double y, String name) implements Serializable {}

    record Pair(Point left, Point right, Thread.State state) implements Serializable {}

    record Open(List<String> names) implements Serializable {}

    record Chain(int value, Chain next) implements Serializable {}

    record Sound(int value) implements Serializable {}

    /** As {@link Sound} at another member, whose version of the program is at fault. */
    record Wreck(int value) implements Serializable {
        private static final int ELSEWHERE = Integer.parseInt("not here");
    }

    private static ObjectRules rules(String... allowed) {
        return new ObjectRules(List.of(allowed), 5, 1000, 10_000);
    }

    private static Object through(Object value, ObjectRules rules) {
        return ObjectCodec.decode(ObjectCodec.encode(value, rules, "here"), rules, "here");
    }

    private static SennitException refusal(Object value, ObjectRules rules) {
        return assertThrows(SennitException.class, () -> through(value, rules));
    }

    @Test
    void recordsStringsBoxedValuesAndArraysComeBack() {
        Pair pair = new Pair(new Point(1, 2.5, "a"), new Point(3, 4.5, null), Thread.State.NEW);
        assertEquals(pair, through(pair, rules("org.sennit.internal.endpoints.datatype.*", "java.lang.Thread$State")));
        assertEquals("text", through("text", OWN));
        assertEquals(17L, through(17L, OWN));
        assertArrayEquals(new double[] {1, 2}, (double[]) through(new double[] {1, 2}, OWN));
        assertArrayEquals(new String[] {"x"}, (String[]) through(new String[] {"x"}, OWN));
        assertNull(through(null, OWN));
    }

    @Test
    void aClassThatCannotBeInitializedHereIsAnError() {
        String sent = new String(ObjectCodec.encode(new Sound(1), OWN, "here"), StandardCharsets.ISO_8859_1);
        byte[] bytes = sent.replace("$Sound", "$Wreck").getBytes(StandardCharsets.ISO_8859_1);
        SennitException error =
                assertThrows(SennitException.class, () -> ObjectCodec.decode(bytes, OWN, "operation=here"));
        assertEquals(ErrorClass.TYPE, error.errorClass());
        assertTrue(
                error.getMessage().startsWith("class cannot be used here: cause=java.lang.ExceptionInInitializerError"),
                error.getMessage());
        assertTrue(error.getMessage().endsWith("operation=here"), error.getMessage());
    }

    @Test
    void aClassThatIsNotListedIsRefusedByName() {
        SennitException error = refusal(new ArrayList<>(List.of("a")), OWN);
        assertEquals(ErrorClass.TYPE, error.errorClass());
        assertEquals(
                "class is not allowed: class=java.util.ArrayList (-o"
                    + " 'objects.allow=org.sennit.internal.endpoints.datatype.*,java.util.ArrayList' allows it): here",
                error.getMessage());
        assertTrue(refusal(new Point(1, 2, ""), rules("org.sennit.internal.endpoints.datatype.Other"))
                .getMessage()
                .contains("class=" + Point.class.getName()));
    }

    @Test
    void theErrorNamesWhatTheOptionTakes() {
        ObjectRules none = rules("org.example.*");
        Object nested = new Pair[][] {{new Pair(null, null, null)}};
        String message = refusal(nested, none).getMessage();
        assertTrue(message.startsWith("class is not allowed: class=" + Pair.class.getTypeName() + "[]"), message);
        String added = message.replaceFirst(".*objects.allow=(.*)'.*", "$1");
        assertTrue(new ObjectRules(List.of(added.split(",")), 5, 1000, 10_000).allows(Pair[][].class), added);
    }

    @Test
    void immutableCollectionsAreAlwaysAllowed() {
        List<Object> all = List.of(
                List.of(),
                List.of("a"),
                List.of("a", "b", "c"),
                Set.of(),
                Set.of(7),
                Set.of(1, 2, 3),
                Map.of(),
                Map.of("a", 1L),
                Map.of("a", 1L, "b", 2L),
                List.copyOf(new ArrayList<>(List.of('x'))),
                Stream.of("a", null).toList(),
                Collections.emptyList(),
                Collections.emptySet(),
                Collections.emptyMap(),
                Collections.singleton(1),
                Collections.singletonList("a"),
                Collections.singletonMap("a", 1));
        for (Object each : all) {
            assertEquals(each, through(each, OWN));
        }
        assertEquals(new Open(List.of("a", "b")), through(new Open(List.of("a", "b")), OWN));
        assertEquals(ErrorClass.TYPE, refusal(List.of(Thread.State.NEW), OWN).errorClass());
    }

    @Test
    void objectsAreOffUntilAClassIsNamed() {
        SennitException error = refusal("text", rules());
        assertEquals(ErrorClass.UNSUPPORTED, error.errorClass());
        assertEquals(
                "objects are off: set the option objects.allow to the classes that may arrive, such as"
                        + " objects.allow=org.example.*: here",
                error.getMessage());
    }

    @Test
    void limitsHold() {
        assertTrue(refusal(new int[1001], OWN)
                .getMessage()
                .startsWith("array too long: length=1001 limit=1000 (objects.array.max)"));
        Chain chain = null;
        for (int i = 0; i < 10; i++) {
            chain = new Chain(i, chain);
        }
        assertTrue(refusal(chain, OWN).getMessage().startsWith("object nested too deep: depth=6 limit=5"));
        assertEquals(ErrorClass.COUNT, refusal("x".repeat(20_000), OWN).errorClass());
    }

    @Test
    void bytesThatAreNoObjectAreAnError() {
        SennitException error =
                assertThrows(SennitException.class, () -> ObjectCodec.decode(new byte[] {1, 2, 3, 4}, OWN, "here"));
        assertEquals(ErrorClass.TYPE, error.errorClass());
        assertTrue(error.getMessage().startsWith("message is not an object: cause="), error::getMessage);
    }

    @Test
    void whatIsNotSerializableIsNamed() {
        SennitException error = refusal(new Object(), OWN);
        assertEquals(ErrorClass.TYPE, error.errorClass());
        assertEquals("class is not serializable: class=java.lang.Object here", error.getMessage());
    }

    @Test
    void onlyDeeplyImmutableRecordsAreShared() {
        assertNull(ImmutableRecords.whyNot(new Pair(null, null, null)));
        assertNull(ImmutableRecords.whyNot(new Chain(1, null)));
        assertNull(ImmutableRecords.whyNot("text"));
        assertNull(ImmutableRecords.whyNot(null));
        assertEquals(
                "component names of " + Open.class.getName() + ": java.util.List is no immutable record",
                ImmutableRecords.whyNot(new Open(List.of())));
        assertTrue(ImmutableRecords.whyNot(new int[1]).contains("is no immutable record"));
    }
}
