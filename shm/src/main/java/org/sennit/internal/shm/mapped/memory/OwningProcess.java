package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.UUID;

/**
 * The process that a shared file belongs to: its number, when it started, and the name space of its number. Two
 * containers may share a directory and not their processes, and so may two hosts, whose first name spaces have the same
 * inode: the name space is identified by its inode and the boot id of the kernel. Any thread.
 *
 * @param start when it started: clock ticks since boot where there is a /proc, else milliseconds
 * @param space a hash of the boot id and the inode of its pid name space; 0 where there is no /proc
 */
record OwningProcess(long pid, long start, long space) {
    private static final Path PROC = Path.of("/proc");
    private static final Path BOOT_ID = PROC.resolve("sys/kernel/random/boot_id");
    private static final long SPACE_MASK = (1L << 59) - 1; // at most 18 digits
    private static final int START_TIME_FIELD = 22;
    private static final int FIRST_FIELD_AFTER_NAME = 3;

    /** Returns this process. */
    static OwningProcess current() {
        long pid = ProcessHandle.current().pid();
        return new OwningProcess(pid, startOf(pid), ownSpace());
    }

    /**
     * Returns whether the process is surely gone: its number is of the same name space and is
     * free or has another owner now.
     *
     * @return true when its files are not needed any more
     */
    boolean isDead(OwningProcess self) {
        return space == self.space && startOf(pid) != start;
    }

    /** Returns the time at which a process started; 0 when there is none. */
    private static long startOf(long pid) {
        if (!Files.isDirectory(PROC.resolve("self"))) {
            return ProcessHandle.of(pid)
                    .flatMap(process -> process.info().startInstant())
                    .map(instant -> instant.toEpochMilli())
                    .orElse(0L);
        }
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            // pid (name) state ...: the name may hold blanks and brackets (proc(5))
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fields[START_TIME_FIELD - FIRST_FIELD_AFTER_NAME]);
        } catch (IOException | RuntimeException gone) {
            return 0;
        }
    }

    /** Differs between hosts, and between name spaces of one. */
    static long spaceOf(String bootId, long inode) {
        UUID boot = UUID.fromString(bootId);
        return (boot.getMostSignificantBits() ^ boot.getLeastSignificantBits() * 31 ^ inode) & SPACE_MASK;
    }

    private static long ownSpace() {
        try {
            String link = Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString(); // pid:[4026531836]
            return spaceOf(Files.readString(BOOT_ID).strip(), Long.parseLong(link.replaceAll("\\D", "")));
        } catch (IOException | RuntimeException none) {
            return 0;
        }
    }

    /**
     * Returns whether a file belongs to the user of this process.
     *
     * @param file the file; a symbolic link is followed only where asked
     * @param options how links are treated
     * @return true when its owner is this user
     */
    static boolean ownsFile(Path file, LinkOption... options) {
        try {
            Path mine = PROC.resolve("self");
            if (!Files.exists(mine)) {
                mine = Path.of(System.getProperty("user.home"));
            }
            return Files.getOwner(file, options).equals(Files.getOwner(mine));
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }
}
