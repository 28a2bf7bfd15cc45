package org.sennit.bench.program;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sennit.Group;
import org.sennit.LockKind;
import org.sennit.Window;

/** How accesses to a window are completed, with the names of OSU's option. */
public enum Synchronization {
    /** A lock for all accesses, a flush after each one or each window of them. */
    FLUSH(true) {
        @Override
        void after(Window window, int target) {
            window.flush(target);
        }
    },
    /** The same with a local flush. */
    FLUSH_LOCAL(true) {
        @Override
        void after(Window window, int target) {
            window.flushLocal(target);
        }
    },
    /** A lock of the target around them. */
    LOCK(false) {
        @Override
        void before(Window window, int target) {
            window.lock(LockKind.SHARED, target);
        }

        @Override
        void after(Window window, int target) {
            window.unlock(target);
        }
    },
    /** A lock of all around them. */
    LOCK_ALL(false) {
        @Override
        void before(Window window, int target) {
            window.lockAll();
        }

        @Override
        void after(Window window, int target) {
            window.unlockAll();
        }
    },
    /** Start and complete at the origin, post and wait at the target. */
    PSCW(false) {
        @Override
        void before(Window window, int target) {
            window.start(only(window, target));
        }

        @Override
        void after(Window window, int target) {
            window.complete();
        }

        @Override
        void post(Window window, int origin) {
            window.post(only(window, origin));
        }

        @Override
        void waitFor(Window window) {
            window.waitFor();
        }
    },
    /** A fence behind them, called by both. */
    FENCE(false) {
        @Override
        void after(Window window, int target) {
            window.fence();
        }

        @Override
        void asTarget(Window window, int origin) {
            window.fence();
        }
    };

    private final boolean isLockHeld;

    Synchronization(boolean isLockHeld) {
        this.isLockHeld = isLockHeld;
    }

    /** Returns its name on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns all names, for messages. */
    public static String words() {
        return Stream.of(values()).map(Synchronization::word).collect(Collectors.joining(", "));
    }

    static Synchronization of(Plan plan) {
        return valueOf(plan.setting(Setting.SYNC).toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns whether the target calls as well. */
    boolean isActive() {
        return this == PSCW || this == FENCE;
    }

    /** Called before the first of many accesses. */
    void begin(Window window, int target) {
        if (isLockHeld) {
            window.lock(LockKind.SHARED, target);
        } else if (this == FENCE) {
            window.fence();
        }
    }

    /** Called behind the last one. */
    void end(Window window, int target) {
        if (isLockHeld) {
            window.unlock(target);
        } else if (this == FENCE) {
            window.fence();
        }
    }

    /** Called before an access, or a window of them. */
    void before(Window window, int target) {}

    /** Called behind it. */
    abstract void after(Window window, int target);

    /** Called at a target that takes part, before an origin's accesses; at an origin that is a target, too. */
    void post(Window window, int origin) {}

    /** Called at a target after {@link #post}. */
    void waitFor(Window window) {}

    /** Called at a target that is no origin. */
    void asTarget(Window window, int origin) {
        post(window, origin);
        waitFor(window);
    }

    private static Group only(Window window, int rank) {
        return window.group().include(rank);
    }
}
