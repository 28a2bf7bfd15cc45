package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * An error names the call as the program has written it: {@code send}, {@code nonblocking().send}, {@code
 * persistent().send}.
 */
@Deadline(seconds = 60)
class OperationNamesTest {
    private static final Pattern OPERATION = Pattern.compile("operation=(\\S+)");

    /** Local calls that a closed communicator still answers. */
    private static final Set<String> LOCAL = Set.of(
            "acknowledgeFailures",
            "activeMessages",
            "attribute",
            "deleteAttribute",
            "detachBuffer",
            "endpoint",
            "failed",
            "flushBuffer",
            "group",
            "ignoredInfo",
            "info",
            "isClosed",
            "isInter",
            "name",
            "nonblocking",
            "persistent",
            "processOf",
            "rank",
            "setInfo",
            "setName",
            "size",
            "topology");

    /** Calls that close, or end the job. */
    private static final Set<String> NOT_CALLED = Set.of("close", "abort", "setErrorHandler", "errorHandler");

    private final Map<String, String> wrong = new TreeMap<>();
    private final Set<String> silent = new TreeSet<>();
    private Communicator closed;

    @Test
    void everyCallOnAClosedCommunicatorNamesItself() {
        Job.run(1, endpoint -> {
            closed = endpoint.world().duplicate();
            closed.close();
            callAll(Communicator.class, closed, "");
            callAll(NonblockingCalls.class, closed.nonblocking(), "nonblocking().");
            callAll(PersistentCalls.class, closed.persistent(), "persistent().");
        });
        assertEquals(new TreeMap<>(), wrong);
        assertEquals(LOCAL, silent);
    }

    private void callAll(Class<?> type, Object on, String view) {
        for (Method method : type.getMethods()) {
            if (!method.isBridge() && !NOT_CALLED.contains(method.getName())) {
                call(on, method, view + method.getName());
            }
        }
    }

    private void call(Object on, Method method, String name) {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> CallArguments.of(type, closed))
                .toArray();
        try {
            method.invoke(on, arguments);
            silent.add(name);
        } catch (InvocationTargetException e) {
            judge(name, e.getCause());
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private void judge(String name, Throwable thrown) {
        Matcher operation = OPERATION.matcher(String.valueOf(thrown.getMessage()));
        if (!(thrown instanceof SennitException)
                || !operation.find()
                || !operation.group(1).equals(name)) {
            wrong.put(name, thrown.toString());
        }
    }
}
