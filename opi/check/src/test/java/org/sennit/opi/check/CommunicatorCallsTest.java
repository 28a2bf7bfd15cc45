package org.sennit.opi.check;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;

/** Every call of a communicator, and of its two views, that takes memory: javac rejects what can never be memory. */
class CommunicatorCallsTest {
    private static final String BUG = " // BUG: not memory: double[][] is not contiguous";

    @Test
    void rejectWhatIsNotMemory() {
        List<String> lines = new ArrayList<>();
        for (String view : List.of("", ".nonblocking()", ".persistent()")) {
            for (Method method : methods(view)) {
                Parameter[] parameters = method.getParameters();
                for (int i = 0; i < parameters.length; i++) {
                    if (isMemory(parameters[i])) {
                        lines.add("        world%s.%s(%s);%s"
                                .formatted(view, method.getName(), arguments(parameters, i), BUG));
                    }
                }
            }
        }
        assertTrue(lines.size() > 100, lines.size() + " calls");
        lines.addFirst("    void run(org.sennit.Communicator world, double[][] rows) {");
        lines.addFirst("class Calls {");
        lines.add("    }");
        lines.add("}");
        Snippet.checkFile(NotMemory.class, "Calls", String.join("\n", lines));
    }

    private static List<Method> methods(String view) {
        Class<?> type = Communicator.class;
        try {
            if (!view.isEmpty()) {
                type = type.getMethod(view.substring(1, view.length() - 2)).getReturnType();
            }
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
        return Stream.of(type.getMethods()).filter(method -> !method.isBridge()).toList();
    }

    private static boolean isMemory(Parameter parameter) {
        return parameter.getType() == Object.class
                && List.of("memory", "sendMemory", "receiveMemory").contains(parameter.getName());
    }

    private static String arguments(Parameter[] parameters, int mistakenAt) {
        List<String> arguments = new ArrayList<>();
        for (int i = 0; i < parameters.length; i++) {
            Class<?> type = parameters[i].getType();
            arguments.add(
                    i == mistakenAt ? "rows" : type == int.class ? "0" : "(" + type.getCanonicalName() + ") null");
        }
        return String.join(", ", arguments);
    }
}
