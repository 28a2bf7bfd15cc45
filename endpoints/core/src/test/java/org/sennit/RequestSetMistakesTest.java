package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/** Calls about several requests with arrays that are missing or too short. */
@Deadline(seconds = 60)
class RequestSetMistakesTest {
    @Test
    void noArrayOfRequestsIsAnErrorOfEachCall() throws IllegalAccessException {
        Set<String> wrong = new TreeSet<>();
        int calls = 0;
        for (Method method : Request.class.getMethods()) {
            List<Class<?>> types = Arrays.asList(method.getParameterTypes());
            if (!Modifier.isStatic(method.getModifiers()) || !types.contains(Request[].class)) {
                continue;
            }
            calls++;
            method.setAccessible(true); // the class that declares it is not public
            Object[] arguments = types.stream()
                    .map(type -> type == long.class ? (Object) 0L : null)
                    .toArray();
            try {
                method.invoke(null, arguments);
                wrong.add(method + ": no error");
            } catch (InvocationTargetException e) {
                String text = String.valueOf(e.getCause());
                if (!text.endsWith("REQUEST: no requests: given=null operation=" + method.getName())) {
                    wrong.add(method + ": " + text);
                }
            }
        }
        assertTrue(calls >= 14, "calls=" + calls);
        assertEquals("", String.join("\n", wrong));
    }

    @Test
    void roomThatIsTooSmallIsToldBeforeAnythingHasHappened() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            List<SennitException> reported = new ArrayList<>();
            world.setErrorHandler((communicator, error) -> reported.add(error));
            Request[] requests = {
                null,
                world.nonblocking().receive(new byte[1], 0, 1),
                world.nonblocking().send(new byte[1], 0, 1)
            };
            Status[] two = {new Status(), new Status()};
            List<Runnable> calls = List.of(
                    () -> Request.awaitAll(requests, two),
                    () -> Request.testAll(requests, two),
                    () -> Request.awaitSome(requests, new int[3], two),
                    () -> Request.testSome(requests, new int[2], null),
                    () -> Request.testSome(requests, null, null),
                    () -> requests[1].whenComplete(null),
                    () -> requests[1].toFuture(null));
            for (int i = 0; i < calls.size(); i++) {
                SennitException error = assertThrows(SennitException.class, calls.get(i)::run);
                assertEquals(ErrorClass.ARG, error.errorClass());
                assertTrue(error.getMessage().contains("operation="), error::getMessage);
                assertEquals(i + 1, reported.size());
                assertEquals(error, reported.getLast());
            }
            Request.awaitAll(requests, new Status[3]); // null elements: their outcomes are not wanted
        });
    }
}
