package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/** Every call of a communicator that takes memory, with an object that is none: the error says what to pass instead. */
@Deadline(seconds = 120)
class MemoryMistakesTest {
    private final Set<String> wrong = new TreeSet<>();
    private int calls;

    @Test
    void areErrorsThatSayWhatToPassInstead() {
        Job.run(1, endpoint -> {
            try (Communicator loop =
                    endpoint.world().createDistributedGraphAdjacent(new int[] {0}, new int[] {0}, false)) {
                callAll(DistributedGraphCommunicator.class, loop, "memory", "sendMemory", "receiveMemory");
                for (RequestCalls view : List.of(loop.nonblocking(), loop.persistent())) {
                    callAll(RequestCalls.class, view, "memory", "sendMemory", "receiveMemory");
                }
                callAll(NonblockingCalls.class, loop.nonblocking(), "memory", "sendMemory", "receiveMemory");
                MatchedMessage message = MatchedMessage.empty();
                loop.nonblocking().send(new byte[1], 0, 0);
                loop.probeMatched(0, 0, message);
                callAll(MatchedMessage.class, message, "memory", "sendMemory", "receiveMemory");
                message.receive(new byte[1]);
            }
        });
        assertEquals("", String.join("\n", wrong));
        assertTrue(calls > 150, calls + " calls");
    }

    @Test
    void areErrorsOfReductionsWithoutACommunicatorToo() {
        callAll(Operation.class, Operation.SUM, "in", "inOut");
        assertEquals("", String.join("\n", wrong));
        assertEquals(2, calls);
    }

    private void callAll(Class<?> type, Object on, String... names) {
        for (Method method : type.getMethods()) {
            Parameter[] parameters = method.getParameters();
            for (int i = 0; i < parameters.length; i++) {
                boolean isMemory = parameters[i].getType() == Object.class
                        && List.of(names).contains(parameters[i].getName());
                if (isMemory && !method.isBridge()) {
                    call(on, method, i);
                }
            }
        }
    }

    private void call(Object on, Method method, int mistakenAt) {
        Parameter[] parameters = method.getParameters();
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == mistakenAt ? new double[2][3] : argument(parameters[i].getType());
        }
        calls++;
        Object outcome;
        try {
            outcome = method.invoke(on, arguments);
        } catch (InvocationTargetException e) {
            outcome = e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        ErrorClass wanted = method.getDeclaringClass() == WindowCalls.class ? ErrorClass.BASE : ErrorClass.BUFFER;
        boolean isNamed = outcome instanceof SennitException error
                && error.errorClass() == wanted
                && error.getMessage().contains("double[][] is not contiguous: send each row")
                && error.getMessage().contains("operation=");
        if (!isNamed) {
            wrong.add(method + " " + parameters[mistakenAt].getName() + ": " + outcome);
        }
    }

    private static Object argument(Class<?> type) {
        if (type == int.class) {
            return 0;
        } else if (type == Object.class) {
            return new byte[1];
        } else if (type == DataLayout.class) {
            return DataLayout.BYTE.count(1);
        } else if (type == Blocks.class) {
            return Blocks.of(DataLayout.BYTE, new int[] {1});
        } else if (type == Operation.class) {
            return Operation.SUM;
        } else if (type == Status.class) {
            return new Status();
        } else if (type == Map.class) {
            return Map.of();
        }
        throw new IllegalStateException("no argument of " + type);
    }
}
