package org.sennit.internal.launch.process;

import java.io.PrintStream;
import java.io.Serial;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/**
 * A logger that prints warnings and errors on standard error, one line each, and nothing else. Threads: any; a line is
 * printed whole.
 */
final class WarningLogger extends LegacyAbstractLogger {

    @Serial
    private static final long serialVersionUID = 1L;

    WarningLogger(String loggerName) {
        name = loggerName;
    }

    @Override
    public boolean isTraceEnabled() {
        return false;
    }

    @Override
    public boolean isDebugEnabled() {
        return false;
    }

    @Override
    public boolean isInfoEnabled() {
        return false;
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
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
        err.println("sennit: "
                + (cause == null ? text : text + ": " + String.valueOf(cause).replaceAll("\\R", " ")));
    }
}
