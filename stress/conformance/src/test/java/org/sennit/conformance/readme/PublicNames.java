package org.sennit.conformance.readme;

import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.NonblockingCalls;
import org.sennit.PersistentCalls;
import org.sennit.config.Option;

/**
 * Whether a name that a text mentions exists: a public member of {@link Communicator}, of its views or of
 * {@link Intercommunicator}, a public type, {@code Type.member}, an option, or a command of the launcher.
 */
final class PublicNames {
    private static final List<String> PACKAGES = List.of(
            "org.sennit",
            "org.sennit.config",
            "org.sennit.message",
            "org.sennit.ownership",
            "org.sennit.qmp",
            "org.sennit.lapi",
            "java.lang",
            "java.lang.foreign",
            "java.net",
            "java.nio.channels",
            "java.util");

    private final Set<String> options =
            OptionTable.options().stream().map(Option::name).collect(Collectors.toSet());

    /**
     * Such as {@code send}, {@code Request.await()}, {@code Group}, {@code thread.level}, {@code sennit info}, {@code
     * null}.
     */
    boolean isKnown(String name) {
        if (name.equals("null") || name.startsWith("sennit ") || options.contains(name)) {
            return true;
        }
        if (name.startsWith("nonblocking().")) {
            return hasMember(NonblockingCalls.class, name.substring("nonblocking().".length()));
        }
        if (name.startsWith("persistent().")) {
            return hasMember(PersistentCalls.class, name.substring("persistent().".length()));
        }
        String bare = name.replaceFirst("\\(.*", "");
        int dot = bare.indexOf('.');
        if (dot > 0) {
            String member = bare.substring(dot + 1);
            return type(bare.substring(0, dot))
                    .filter(type -> hasMember(type, member))
                    .isPresent();
        }
        return hasMember(Communicator.class, bare)
                || hasMember(Intercommunicator.class, bare)
                || type(bare).isPresent();
    }

    private static Optional<Class<?>> type(String name) {
        for (String candidate : PACKAGES) {
            try {
                Class<?> type = Class.forName(candidate + "." + name);
                if (Modifier.isPublic(type.getModifiers())) {
                    return Optional.of(type);
                }
            } catch (ClassNotFoundException elsewhere) {
                continue;
            }
        }
        return Optional.empty();
    }

    private static boolean hasMember(Class<?> type, String name) {
        Stream<Member> members = Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getFields()));
        return members.anyMatch(member -> member.getName().equals(name))
                || Arrays.stream(type.getClasses())
                        .anyMatch(nested -> nested.getSimpleName().equals(name));
    }
}
