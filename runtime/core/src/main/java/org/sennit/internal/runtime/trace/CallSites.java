package org.sennit.internal.runtime.trace;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds the call site of the library's current call on the calling thread's stack: the first frame that is not the
 * library's own, and the name of the library's method above it, with its {@link CallPrefix}. What a frame means is
 * looked up once. One thread at a time.
 */
public final class CallSites {
    private static final ClassValue<String> PREFIX = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            CallPrefix prefix = type.getAnnotation(CallPrefix.class);
            return prefix == null ? "" : prefix.value();
        }
    };

    private final StackWalker walker = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private final Map<Place, CallSite> known = new HashMap<>();

    /** A place in a user's code, and what was called there. */
    private record Place(Class<?> user, String method, int byteCodeIndex, String operation) {}

    /** Returns the call site of the current call; {@link CallSite#NONE} when no user's code is on the stack. */
    public CallSite current() {
        return walker.walk(this::find);
    }

    private CallSite find(Stream<StackWalker.StackFrame> frames) {
        String prefix = "";
        String operation = "-";
        for (Iterator<StackWalker.StackFrame> i = frames.iterator(); i.hasNext(); ) {
            StackWalker.StackFrame frame = i.next();
            if (LibraryCode.contains(frame.getClassName())) {
                operation = frame.getMethodName();
                prefix = prefix.isEmpty() ? PREFIX.get(frame.getDeclaringClass()) : prefix;
            } else {
                return siteOf(frame, prefix + operation);
            }
        }
        return CallSite.NONE;
    }

    private CallSite siteOf(StackWalker.StackFrame frame, String operation) {
        Place place = new Place(frame.getDeclaringClass(), frame.getMethodName(), frame.getByteCodeIndex(), operation);
        CallSite site = known.get(place);
        if (site == null) {
            String file = frame.getFileName() == null ? frame.getClassName() : frame.getFileName();
            site = new CallSite(operation, file + ":" + frame.getLineNumber());
            known.put(place, site);
        }
        return site;
    }
}
