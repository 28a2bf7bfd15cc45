package org.sennit.internal.runtime.bootstrap;

/** The words of the {@link LauncherProtocol}, which says what follows each. */
public final class LauncherWord {
    /** Of a process: its greeting, with role, number, nonce and proof. */
    public static final String HELLO = "HELLO";

    /** Of the launcher: the proof was right; a session and a proof follow. */
    public static final String WELCOME = "WELCOME";

    /** Of the launcher: the connection is closed; the reason follows. */
    public static final String REFUSED = "REFUSED";

    /** Request: stores a value. */
    public static final String PUT = "PUT";

    /** Request: reads values. */
    public static final String GET = "GET";

    /** Request: waits for all at a step. */
    public static final String FENCE = "FENCE";

    /** Request: waits at a step for all that have not died. */
    public static final String SURVIVORS = "SURVIVORS";

    /** Request: which processes have not come to a step in time. */
    public static final String MISSING = "MISSING";

    /** Answer: done. */
    public static final String OK = "OK";

    /** Answer: values follow. */
    public static final String VALUE = "VALUE";

    /** Answer: no process has put the key that follows. */
    public static final String ABSENT = "ABSENT";

    /** Answer to a fence, and news in both directions: the program of an endpoint has failed. */
    public static final String FAILED = "FAILED";

    /** Of a process: the number of its endpoints. */
    public static final String ENDPOINTS = "ENDPOINTS";

    /** Of a process: end the job. */
    public static final String ABORT = "ABORT";

    /** Of a process: the connection to another is lost. */
    public static final String LOST = "LOST";

    /** Of a process: an exception has left the main method. */
    public static final String UNCAUGHT = "UNCAUGHT";

    /** Of the launcher: ABORT or UNCAUGHT has arrived. */
    public static final String TAKEN = "TAKEN";

    /** Of both sides: the session is over. */
    public static final String BYE = "BYE";

    /** News: a process has died. */
    public static final String DIED = "DIED";

    /** News: a process has ended the job. */
    public static final String ABORTED = "ABORTED";

    /** News: a process has left the job, other than at its end. */
    public static final String LEFT = "LEFT";

    /** News: the user ends the job. */
    public static final String STOPPED = "STOPPED";

    private LauncherWord() {}
}
