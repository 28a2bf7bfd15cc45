package org.sennit.conformance.readme;

/**
 * A piece of Java of the guide. A piece without a class of its own stands for the inside of an endpoint's program: it
 * may use {@code endpoint} and {@code world}, and the types of the public API without import.
 */
final class Snippet {
    private static final String FRAME = """
        import static org.sennit.Communicator.*;
        import static org.sennit.message.DataLayout.*;
        import static org.sennit.qmp.ChannelCalls.*;
        import java.lang.foreign.*;
        import java.util.*;
        import java.util.concurrent.*;
        import org.sennit.*;
        import org.sennit.config.*;
        import org.sennit.message.*;
        import org.sennit.ownership.*;
        import org.sennit.qmp.*;
        import org.sennit.active.*;
        import org.sennit.lapi.*;
        class %s {
            void run(Endpoint endpoint, Communicator world) throws Exception {
        %s
            }
        }
        """;

    private final int number;
    private final String text;

    Snippet(int number, String text) {
        this.number = number;
        this.text = text;
    }

    String className() {
        return text.contains("public class ")
                ? text.replaceFirst("(?s).*?public class (\\w+).*", "$1")
                : "Snippet" + number;
    }

    String source() {
        return text.contains("public class ") ? text : FRAME.formatted(className(), text);
    }
}
