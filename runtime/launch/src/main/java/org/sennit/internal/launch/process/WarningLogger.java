package org.sennit.internal.launch.process;

import java.io.PrintStream;
import java.io.Serial;
import java.util.Locale;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger that prints on standard error, one line each, with the process in front: warnings and errors, or what the
 * user wants. Threads: any; a line is printed whole.
 */
final class WarningLogger extends LegacyAbstractLogger {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String who;
    private final int threshold;

    /**
     * Makes a logger.
     *
     * @param who the name in front of each line
     * @param loggerName the name of a class
     * @param level of {@link ProcessOptions#LOG}: the least that is printed
     */
    WarningLogger(String who, String loggerName, String level) {
        this.who = who;
        this.threshold = level.equals("off")
                ? Integer.MAX_VALUE
                : Level.valueOf(level.toUpperCase(Locale.ROOT)).toInt();
        name = loggerName;
    }

    private boolean prints(Level level) {
        return level.toInt() >= threshold;
    }

    @Override
    public boolean isTraceEnabled() {
        return prints(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return prints(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return prints(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return prints(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return prints(Level.ERROR);
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level, Marker marker, String pattern, Object[] arguments, Throwable cause) {
        String message = MessageFormatter.basicArrayFormat(pattern, arguments);
        String text = level + " " + name.substring(name.lastIndexOf('.') + 1) + ": "
                + String.valueOf(message).replaceAll("\\R", " ");
        PrintStream err = System.err;
        err.println(who
                + (cause == null ? text : text + ": " + String.valueOf(cause).replaceAll("\\R", " ")));
    }
}
