package org.sennit.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;

/**
 * The tests that a share of time has left out, by their unique names in JUnit, so that a later run can make up for
 * them. A name of a class or a factory stands for all that is in it. Any thread.
 */
final class LeftOut {
    private final TreeSet<String> names;

    /** Makes an empty record. */
    LeftOut() {
        this(List.of());
    }

    private LeftOut(List<String> names) {
        this.names = new TreeSet<>(names);
    }

    /**
     * Reads what an earlier run has left out.
     *
     * @param file of the list; missing where that run left out nothing
     */
    static LeftOut from(Path file) {
        try {
            return new LeftOut(Files.exists(file) ? Files.readAllLines(file) : List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    synchronized void add(String name) {
        names.add(name);
    }

    /** Returns whether it was left out as a whole. */
    synchronized boolean contains(String name) {
        return names.contains(name);
    }

    /** Returns the classes that were left out as a whole. */
    synchronized List<String> classes() {
        return names.stream()
                .filter(name -> name.matches(".*/\\[class:[^/]*]"))
                .map(name -> name.substring(name.lastIndexOf(':') + 1, name.length() - 1))
                .toList();
    }

    /** Returns whether it, something that it stands in, or something in it was left out. */
    synchronized boolean concerns(String name) {
        for (String at = name; at.contains("/"); at = at.substring(0, at.lastIndexOf('/'))) {
            if (names.contains(at)) {
                return true;
            }
        }
        String next = names.ceiling(name + '/');
        return next != null && next.startsWith(name + '/');
    }

    /**
     * Writes the list in place of an older one; no file where nothing was left out.
     *
     * @param file in a folder that may be missing
     */
    synchronized void write(Path file) {
        try {
            Files.deleteIfExists(file);
            if (!names.isEmpty()) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                Files.write(file, names);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
