package org.sennit.internal.launch.job;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.sennit.internal.launch.hosts.AgentTemplate;

/**
 * The class path of a job, sent to a host that does not share the launcher's file system: into a temporary folder
 * there, in which the processes run, and which the host deletes at the end. Immutable.
 */
final class PushedJars {
    private final List<String> names;
    private final byte[] archive;

    private PushedJars(List<String> names, byte[] archive) {
        this.names = names;
        this.archive = archive;
    }

    /**
     * Packs a class path.
     *
     * @param classPath jars and folders
     * @throws IOException one of them cannot be read
     */
    static PushedJars of(String classPath) throws IOException {
        List<String> names = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream archive = new ZipOutputStream(bytes)) {
            archive.setLevel(Deflater.BEST_SPEED);
            for (String text : classPath.split(File.pathSeparator)) {
                Path entry = Path.of(text);
                if (Files.exists(entry)) {
                    String name = names.size() + "-" + entry.getFileName();
                    names.add(name);
                    add(archive, entry, name);
                }
            }
        }
        return new PushedJars(names, bytes.toByteArray());
    }

    private static void add(ZipOutputStream archive, Path entry, String name) throws IOException {
        if (!Files.isDirectory(entry)) {
            addFile(archive, entry, name);
            return;
        }
        archive.putNextEntry(new ZipEntry(name + "/"));
        archive.closeEntry();
        List<Path> files;
        try (Stream<Path> all = Files.walk(entry)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            addFile(archive, file, name + "/" + entry.relativize(file));
        }
    }

    private static void addFile(ZipOutputStream archive, Path file, String name) throws IOException {
        archive.putNextEntry(new ZipEntry(name));
        Files.copy(file, archive);
        archive.closeEntry();
    }

    /** Returns the class path on the host, in the folder in which all runs there. */
    String classPath() {
        return String.join(File.pathSeparator, names);
    }

    /** Returns the bytes that the host reads from its standard input first. */
    byte[] archive() {
        return archive;
    }

    /**
     * Returns a command that receives the archive, runs another command in its folder, and deletes the folder.
     *
     * @param jar the tool that unpacks
     * @param command what runs there
     */
    List<String> receivedBy(String jar, List<String> command) {
        return List.of(
                "sh",
                "-c",
                "umask 077; d=$(mktemp -d \"${TMPDIR:-/tmp}/sennit-push-XXXXXX\") && cd \"$d\" || exit 1;"
                        + " trap 'cd /; rm -rf \"$d\"' EXIT; trap 'exit 143' HUP INT TERM; head -c " + archive.length
                        + " >.pushed && " + AgentTemplate.quoted(List.of(jar)) + " -xf .pushed && rm .pushed && "
                        + AgentTemplate.quoted(command));
    }
}
