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
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Calls every public method of a type with null for one argument after the other. A call has to throw an error of the
 * library whose class its documentation names, or that of its type; or to pass where the test says that null is legal.
 * What a test says of calls that do not exist is wrong, too. One thread.
 */
public final class NullCalls {
    private static final Map<Class<?>, Object> PLAIN = Map.of(
            boolean.class,
            false,
            int.class,
            0,
            long.class,
            0L,
            Object.class,
            new byte[8],
            String.class,
            "text",
            Class.class,
            String.class,
            Runnable.class,
            (Runnable) () -> {},
            Object[].class,
            new Object[] {new byte[8]});

    private static final String FIRST_COMMENT = "(?s).*?(/\\*\\*.*?\\*/).*";

    private final Function<Class<?>, Object> arguments;
    private final Function<Throwable, String> errorClass;
    private final Set<String> mayBeNull;
    private final Set<String> unmatched; // of those that may be null
    private final List<String> wrong = new ArrayList<>();
    private int calls; // of the present type

    /**
     * Prepares the calls.
     *
     * @param arguments a legal argument of each type; null for one of {@link #plain}
     * @param errorClass the name of the class of an error of the library; null for any other throwable
     * @param mayBeNull what is legal, as {@code method(Type, Type) parameter}; each has to be called
     */
    public NullCalls(
            Function<Class<?>, Object> arguments, Function<Throwable, String> errorClass, Set<String> mayBeNull) {
        this.arguments = arguments;
        this.errorClass = errorClass;
        this.mayBeNull = mayBeNull;
        this.unmatched = new TreeSet<>(mayBeNull);
    }

    /**
     * Makes the calls of the methods that a type declares itself.
     *
     * @param type the type
     * @param on its instance; null for its static methods
     * @param atLeast how many calls there have to be, so that calls which are no longer found are noticed
     * @param notCalled names of methods to leave out; each has to exist
     * @return these calls
     */
    public NullCalls of(Class<?> type, Object on, int atLeast, String... notCalled) {
        Set<String> leftOut = new TreeSet<>(List.of(notCalled));
        Method[] methods = type.getDeclaredMethods();
        Arrays.sort(methods, Comparator.comparing(Method::toString));
        calls = 0;
        for (Method method : methods) {
            boolean isCandidate = Modifier.isPublic(method.getModifiers())
                    && Modifier.isStatic(method.getModifiers()) == (on == null)
                    && !method.isSynthetic()
                    && !method.getName().equals("equals");
            if (isCandidate && List.of(notCalled).contains(method.getName())) {
                leftOut.remove(method.getName());
            } else if (isCandidate) {
                callAll(type, on, method);
            }
        }
        leftOut.forEach(name -> wrong.add(type.getSimpleName() + ": no method to leave out: " + name));
        if (calls < atLeast) {
            wrong.add(type.getSimpleName() + ": calls=" + calls + " fewer than " + atLeast);
        }
        return this;
    }

    private void callAll(Class<?> type, Object on, Method method) {
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            if (!types[i].isPrimitive()) {
                call(type, on, method, i);
            }
        }
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
        unmatched.remove(name);
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
            } else if (!names(documentation(type, method.getName()), thrown)) {
                wrong.add(name + ": no documentation names " + thrown + ": " + e.getCause());
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether a text has a name as a whole word: one class may begin or end as another one. */
    private static boolean names(String text, String name) {
        return Pattern.compile("\\b" + Pattern.quote(name) + "\\b")
                .matcher(text)
                .find();
    }

    private Object given(Class<?> type, Method method) {
        Object argument = arguments.apply(type);
        argument = argument == null ? plain(type) : argument;
        if (argument == null) {
            throw new IllegalStateException("no argument of " + type + " for " + method);
        }
        return argument;
    }

    /**
     * Returns an argument of a type of the JDK, or the first constant of an enum.
     *
     * @param type the type
     * @return null for a type of which nothing is known here
     */
    public static Object plain(Class<?> type) {
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return PLAIN.get(type);
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
     * @return a line for each call; empty when nothing is
     */
    public String wrong() {
        unmatched.forEach(name -> wrong.add(name + ": may be null, but is not called"));
        return String.join("\n", wrong);
    }
}
