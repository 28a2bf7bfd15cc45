package org.sennit;

/** The call that made a {@link Window}. (MPI_WIN_CREATE_FLAVOR) */
public enum WindowFlavor {
    /** Over memory of the user: {@link WindowCalls#createWindow(Object)}. */
    CREATED,
    /** Over memory that the window has allocated for each member: {@link WindowCalls#allocateWindow(long, int)}. */
    ALLOCATED,
    /** Over one memory of which each member has a part: {@link WindowCalls#allocateSharedWindow(long, int)}. */
    SHARED,
    /** Over memory that is attached later: {@link WindowCalls#createDynamicWindow()}. */
    DYNAMIC
}
