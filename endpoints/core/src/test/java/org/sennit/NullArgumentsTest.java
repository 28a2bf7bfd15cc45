package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/**
 * Every public method of the communicators, with null for one argument after the other: an error of Sennit that names
 * the operation, whose class the documentation of the method names, and that the error handler hears, or a call whose
 * documentation lets null pass.
 */
@Deadline(seconds = 120)
class NullArgumentsTest {
    /**
     * Whose parameters may be null only where that is said there: the others, collectives, take no memory, and its own
     * type.
     */
    private static final Set<Class<?>> STRICT = Set.of(
            MessageCalls.class,
            PersistentCalls.class,
            ObjectCalls.class,
            GroupCalls.class,
            AttributeCalls.class,
            TopologyCalls.class,
            CartesianCommunicator.class,
            GraphCommunicator.class,
            DistributedGraphCommunicator.class,
            MatchedMessage.class);

    private static final Set<String> MAY_BE_NULL = Set.of(
            "createDistributedGraph(int[], int[], int[], int[], Map, boolean) weights",
            "createDistributedGraphAdjacent(int[], int[], int[], int[], Map, boolean) destinationWeights",
            "createDistributedGraphAdjacent(int[], int[], int[], int[], Map, boolean) sourceWeights",
            "sendObject(Object, int, int) value",
            "nonblocking().sendObject(Object, int, int) value",
            "shareObject(Object, int, int) value");

    private static final Set<String> NOT_CALLED = Set.of("equals", "wait", "close", "abort", "setErrorHandler");

    /** A comment with a clause of errors, and the method that it belongs to. */
    private static final Pattern COMMENT = Pattern.compile(
            "@throws (?:org\\.sennit\\.message\\.)?SennitException"
                    + " (?<thrown>(?:(?!\\*/).)*)\\*/[^;{(]*?(?<method>\\w+)\\(",
            Pattern.DOTALL);

    private final Map<Class<?>, Map<String, Set<String>>> documented = new HashMap<>();
    private final List<SennitException> reported = new ArrayList<>();
    private final Set<String> wrong = new TreeSet<>();
    private final Set<String> silent = new TreeSet<>();

