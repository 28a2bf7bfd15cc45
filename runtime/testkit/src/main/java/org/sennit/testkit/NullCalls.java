package org.sennit.testkit;

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
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Calls every public method of a type with null for one argument after the other. A call has to throw an error of the
 * library whose class its documentation names, or that of its type; or to pass where the test says that null is legal.
 * One thread.
 */
public final class NullCalls {
    private static final String FIRST_COMMENT = "(?s).*?(/\\*\\*.*?\\*/).*";

    private final Function<Class<?>, Object> arguments;
    private final Function<Throwable, String> errorClass;
    private final Set<String> mayBeNull;
    private final List<String> wrong = new ArrayList<>();
    private int calls;

    /**
     * Prepares the calls.
     *
     * @param arguments a legal argument of each type
     * @param errorClass the name of the class of an error of the library; null for any other throwable
     * @param mayBeNull what is legal, as {@code method(Type, Type) parameter}
     */
    public NullCalls(
            Function<Class<?>, Object> arguments, Function<Throwable, String> errorClass, Set<String> mayBeNull) {
        this.arguments = arguments;
        this.errorClass = errorClass;
        this.mayBeNull = mayBeNull;
    }

    /**
     * Makes the calls of the methods that a type declares itself.
     *
     * @param type the type
     * @param on its instance; null for its static methods
     * @param notCalled names of methods to leave out
     * @return these calls
     */
    public NullCalls of(Class<?> type, Object on, String... notCalled) {
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        for (Method method : methods) {
            boolean isCalled = Modifier.isPublic(method.getModifiers())
                    && Modifier.isStatic(method.getModifiers()) == (on == null)
                    && !method.isSynthetic()
                    && !method.getName().equals("equals")
                    && !List.of(notCalled).contains(method.getName());
            Class<?>[] types = method.getParameterTypes();
            for (int i = 0; isCalled && i < types.length; i++) {
                if (!types[i].isPrimitive()) {
                    call(type, on, method, i);
                }
            }
        }
        return this;
    }

    private void call(Class<?> type, Object on, Method method, int nullAt) {
        Object[] given = Arrays.stream(method.getParameterTypes())
                .map(each -> given(each, method))
                .toArray();
        given[nullAt] = null;
        String name = method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")"))
                + " " + method.getParameters()[nullAt].getName();
        calls++;
        try {
            method.invoke(on, given);
            if (!mayBeNull.contains(name)) {
                wrong.add(name + ": null passes");
            }
        } catch (InvocationTargetException e) {
            String thrown = errorClass.apply(e.getCause());
            if (mayBeNull.contains(name)) {
                wrong.add(name + ": null is legal: " + e.getCause());
            } else if (thrown == null) {
                wrong.add(name + ": no error of the library: " + e.getCause());
            } else if (!documentation(type, method.getName()).contains(thrown)) {
                wrong.add(name + ": no documentation names " + thrown + ": " + e.getCause());
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private Object given(Class<?> type, Method method) {
        Object argument = arguments.apply(type);
        if (argument == null) {
            throw new IllegalStateException("no argument of " + type + " for " + method);
        }
        return argument;
    }

    /** The comments of a method and of its type, and of the types that they lead to. */
    private static String documentation(Class<?> type, String method) {
        String source = source(type.getPackageName(), type.getSimpleName());
        String own = comments(source, method);
        StringBuilder text = new StringBuilder(source.replaceFirst(FIRST_COMMENT, "$1")).append(own);
        Matcher other =
                Pattern.compile("(?i)\\b(?:as|see)(?: for)? \\{@link #(\\w+)").matcher(own);
        while (other.find()) {
            text.append(comments(source, other.group(1)));
        }
        Matcher link = Pattern.compile("(?i)see \\{@link (\\w+)\\}").matcher(text.toString());
        while (link.find()) {
            text.append(source(type.getPackageName(), link.group(1)).replaceFirst(FIRST_COMMENT, "$1"));
        }
        return text.toString();
    }

    private static String comments(String source, String method) {
        return Pattern.compile("/\\*\\*(?:(?!\\*/).)*\\*/[^;{(]*?\\b" + method + "\\(", Pattern.DOTALL)
                .matcher(source)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.joining());
    }

    private static String source(String packageName, String type) {
        try {
            Path file = Path.of("src/main/java", packageName.replace('.', '/'), type + ".java");
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns what is wrong.
     *
     * @param atLeast how many calls there have to be, so that a test that finds none fails
     * @return a line for each call; empty when nothing is
     */
    public String wrong(int atLeast) {
        if (calls < atLeast) {
            wrong.add("calls=" + calls + " fewer than " + atLeast);
        }
        return String.join("\n", wrong);
    }
}
