package org.sennit.internal.launch.job;

/** The names of the signals that end a process, by the numbers of Linux. Threads: stateless. */
final class Signals {
    /** A process that signal n has ended has the exit status BASE + n. */
    static final int BASE = 128;

    static final int LAST = 64;
    static final int HANGUP = 1;
    static final int INTERRUPT = 2;
    static final int PIPE = 13;
    static final int TERMINATE = 15;

    private Signals() {}

    static String name(int signal) {
        return switch (signal) {
            case HANGUP -> "SIGHUP";
            case INTERRUPT -> "SIGINT";
            case 3 -> "SIGQUIT";
            case 4 -> "SIGILL";
            case 6 -> "SIGABRT";
            case 7 -> "SIGBUS";
            case 8 -> "SIGFPE";
            case 9 -> "SIGKILL";
            case 10 -> "SIGUSR1";
            case 11 -> "SIGSEGV";
            case 12 -> "SIGUSR2";
            case PIPE -> "SIGPIPE";
            case 14 -> "SIGALRM";
            case TERMINATE -> "SIGTERM";
            case 24 -> "SIGXCPU";
            default -> "signal";
        };
    }

    /** Returns whether a user ends programs with it; the launcher usually gets the same one. */
    static boolean isUsers(int signal) {
        return signal == HANGUP || signal == INTERRUPT || signal == TERMINATE;
    }
}
