package org.sennit.qmp;

import java.util.ArrayList;
import java.util.List;

/** Measurements of a node: starts, bytes and times by handle. Any thread of the node; guarded by its monitor. */
final class Profile {
    private final Console console;
    private final List<HandleProfile> handles = new ArrayList<>();

    private int level; // read without the monitor: a thread may go by the level before for a while
    private long totalNs;

    Profile(Console console) {
        this.console = console;
    }

    synchronized int control(int newLevel) {
        int before = level;
        level = newLevel;
        return before;
    }

    boolean isOn() {
        return level > 0;
    }

    /** Returns where a new handle is measured, which moves a number of bytes each time; null for none. */
    synchronized HandleProfile of(Object handle, long bytes) {
        if (!isOn()) {
            return null;
        }
        HandleProfile profile = new HandleProfile(this, handle.toString(), bytes);
        handles.add(profile);
        return profile;
    }

    synchronized void spent(long elapsedNs) {
        totalNs += elapsedNs;
    }

    synchronized void resetTotal() {
        totalNs = 0;
    }

    synchronized double totalSeconds() {
        return totalNs * 1e-9;
    }

    synchronized String table() {
        if (handles.isEmpty()) {
            return "";
        }
        StringBuilder table = new StringBuilder(
                String.format("%10s %14s %12s %12s  %s%n", "starts", "bytes", "start s", "wait s", "handle"));
        handles.stream().filter(HandleProfile::isUsed).forEach(handle -> table.append(handle.line()));
        return table.toString();
    }

    /** Writes the table at the end. */
    synchronized void print(int nodeNumber) {
        if (level > 1 || level == 1 && nodeNumber == 0) {
            console.print(System.out, "%s%n%s", "profile", table());
        }
    }
}