    @Test
    void areErrorsThatTheHandlerHears() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            world.setErrorHandler((communicator, error) -> reported.add(error));
            Map<Class<? extends Communicator>, Communicator> all = Map.of(
                    Communicator.class, world,
                    CartesianCommunicator.class, world.createCartesian(new int[] {1}, new boolean[] {true}, false),
                    GraphCommunicator.class, world.createGraph(new int[] {1}, new int[] {0}, false),
                    DistributedGraphCommunicator.class,
                            world.createDistributedGraphAdjacent(new int[] {0}, new int[] {0}, false));
            all.forEach((type, each) -> {
                callAll(type, each, "", each);
                callAll(MatchedMessage.class, MatchedMessage.empty(), "MatchedMessage.", each);
            });
            callAll(NonblockingCalls.class, world.nonblocking(), "nonblocking().", world);
            callAll(PersistentCalls.class, world.persistent(), "persistent().", world);
        });
        assertEquals("", String.join("\n", wrong));
        assertEquals("", String.join("\n", silent));
    }

    private void callAll(Class<?> type, Object on, String view, Communicator communicator) {
        Method[] methods = type.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method method : methods) {
            boolean isTested = !Modifier.isStatic(method.getModifiers())
                    && !method.isBridge()
                    && method.getDeclaringClass() != Object.class
                    && !NOT_CALLED.contains(method.getName());
            Class<?>[] types = method.getParameterTypes();
            for (int i = 0; isTested && i < types.length; i++) {
                // In a collective no memory is nothing, of which others may hear only by a job that ends.
                boolean mayEndTheJob = types[i] == Object.class && !STRICT.contains(method.getDeclaringClass());
                if (!types[i].isPrimitive() && !mayEndTheJob) {
                    call(on, view, communicator, method, i);
                }
            }
        }
    }

    private void call(Object on, String view, Communicator communicator, Method method, int nullAt) {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> CallArguments.of(type, communicator))
                .toArray();
        arguments[nullAt] = null;
        String name = view + method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"))
                + " " + method.getParameters()[nullAt].getName();
        for (int i = 0; i < 3; i++) {
            communicator.send(new byte[1], 0, 0); // so that what receives does not wait
        }
        if (on instanceof MatchedMessage message && message.isEmpty()) {
            communicator.probeMatched(0, 0, message);
        }
        reported.clear();
        try {
            Object result = method.invoke(on, arguments);
            passed(name, method, nullAt);
            if (result instanceof Request request) {
                request.free();
            } else if (result instanceof Communicator made && made != communicator) {
                made.close();
            }
        } catch (InvocationTargetException e) {
            judge(name, view + method.getName(), documentedOf(method), e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        while (communicator.nonblocking().probe(0, Communicator.ANY_TAG, null)) {
            try {
                communicator.receive(new byte[64], 0, Communicator.ANY_TAG);
            } catch (SennitException e) {
                continue; // an object: it has been taken all the same
            }
        }
    }

    private void passed(String name, Method method, int nullAt) {
        Class<?> type = method.getParameterTypes()[nullAt];
        boolean isStrict = STRICT.contains(method.getDeclaringClass()) || type != DataLayout.class;
        if (isStrict && type != Status.class && !MAY_BE_NULL.contains(name)) {
            silent.add(name);
        }
    }

    /**
     * Returns the error classes that the documentation of a method names, that of its overloads, or that which it
     * inherits.
     */
    private Set<String> documentedOf(Method method) {
        return documentedIn(method.getDeclaringClass(), method.getName());
    }

    private Set<String> documentedIn(Class<?> type, String method) {
        Set<String> own =
                documented.computeIfAbsent(type, NullArgumentsTest::read).getOrDefault(method, Set.of());
        return !own.isEmpty()
                ? own
                : Arrays.stream(type.getInterfaces())
                        .filter(above -> above.getPackage() == NullArgumentsTest.class.getPackage())
                        .flatMap(above -> documentedIn(above, method).stream())
                        .collect(Collectors.toSet());
    }

    private static Map<String, Set<String>> read(Class<?> type) {
        Set<String> general =
                errorsIn(sourceOf(Communicator.class).split("<b>Errors</b>")[1].split("\\*/")[0]);
        Map<String, Set<String>> read = new HashMap<>();
        Matcher comment = COMMENT.matcher(sourceOf(type));
        while (comment.find()) {
            Set<String> errors = read.computeIfAbsent(comment.group("method"), name -> new TreeSet<>());
            String thrown = comment.group("thrown");
            errors.addAll(errorsIn(thrown));
            if (thrown.contains("{@link Communicator}") || thrown.contains("as for a receive")) {
                errors.addAll(general);
            }
        }
        return read;
    }

    private static Set<String> errorsIn(String text) {
        Set<String> named = new TreeSet<>(List.of(text.split("[^A-Z_]+")));
        named.retainAll(Arrays.stream(ErrorClass.values()).map(Enum::name).toList());
        return named;
    }

    private static String sourceOf(Class<?> type) {
        try {
            return Files.readString(Path.of("src/main/java", type.getName().replace('.', '/') + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void judge(String name, String operation, Set<String> documentedErrors, Throwable thrown) {
        if (!(thrown instanceof SennitException error)) {
            wrong.add(name + ": " + thrown);
        } else if (reported.size() != 1 || reported.getFirst() != error) {
            wrong.add(name + ": the handler has heard " + reported.size() + " times of " + error);
        } else if (!(error.getMessage() + " ").contains("operation=" + operation + " ")) {
            wrong.add(name + ": without its operation, " + operation + ": " + error);
        } else if (!documentedErrors.contains(error.errorClass().name())) {
            wrong.add(name + ": its @throws does not name " + error.errorClass() + ": " + error);
        }
    }
}
